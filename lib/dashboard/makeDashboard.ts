import { Unauthorized } from "../accounts/Errors.ts"
import { internal } from "../http/failure.ts"
import { fail, hostRoute, refusal, requestIdOf, split } from "../http/response.ts"
import type { Assets } from "./assets.ts"
import { forwarded } from "./forward.ts"
import { foreignRequest, makeCookie, makeSession } from "./session.ts"
import { makeSite } from "./site.ts"

export interface DashboardOptions {
  /** The API, in this process: `fetch` of the handler. */
  readonly api: (request: Request) => Promise<Response>
  /** Where browsers reach the service. With https, the session's cookie is for https alone. */
  readonly publicUrl: string
  /** The files of the page; called once, at the first request for one. */
  readonly assets: () => Promise<Assets>
  /** The ecosystems that the deployment allows; all of them by default. */
  readonly ecosystems?: ReadonlyArray<string> | undefined
  /**
   * Called with each request to the API before it is sent, and with the request of the page that caused it. A host that finds the
   * address of a caller by its request uses the original, so that limits by address also apply here.
   */
  readonly onForward?: ((request: Request, original: Request) => void) | undefined
}

/** Answers `/dashboard` and everything under it. */
export type Dashboard = (request: Request) => Promise<Response>

const prefix = "/dashboard/"

/** The dashboard: its page, its sessions, and the API as the session's partner. */
export const makeDashboard = (options: DashboardOptions): Dashboard => {
  const { api, assets, ecosystems, onForward, publicUrl } = options
  const cookie = makeCookie(new URL(publicUrl).protocol === "https:")
  const send = (request: Request, original: Request): Promise<Response> => {
    onForward?.(request, original)
    return api(request)
  }
  const session = makeSession({ cookie, ecosystems, send })
  const site = makeSite({ load: assets, base: prefix })
  const page = hostRoute((request) => site(request, split(request.url).path.slice(prefix.length)))

  const callApi = (request: Request, path: string): Promise<Response> => {
    const signed = cookie.read(request)
    if (signed === undefined) {
      return Promise.resolve(refusal(new Unauthorized({ reason: "the session has ended: sign in" })))
    }
    return send(forwarded(request, { path, token: signed.token }), request)
  }

  const answer = async (request: Request): Promise<Response> => {
    const { path, search } = split(request.url)
    const isSession = path === "/dashboard/session"
    if (!isSession && !path.startsWith("/dashboard/api/")) return page(request)
    const foreign = foreignRequest(request, publicUrl)
    if (foreign !== undefined) return refusal(foreign)
    return isSession ? session(request) : callApi(request, path.slice("/dashboard".length) + search)
  }

  return async (request) => {
    const response = await answer(request).catch(() => fail(internal, {}))
    if (response.headers.has("x-request-id")) return response
    response.headers.set("x-request-id", requestIdOf(request))
    return response
  }
}
