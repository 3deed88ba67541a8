import type { WireFailure } from "./failure.ts"
import type { Outcome, Raw } from "./Operation.ts"
import { failurePage } from "./pages/failure.ts"
import type { Route } from "./routes.ts"

type Headers = Readonly<Record<string, string>>

const respond = (status: number, body: unknown, headers: Headers): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...headers
    }
  })

/** A page or a form of another standard, with what every answer has. */
const respondRaw = ({ status, headers: own, text }: Raw, headers: Headers): Response =>
  new Response(text === "" ? null : text, {
    status,
    headers: { "cache-control": "no-store", ...headers, ...own }
  })

export const succeed = (route: Route, answer: Outcome, headers: Headers): Response => {
  if ("text" in answer) return respondRaw(answer, headers)
  const { message, data, replayed } = answer
  return respond(
    route.status,
    { status: "success", message, data },
    replayed === true ? { ...headers, "idempotency-replayed": "true" } : headers
  )
}

export const fail = ({ status, body, headers: own }: WireFailure, headers: Headers): Response =>
  respond(status, body, { ...headers, ...own })

/** The codes of OAuth for failures that are not its own. */
const oauthCode = ({ status, body }: WireFailure): string => {
  if (status >= 500) return status === 503 ? "temporarily_unavailable" : "server_error"
  if (status === 401) return "invalid_client"
  if (status === 429) return "temporarily_unavailable"
  const { appErrorCode } = body.data
  return /^[a-z_]+$/.test(appErrorCode) ? appErrorCode : "invalid_request"
}

/** A failure in the form that the callers of this route expect. */
export const failAs = (route: Route, request: Request, failure: WireFailure, headers: Headers): Response => {
  const challenge = { "www-authenticate": 'Basic realm="laurel-rewards"' }
  const own =
    route.implementation.access === "key" && failure.status === 401
      ? { ...failure, headers: { ...failure.headers, ...challenge } }
      : failure
  // Whoever sends JSON is a program, and reads no page.
  const isJson = /json/i.test(request.headers.get("content-type") ?? "")
  if (route.failuresAs === "envelope" || isJson) return fail(own, headers)
  if (route.failuresAs === "page") return respondRaw(failurePage(own), headers)
  const body = { error: oauthCode(own), error_description: own.body.data.error }
  return respond(own.status, body, { ...headers, ...own.headers })
}

/** The answer to HEAD: all that GET would say, except the body itself. */
export const withoutBody = async (response: Response): Promise<Response> => {
  const { byteLength } = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.set("content-length", String(byteLength))
  return new Response(null, { status: response.status, headers })
}

/** A caller's own request id is kept when it is one that a log can hold. */
export const requestIdOf = (request: Request): string => {
  const given = request.headers.get("x-request-id")
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID()
}
