import { Either, Predicate } from "effect"
import type { HttpFailure } from "./failure.ts"
import type { ConcurrencyLimits, Requester } from "./run.ts"
import { makeDeadlines } from "./run.ts"

export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly isForm: boolean
}

export type BodyResult = Either.Either<Body, HttpFailure>

const bad = (status: 400 | 413 | 415, error: string): BodyResult =>
  Either.left({ _tag: "BadBody", status, error })

const maxDepth = 16

/** Whether a body is nested too deep to be worth parsing. Counts the brackets outside of strings. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index += 1
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (code === 125 || code === 93) depth -= 1
  }
  return false
}

/**
 * Of a body that is too large, this many times the limit is received and dropped before it is answered. A server that answers
 * earlier closes the connection while the caller still sends, and the caller may never see the answer.
 */
const dropped = 32

const drop = async (
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">,
  most: number
): Promise<void> => {
  for (let size = 0; size <= most; ) {
    const { done, value } = await reader.read()
    if (done) return
    size += value.byteLength
  }
}

/** Reads a body of unknown length up to the limit; undefined past the limit. */
const readInParts = async (
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">,
  limit: number,
  cancel: () => void
): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  while (size <= limit) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size <= limit) text += decoder.decode(value, { stream: true })
  }
  // The body was too large, even if the rest cannot be read.
  await drop(reader, (dropped - 1) * limit).catch(() => {})
  cancel()
  return undefined
}

const parseJson = (text: string): BodyResult => {
  if (isTooDeep(text)) return bad(400, `the body must not be nested more than ${maxDepth} deep`)
  try {
    const value: unknown = JSON.parse(text)
    return Predicate.isRecord(value)
      ? Either.right({ fields: value, isForm: false })
      : bad(400, "the body must be a JSON object")
  } catch {
    return bad(400, "the body must be valid JSON")
  }
}

/** Refuses a field that is given twice, since another reader of the form may take the other value. */
const parseForm = (text: string): BodyResult => {
  const form = new URLSearchParams(text)
  const repeated = Array.from(new Set(form.keys())).filter((name) => form.getAll(name).length > 1)
  return repeated.length === 0
    ? Either.right({ fields: Object.fromEntries(form), isForm: true })
    : bad(400, repeated.map((name) => `${name} must be given once`).join("; "))
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)
const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

/** The content types that an endpoint accepts. */
export interface Encodings {
  readonly json: boolean
  readonly form: boolean
}

const expected = ({ json, form }: Encodings): string =>
  [...(json ? ["application/json"] : []), ...(form ? ["application/x-www-form-urlencoded"] : [])].join(" or ")

/**
 * Reads a body, and calls `done` with its fields or the error: immediately if the error is known from the headers. If the body is
 * read in parts, it returns the function that stops a read that waits for the next part.
 */
export const readBody = (
  request: Request,
  encodings: Encodings,
  limit: number,
  done: (read: BodyResult) => void
): (() => void) | undefined => {
  const contentType = request.headers.get("content-type") ?? ""
  const parse =
    encodings.json && isJson(contentType)
      ? parseJson
      : encodings.form && isForm(contentType)
        ? parseForm
        : undefined
  if (parse === undefined) {
    done(bad(415, `content-type must be ${expected(encodings)}`))
    return undefined
  }
  const tooLarge = () => done(bad(413, `the body must be no larger than ${limit} bytes`))
  const unreadable = () => done(bad(400, "the body could not be read"))
  const declared = Number(request.headers.get("content-length") ?? Number.NaN)
  if (declared > limit) {
    tooLarge()
    return undefined
  }
  // The declared length may be wrong.
  if (Number.isFinite(declared) || request.body === null) {
    request.text().then((text) => (text.length > limit ? tooLarge() : done(parse(text))), unreadable)
    return undefined
  }
  const reader = request.body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  readInParts(reader, limit, cancel).then(
    (text) => (text === undefined ? tooLarge() : done(parse(text))),
    unreadable
  )
  return cancel
}

