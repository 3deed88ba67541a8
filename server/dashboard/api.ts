import { signal } from "@preact/signals"
import { type Body, type Data, operations, type PageOperation, type Query, type Refusal } from "./contract.ts"
import { plainRefusal, type Said, saidFault, saidRefusal } from "./parts/plainWords.ts"
import { parts } from "./words/common.ts"

/** The ecosystem of the session. Some paths contain it. */
export const ecosystem = signal("")
/** True after an answer said that the session has ended. The page stays, and a dialog asks to sign in again. */
export const lapsed = signal(false)

/** The side of the partner that this page shows. It stays the same while the page is open. */
export const side = signal<"live" | "test">("live")
/** What the paths of requests with the session begin with. The side is in it, since another tab can show the other side. */
export const sessionPath = (): string => (side.value === "test" ? "/dashboard/test" : "/dashboard")

/** Gets another token of the test side, which ends the tokens when it is emptied. Returns false if there is none. */
const renewTestToken = (): Promise<boolean> =>
  send("/dashboard/session/test-side?show=no", { method: "POST" }).then(
    () => true,
    () => false
  )

/** Operations without a session. They are sent to the API directly. */
const open: ReadonlySet<PageOperation> = new Set(["partners.onboard", "partners.forgotPassword"])
export const needsSession = (operation: PageOperation): boolean => !open.has(operation)

/** Operations that have a body, but only read. */
const writesNothing: ReadonlySet<PageOperation> = new Set(["rules.explain", "rules.simulate"])
/** Counts the writes of this tab that succeeded. */
export const writes = signal(0)

/** A refusal of the API, with its message in the API's words. Show `reasonOf`, or `messageOf` where only text fits. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  /** True if the request names a record that does not exist. */
  readonly isUnknown: boolean
  readonly requestId: string
  /** True if the request noticed that the session has ended. */
  endedSession = false
  constructor(status: number, { appErrorCode, error, errorType }: Refusal, requestId: string) {
    super(error)
    this.status = status
    this.isUnknown = errorType === "not found"
    this.code = appErrorCode
    this.requestId = requestId
  }
}

/** The request got no answer: the network or the service is down. */
export class NoAnswer extends Error {
  constructor() {
    super(parts.noAnswer)
  }
}

/** The faults of a form by field. Each reads on from the field's name, such as "is required". */
export type Faults = Readonly<Record<string, string>>

const faultsIn = (message: string): ReadonlyArray<string> =>
  message.split(/; (?=[A-Za-z][\w.[\]]* (?:is|must|cannot|has|have|needs|may|should)\b)/)

const sentence = /^([A-Za-z][\w.[\]]*) ((?:is|must|cannot|has|have|needs|may|should)\b.*)$/s

/** The faults in a refusal of the API, which lists all of them with semicolons between. */
export const faultsOf = (error: unknown): Faults => {
  // A 401 names a field when the current password or the code that was sent is wrong.
  if (!(error instanceof ApiFailure) || (error.status !== 400 && error.status !== 401)) return {}
  const found: Record<string, string> = {}
  for (const part of faultsIn(error.message)) {
    const [, field, problem] = sentence.exec(part) ?? []
    if (field !== undefined && problem !== undefined && !(field in found)) found[field] = problem
  }
  return found
}

/** The faults of fields in the page's words; undefined if the page has no words for one of them. */
const saidFaults = (message: string): string | undefined => {
  const said = faultsIn(message).map((part) => {
    const [, field, problem] = sentence.exec(part) ?? []
    const fault = problem === undefined ? undefined : saidFault(problem)
    return fault === undefined || fault.isForeign ? undefined : `${field} ${fault.text}`
  })
  return said.includes(undefined) ? undefined : said.join("; ")
}

/** What a failure of any kind says. */
export const reasonOf = (failure: unknown): Said => {
  if (!(failure instanceof ApiFailure)) {
    return { text: failure instanceof Error ? failure.message : String(failure), isForeign: false }
  }
  const { code, endedSession, message } = failure
  if (endedSession) return { text: parts.signedOut, isForeign: false }
  const plain = plainRefusal(code, message)
  const faults = plain === undefined ? saidFaults(message) : undefined
  return faults === undefined ? saidRefusal(code, message) : { text: faults, isForeign: false }
}

