import { Effect } from "effect"
import type { HttpFailure } from "./failure.ts"

export type Json = Readonly<Record<string, unknown>>

const bad = (status: 400 | 413 | 415, error: string): HttpFailure => ({ _tag: "BadBody", status, error })

const maxDepth = 16

/** Deeply nested bodies cost more than they can mean. It counts brackets outside of strings, before parsing. */
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

/** Reads no further than the limit, whatever the length header says. */
const readText = async (request: Request, limit: number): Promise<string | undefined> => {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN)
  if (declared > limit) return undefined
  if (Number.isFinite(declared) || request.body === null) {
    const text = await request.text()
    return text.length > limit ? undefined : text
  }
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const parse = (text: string): Effect.Effect<Json, HttpFailure> => {
  if (isTooDeep(text)) return Effect.fail(bad(400, `the body must not be nested more than ${maxDepth} deep`))
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Effect.succeed({ ...value })
      : Effect.fail(bad(400, "the body must be a JSON object"))
  } catch {
    return Effect.fail(bad(400, "the body must be valid JSON"))
  }
}

const isJson = (contentType: string | null): boolean =>
  contentType !== null && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)

/** A JSON object from a request, or what is wrong with it. */
export const readBody = (request: Request, limit: number): Effect.Effect<Json, HttpFailure> => {
  if (!isJson(request.headers.get("content-type"))) {
    return Effect.fail(bad(415, "content-type must be application/json"))
  }
  return Effect.tryPromise({
    try: () => readText(request, limit),
    catch: () => bad(400, "the body could not be read")
  }).pipe(
    Effect.flatMap((text) =>
      text === undefined
        ? Effect.fail(bad(413, `the body must be no larger than ${limit} bytes`))
        : parse(text)
    )
  )
}
