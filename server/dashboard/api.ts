import { signal } from "@preact/signals"
import { type Body, type Data, type Known, operations, type Query, type Refusal } from "./contract.ts"

/** The ecosystem of the session, which some paths have. */
export const ecosystem = signal("")
/** Whether an answer said that the session has ended. The page asks to sign in again, and stays as it is. */
export const lapsed = signal(false)

/** Operations that need no session. They go to the API itself. */
const open: ReadonlySet<Known> = new Set(["partners.onboard", "partners.forgotPassword"])
export const needsSession = (operation: Known): boolean => !open.has(operation)

/** The API's own words about why it refused. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  constructor(status: number, { appErrorCode, error }: Refusal, requestId: string) {
    super(error)
    this.status = status
    this.code = appErrorCode
    this.requestId = requestId
  }
}

/** There was no answer: no network, or no service. */
export class NoAnswer extends Error {
  constructor() {
    super("The service could not be reached. Nothing is lost: try again when you are online.")
  }
}

type BodyInput<O extends Known> = [Body<O>] extends [never] ? {} : { readonly body: Body<O> }
type QueryInput<O extends Known> = [Query<O>] extends [never] ? {} : { readonly query?: Query<O> }
export type Input<O extends Known> = BodyInput<O> &
  QueryInput<O> & {
    readonly signal?: AbortSignal
    /** Values of the path; `eco` is the session's, unless told. */
    readonly params?: Readonly<Record<string, string>>
    /** The same key for the same attempt: a retry then repeats the answer, not the effect. */
    readonly idempotencyKey?: string
  }

const searchOf = (query: object | undefined): string => {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "")
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** The method and the address of an operation, as the API has it. */
export const addressOf = (operation: Known, params: Readonly<Record<string, string>> = {}) => {
  const [method = "", template = ""] = operations[operation].split(" ")
  const values: Readonly<Record<string, string>> = { eco: ecosystem.value, ...params }
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
  return { method, path: `/api/v1${path}` }
}

/** Sends a request to this origin. Failures are thrown: `ApiFailure` with the answer's words, or `NoAnswer`. */
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
    error: "the answer was not understood"
  }
  throw new ApiFailure(response.status, data, response.headers.get("x-request-id") ?? "unknown")
}

/** Calls an operation of the API as the partner who is signed in. */
export const call = async <O extends Known>(operation: O, input: Input<O>): Promise<Data<O>> => {
  const {
    body,
    idempotencyKey,
    params,
    query,
    signal: cancelled
  }: Input<O> & { body?: unknown; query?: object } = input
  const { method, path } = addressOf(operation, params)
  const init: RequestInit = {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(cancelled === undefined ? {} : { signal: cancelled })
  }
  const isOpen = !needsSession(operation)
  try {
    // The contract says what an operation's answer is; the service checks its answers against it in its tests.
    return (await send(`${isOpen ? "" : "/dashboard"}${path}${searchOf(query)}`, init)) as Data<O>
  } catch (error) {
    if (!isOpen && error instanceof ApiFailure && error.status === 401) {
      // The session is good where only the password that was given with a change is wrong.
      lapsed.value = !error.message.startsWith("currentPassword ")
    }
    throw error
  }
}
