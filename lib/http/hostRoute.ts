import { type HttpFailure, internal, type ServiceFailure, toWire } from "./failure.ts"
import { fail, requestIdOf, withoutBody } from "./response.ts"

const allow = "GET, HEAD, OPTIONS"

/** A failure in the envelope, for routes of the host's own. */
export const refusal = (failure: ServiceFailure | HttpFailure): Response => fail(toWire(failure), {})

type Answer = (request: Request) => Response | Promise<Response>

const answerTo = async (request: Request, answer: Answer): Promise<Response> => {
  const { method } = request
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } })
  if (method === "GET" || method === "HEAD") return answer(request)
  return refusal({ _tag: "MethodNotAllowed", method, allow })
}

/** A route of the host that answers like those of the handler: with a request id, and failures in the envelope. */
export const hostRoute =
  (answer: Answer) =>
  async (request: Request): Promise<Response> => {
    const answered = await answerTo(request, answer).catch(() => fail(internal, {}))
    const response = request.method === "HEAD" ? await withoutBody(answered) : answered
    response.headers.set("x-request-id", requestIdOf(request))
    return response
  }

/** The path and the query of an address. Cheaper than `new URL`. If the Host header is invalid, Bun gives the path alone. */
export const split = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3)
  const rest = start === -1 ? "/" : url.slice(start)
  const mark = rest.search(/[?#]/)
  return mark === -1 ? { path: rest, search: "" } : { path: rest.slice(0, mark), search: rest.slice(mark) }
}

export const queryOf = (search: string): Readonly<Record<string, string>> =>
  search.length < 2 ? {} : Object.fromEntries(new URLSearchParams(search.split("#", 1)[0]))