/** A body that is being read. */
interface Entry {
  readonly who: Requester
  readonly answer: (answer: BodyResult) => void
  /** Whether it has its answer. */
  done: boolean
  /** Cancels its deadline; set once it waits. */
  inTime: (() => void) | undefined
  /** Stops a read that waits for the next part; set if the body is read in parts. */
  cancel: (() => void) | undefined
}

const late = (error: string): BodyResult => Either.left({ _tag: "BadBody", status: 408, error })
const displaced = late("the body arrived too slowly and newer requests took its place: try again")

/** Entries by key, each in the order of arrival. */
const makeQueues = () => {
  const queues = new Map<string, Set<Entry>>()
  return {
    of: (key: string | undefined): ReadonlySet<Entry> | undefined =>
      key === undefined ? undefined : queues.get(key),
    add: (key: string | undefined, entry: Entry): void => {
      if (key === undefined) return
      const queue = queues.get(key)
      if (queue === undefined) queues.set(key, new Set<Entry>().add(entry))
      else queue.add(entry)
    },
    remove: (key: string | undefined, entry: Entry): void => {
      if (key === undefined) return
      const queue = queues.get(key)
      if (queue?.delete(entry) === true && queue.size === 0) queues.delete(key)
    }
  }
}

/**
 * Reads bodies for a limited time, and a limited number of them at once: as many as there are request slots, in the same
 * shares. Beyond that, the oldest body of the same partner, of the same address or of all is dropped for the new one. A body
 * usually arrives with its headers, so a caller that sends bodies slowly drops its own slow ones, and cannot block others.
 */
export const makeBodyReader = (limits: ConcurrencyLimits, milliseconds: number) => {
  const tooLate = late(`the body must arrive within ${milliseconds / 1000} seconds`)
  // In the order of arrival.
  const all = new Set<Entry>()
  const partners = makeQueues()
  const addresses = makeQueues()
  const deadlines = makeDeadlines(milliseconds)

  const end = (entry: Entry, answer: BodyResult): void => {
    if (entry.done) return
    entry.done = true
    entry.inTime?.()
    if (all.delete(entry)) {
      partners.remove(entry.who.partnerId, entry)
      addresses.remove(entry.who.address, entry)
    }
    entry.answer(answer)
  }

  const cut = (entry: Entry, answer: BodyResult): void => {
    end(entry, answer)
    entry.cancel?.()
  }

  const makeRoom = (queue: ReadonlySet<Entry> | undefined, limit: number): void => {
    if (queue === undefined || queue.size < limit) return
    const [oldest] = queue
    if (oldest !== undefined) cut(oldest, displaced)
  }

  const wait = (entry: Entry): void => {
    const { address, partnerId } = entry.who
    makeRoom(partners.of(partnerId), limits.partner)
    makeRoom(addresses.of(address), limits.address)
    makeRoom(all, limits.whole)
    entry.inTime = deadlines.add(() => cut(entry, tooLate))
    all.add(entry)
    partners.add(partnerId, entry)
    addresses.add(address, entry)
  }

  // Most bodies arrive with their headers and are read at once. Only those that are still being read after a
  // millisecond have to wait.
  let fresh: Array<Entry> = []
  const settle = (): void => {
    const entries = fresh
    fresh = []
    for (const entry of entries) if (!entry.done) wait(entry)
  }

  return (
    who: Requester,
    read: (done: (answer: BodyResult) => void) => (() => void) | undefined,
    answer: (answer: BodyResult) => void
  ): void => {
    const entry: Entry = { who, answer, done: false, inTime: undefined, cancel: undefined }
    entry.cancel = read((answer) => end(entry, answer))
    if (!entry.done && fresh.push(entry) === 1) setTimeout(settle, 1)
  }
}
export type BodyReader = ReturnType<typeof makeBodyReader>
