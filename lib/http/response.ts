import type { WireFailure } from "./failure.ts"
import type { Answer } from "./Operation.ts"
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

export const succeed = (
  { status }: Route,
  { message, data, replayed }: Answer<unknown>,
  headers: Headers
): Response =>
  respond(
    status,
    { status: "success", message, data },
    replayed === true ? { ...headers, "idempotency-replayed": "true" } : headers
  )

export const fail = ({ status, body, headers: own }: WireFailure, headers: Headers): Response =>
  respond(status, body, { ...headers, ...own })

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
