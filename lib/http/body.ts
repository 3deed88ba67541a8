import { Either, Predicate } from "effect"
import type { HttpFailure } from "./failure.ts"
import { repeatedKey } from "./repeatedKey.ts"
import { makeDeadlines, type Requester, type ShareLimits } from "./run.ts"
import { makeShares } from "./shares.ts"

export interface Body {
  readonly fields: Readonly<Record<string, unknown>>
  readonly isForm: boolean
}

export type BodyResult = Either.Either<Body, HttpFailure>

const bad = (status: 400 | 413 | 415, error: string): BodyResult =>
  Either.left({ _tag: "BadBody", status, error })

const maxDepth = 16

/** Returns whether JSON text is nested too deep. Brackets in strings do not count. */
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
 * A body of unknown length that exceeds the limit is refused when it ends, or when about `dropFactor` times the limit have arrived. An
 * earlier answer would close the connection while the caller still sends, and the caller might not see the answer.
 */
const dropFactor = 32

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

/** Reads a body of unknown length. Returns undefined if it is longer than the limit. */
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
  // An error in the rest of the body is ignored, because the body is refused anyway.
  await drop(reader, (dropFactor - 1) * limit).catch(() => {})
  cancel()
  return undefined
}

const parseJson = (text: string): BodyResult => {
  if (isTooDeep(text)) return bad(400, `the body must not be nested more than ${maxDepth} levels deep`)
  try {
    const value: unknown = JSON.parse(text)
    return Predicate.isRecord(value)
      ? Either.right({ fields: value, isForm: false })
      : bad(400, "the body must be a JSON object")
  } catch {
    return bad(400, "the body must be valid JSON")
  }
}

/** Parses JSON. Refuses an object that repeats a key: `JSON.parse` takes the last value, and the caller may mean another. */
const parseUniqueJson = (text: string): BodyResult => {
  const read = parseJson(text)
  const repeated = Either.isRight(read) ? repeatedKey(text) : undefined
  return repeated === undefined ? read : bad(400, `${repeated} must be given once`)
}

/** Parses a form. Refuses a form that repeats a field, because it is not clear which value the caller means. */
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
  /** Whether JSON that repeats a key is refused. */
  readonly uniqueKeys?: boolean
}

const expected = ({ json, form }: Encodings): string =>
  [...(json ? ["application/json"] : []), ...(form ? ["application/x-www-form-urlencoded"] : [])].join(" or ")

/**
 * Reads a body, and calls `done` with its fields or an error. If the headers are wrong, it calls `done` before it returns. If the body is
 * read in parts, returns a function that cancels the read.
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
      ? encodings.uniqueKeys === true
        ? parseUniqueJson
        : parseJson
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
  // The declared length may be wrong, so the length of the text is checked, too.
  if (Number.isFinite(declared) || request.body === null) {
    request
      .text()
      .then((text) => (Buffer.byteLength(text) > limit ? tooLarge() : done(parse(text))), unreadable)
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
  done: boolean
  /** Stops counting the body. Undefined until `wait` counts the body. */
  giveBack: (() => void) | undefined
  /** Undefined until `wait` sets a deadline. */
  cancelDeadline: (() => void) | undefined
  /** Cancels the read, if the body is read in parts. */
  cancel: (() => void) | undefined
}

const late = (error: string): BodyResult => Either.left({ _tag: "BadBody", status: 408, error })
const displaced = late(
  "the body arrived too slowly and was dropped to make room for newer requests: try again"
)

/**
 * Limits how long a body may take to arrive, and how many bodies are read at once: in total, of one partner, and from one address. When
 * another body would exceed a limit, the oldest body that counts towards this limit is refused with 408.
 */
export const makeBodyReader = (limits: ShareLimits, milliseconds: number) => {
  const tooLate = late(`the body must arrive within ${milliseconds / 1000} seconds`)
  const deadlines = makeDeadlines(milliseconds)
  const share = makeShares(limits)

  const end = (entry: Entry, answer: BodyResult): void => {
    if (entry.done) return
    entry.done = true
    entry.cancelDeadline?.()
    entry.giveBack?.()
    entry.answer(answer)
  }

  const cut = (entry: Entry, answer: BodyResult): void => {
    end(entry, answer)
    entry.cancel?.()
  }

  const wait = (entry: Entry): void => {
    entry.giveBack = share(entry.who, 1, () => cut(entry, displaced))
    entry.cancelDeadline = deadlines.add(() => cut(entry, tooLate))
  }

  // A body is counted and gets a deadline only if it is incomplete after a millisecond.
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
    const entry: Entry = {
      who,
      answer,
      done: false,
      giveBack: undefined,
      cancelDeadline: undefined,
      cancel: undefined
    }
    entry.cancel = read((answer) => end(entry, answer))
    if (!entry.done && fresh.push(entry) === 1) setTimeout(settle, 1)
  }
}
export type BodyReader = ReturnType<typeof makeBodyReader>
