import { Schema } from "effect"
import { GrantRefused } from "../accounts/Errors.ts"
import {
  type HttpFailure,
  internal,
  noHeaders,
  type ServiceFailure,
  toWire,
  type WireFailure
} from "./failure.ts"
import type { HandlerAnswer, RawAnswer, StreamAnswer } from "./handle.ts"
import { failurePage } from "./htmlPage.ts"
import type { LargeAnswer } from "./largeAnswer.ts"
import { type RateLimitStatus, rateLimitHeader } from "./rateLimits.ts"
import type { Route } from "./routes.ts"

type Headers = Readonly<Record<string, string>>

const json = "application/json; charset=utf-8"
const noStore = "no-store"

/** The headers of a JSON answer without a request. */
const plainHeaders: Headers = { "content-type": json, "cache-control": noStore }

/** Returns the headers of a JSON answer. Each form is one literal, because every request makes one. */
export const headersOf = (requestId: string, rateLimit?: RateLimitStatus): Headers =>
  rateLimit === undefined
    ? { "content-type": json, "cache-control": noStore, "x-request-id": requestId }
    : {
        "content-type": json,
        "cache-control": noStore,
        "x-request-id": requestId,
        "ratelimit-policy": rateLimit.policyHeader,
        ratelimit: rateLimitHeader(rateLimit)
      }

const respond = (status: number, body: string | ReadableStream<Uint8Array>, headers: Headers): Response =>
  new Response(body, { status, headers })

/** An answer that is not JSON states its own content type, or has none. */
const respondRaw = (
  { status, headers: own, text }: RawAnswer,
  { "content-type": _, ...headers }: Headers
): Response => new Response(text === "" ? null : text, { status, headers: { ...headers, ...own } })

export const succeed = (
  route: Route,
  answer: Exclude<HandlerAnswer, StreamAnswer>,
  headers: Headers,
  largeAnswer: (json: string) => LargeAnswer | undefined
): Response => {
  if ("text" in answer) return respondRaw(answer, headers)
  const { message, replayed, status = route.status } = answer
  const text =
    "json" in answer
      ? `{"status":"success","message":${JSON.stringify(message)},"data":${answer.json}}`
      : JSON.stringify({ status: "success", message, data: answer.data })
  const marked = replayed === true ? { ...headers, "idempotency-replayed": "true" } : headers
  const own = "version" in answer ? { ...marked, etag: `"${answer.version}"` } : marked
  const large = largeAnswer(text)
  return large === undefined
    ? respond(status, text, own)
    : respond(status, large.body, { ...own, "content-length": String(large.length) })
}

export const fail = (
  { status, body, headers: own }: WireFailure,
  headers: Headers = plainHeaders
): Response => respond(status, JSON.stringify(body), own === noHeaders ? headers : { ...headers, ...own })

const isOAuthCode = Schema.is(GrantRefused.fields.code)

/** Returns the OAuth error code that fits a failure best. */
const oauthCode = ({ status, body }: WireFailure): string => {
  if (status >= 500) return status === 503 ? "temporarily_unavailable" : "server_error"
  if (status === 401) return "invalid_client"
  if (status === 429) return "temporarily_unavailable"
  const { appErrorCode } = body.data
  return isOAuthCode(appErrorCode) ? appErrorCode : "invalid_request"
}

/** Returns a failure in the form that the route declares: the envelope, a page, or the JSON of OAuth. */
export const failAs = (route: Route, request: Request, failure: WireFailure, headers: Headers): Response => {
  const challenge = { "www-authenticate": 'Basic realm="laurel-rewards"' }
  const own =
    route.handled.guard.access === "key" && failure.status === 401
      ? { ...failure, headers: { ...failure.headers, ...challenge } }
      : failure
  // A request with a JSON body comes from a program, so it gets the envelope. Routes that accept no JSON ignore the content type.
  const isJson = route.encodings?.json === true && /json/i.test(request.headers.get("content-type") ?? "")
  if (route.failuresAs === "envelope" || isJson) return fail(own, headers)
  if (route.failuresAs === "page") return respondRaw(failurePage(own), headers)
  const body = { error: oauthCode(own), error_description: own.body.data.error }
  return respond(own.status, JSON.stringify(body), { ...headers, ...own.headers })
}

/** Returns the answer to HEAD: the status and the headers of the answer to GET. */
export const withoutBody = async (response: Response): Promise<Response> => {
  const { byteLength } = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.set("content-length", String(byteLength))
  return new Response(null, { status: response.status, headers })
}

/** Returns the caller's request id if it is safe to log; otherwise a new one. */
export const requestIdOf = (request: Request): string => {
  const given = request.headers.get("x-request-id")
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID()
}

/**
 * Returns the path and the query of a URL. If the Host header is invalid, Bun's `request.url` is only a path, and `new URL` would throw.
 */
export const split = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3)
  const rest = start === -1 ? "/" : url.slice(start)
  const mark = rest.search(/[?#]/)
  return mark === -1 ? { path: rest, search: "" } : { path: rest.slice(0, mark), search: rest.slice(mark) }
}

const allow = "GET, HEAD, OPTIONS"

/** Returns a failure in the envelope, for the host's own routes. */
export const refusal = (failure: ServiceFailure | HttpFailure): Response => fail(toWire(failure))

type Answer = (request: Request) => Response | Promise<Response>

const answerTo = async (request: Request, answer: Answer): Promise<Response> => {
  const { method } = request
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } })
  if (method === "GET" || method === "HEAD") return answer(request)
  return refusal({ _tag: "MethodNotAllowed", method, allow })
}

/** Returns a route of the host that answers like the handler: with a request id, and with failures in the envelope. */
export const hostRoute =
  (answer: Answer) =>
  async (request: Request): Promise<Response> => {
    const answered = await answerTo(request, answer).catch(() => fail(internal))
    const response = request.method === "HEAD" ? await withoutBody(answered) : answered
    response.headers.set("x-request-id", requestIdOf(request))
    return response
  }
