import { ClientError } from "./ClientError.ts"
import type { Failure } from "./contract.ts"

/** A request with an absolute URL. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface SendOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined

/**
 * Returns the code and message of an error of `fetch`. Node puts them into `cause`, or into `cause.errors` if it tried several addresses.
 */
const reasonOf = (error: unknown): string => {
  const cause = fieldOf(error, "cause") ?? error
  const errors = fieldOf(cause, "errors")
  const first: unknown = Array.isArray(errors) && errors.length > 0 ? errors[0] : cause
  const [code, message] = [fieldOf(first, "code"), fieldOf(first, "message")]
  const words = typeof message === "string" ? message : String(first)
  return typeof code === "string" && !words.includes(code) ? `${code}: ${words}` : words
}

const problem = (errorType: ClientError["errorType"], error: string) => ({
  errorType,
  appErrorCode: "",
  error
})

const isFailure = (body: unknown): body is Failure =>
  fieldOf(body, "status") === "failed" && typeof fieldOf(fieldOf(body, "data"), "error") === "string"

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request, and returns the body of a successful answer. Throws a `ClientError` otherwise. */
export const send = async (call: Call, { fetch, signal, timeout }: SendOptions): Promise<unknown> => {
  const { body, headers, method, url } = call
  const target = `${method} ${url}`
  const late = Number.isFinite(timeout) ? AbortSignal.timeout(timeout) : undefined
  const signals = [signal, late].filter((each) => each !== undefined)

  const lost = (cause: unknown, answer?: Response): ClientError => {
    if (signal?.aborted)
      return new ClientError(problem("aborted", `${target} was aborted`), answer, { cause })
    if (late?.aborted) {
      const error = `${target} had no ${answer === undefined ? "" : "whole "}answer within ${timeout} ms`
      return new ClientError(problem("timeout", error), answer, { cause })
    }
    return new ClientError(problem("unreachable", `${target} failed: ${reasonOf(cause)}`), answer, { cause })
  }

  const init = { method, headers, signal: AbortSignal.any(signals), ...(body !== undefined && { body }) }
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw lost(cause)
  })
  const text = await response.text().catch((cause: unknown) => {
    throw lost(cause, response)
  })
  const answer = parsed(text)
  if (isFailure(answer)) throw new ClientError(answer.data, response)
  if (response.ok && isObject(answer)) return answer
  const shown = text.slice(0, 100)
  const error = `${target} got status ${response.status} with an answer that does not come from this service: ${shown}`
  throw new ClientError(problem("unexpected", error), response)
}