/** The text of `reasonOf`. */
export const messageOf = (failure: unknown): string => reasonOf(failure).text

type BodyInput<O extends PageOperation> = [Body<O>] extends [never] ? {} : { readonly body: Body<O> }
type QueryInput<O extends PageOperation> = [Query<O>] extends [never] ? {} : { readonly query?: Query<O> }
export type Input<O extends PageOperation> = BodyInput<O> &
  QueryInput<O> & {
    readonly signal?: AbortSignal
    /** Values of the path's parameters. `eco` is the session's ecosystem by default. */
    readonly params?: Readonly<Record<string, string>>
    /** Retries of one attempt send the same key: the service then repeats the answer without a second effect. */
    readonly idempotencyKey?: string
    /** The version of the record that the page shows. If it has changed since then, the API refuses the write. */
    readonly version?: string
  }

/** A field of a body with its text trimmed. Omits an empty one, so that the API reports a required field as missing. */
export const filled = <Name extends string>(name: Name, text: string): { readonly [N in Name]?: string } =>
  text.trim() === "" ? {} : ({ [name]: text.trim() } as { readonly [N in Name]: string })

const searchOf = (query: object | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "")
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** The method and the path of an operation. */
export const addressOf = (operation: PageOperation, params: Readonly<Record<string, string>> = {}) => {
  const [method = "", template = ""] = operations[operation].split(" ")
  const values: Readonly<Record<string, string>> = { eco: ecosystem.value, ...params }
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
  return { method, path: `/api/v1${path}` }
}

/** Sends a request to this origin. Throws `ApiFailure` with the API's message, or `NoAnswer`. */
export const send = async (path: string, init: RequestInit): Promise<unknown> => {
  const headers = { "x-laurel-dashboard": "1", ...init.headers }
  const response = await fetch(path, { ...init, headers }).catch((error: unknown) => {
    throw init.signal?.aborted ? error : new NoAnswer()
  })
  const answer = await response
    .text()
    .then((text) => JSON.parse(text))
    .catch(() => undefined)
  if (response.ok && answer !== undefined) return answer.data
  const data = answer?.data ?? {
    errorType: "internal",
    appErrorCode: "",
    error: parts.notReadable
  }
  throw new ApiFailure(response.status, data, response.headers.get("x-request-id") ?? "unknown")
}

/** Calls an operation of the API as the partner who is signed in. */
export const call = <O extends PageOperation>(operation: O, input: Input<O>): Promise<Data<O>> =>
  attempt(operation, input, side.value === "test")

const attempt = async <O extends PageOperation>(
  operation: O,
  input: Input<O>,
  renews: boolean
): Promise<Data<O>> => {
  const {
    body,
    idempotencyKey,
    params,
    query,
    signal: cancelled,
    version
  }: Input<O> & { body?: unknown; query?: object } = input
  const { method, path } = addressOf(operation, params)
  const init: RequestInit = {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(version === undefined ? {} : { "if-match": `"${version}"` })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(cancelled === undefined ? {} : { signal: cancelled })
  }
  const isOpen = !needsSession(operation)
  try {
    // The service checks its answers against the contract in its tests.
    const data = (await send(`${isOpen ? "" : sessionPath()}${path}${searchOf(query)}`, init)) as Data<O>
    if (method !== "GET" && !writesNothing.has(operation)) writes.value += 1
    return data
  } catch (error) {
    if (!isOpen && error instanceof ApiFailure && error.status === 401) {
      // A wrong current password, or a wrong code of the second factor, does not end the session.
      const isSession = !error.message.startsWith("currentPassword ") && error.code !== "otp_wrong"
      if (isSession && renews && (await renewTestToken())) return attempt(operation, input, false)
      lapsed.value = isSession
      error.endedSession = lapsed.value
    }
    throw error
  }
}
