import { internal } from "../http/failure.ts"
import { fail, hostRoute, refusal, requestIdOf, split } from "../http/response.ts"
import type { Assets } from "./assets.ts"
import { forwarded } from "./forward.ts"
import { foreignRequest, makeCookie, makeSession, type SignedIn, signedOut } from "./session.ts"
import { makeSite } from "./site.ts"

export interface DashboardOptions {
  /** Answers requests to the API: the `fetch` of the handler in this process. */
  readonly api: (request: Request) => Promise<Response>
  /** The address under which browsers reach the service. If it is https, the session's cookie is sent only over https. */
  readonly publicUrl: string
  /** Returns the files of the page. Called at the first request for a file, and again only after a failure. */
  readonly assets: () => Promise<Assets>
  /** The ecosystems that the deployment allows; all of them by default. */
  readonly ecosystems?: ReadonlyArray<string> | undefined
  /**
   * Is called before each request to the API, with this request and the browser's original request. If the host stores the caller's
   * address for each `Request` object, copy it from `original` to `request` here. The API's rate limits by address need this copy.
   */
  readonly onForward?: ((request: Request, original: Request) => void) | undefined
}

/** Answers requests to `/dashboard` and to all paths under it. */
export type Dashboard = (request: Request) => Promise<Response>

const prefix = "/dashboard/"

/** Serves the dashboard's page and its sessions, and forwards the API calls of the partner who is signed in. */
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

  /** Forwards a call. A path that ends with `.csv` asks for CSV, so that the browser downloads a link to such a path as a file. */
  const callApi = (
    request: Request,
    path: string,
    search: string,
    tokenOf: (signed: SignedIn) => string | undefined
  ): Promise<Response> => {
    const signed = cookie.read(request)
    const token = signed && tokenOf(signed)
    if (token === undefined) return Promise.resolve(refusal(signedOut()))
    const bare = path.replace(/\.csv$/, "")
    const accept = bare === path ? {} : { accept: "text/csv" }
    return send(forwarded(request, { ...accept, path: bare + search, token }), request)
  }

  const answer = async (request: Request): Promise<Response> => {
    const { path, search } = split(request.url)
    const isSession = path === "/dashboard/session"
    const isSide = path === "/dashboard/session/test-side"
    // The path selects the live side or the test side. So a page calls the side that it shows, even if another tab shows the other side.
    const isTestApi = path.startsWith("/dashboard/test/api/")
    if (!isSession && !isSide && !isTestApi && !path.startsWith("/dashboard/api/")) return page(request)
    const foreign = foreignRequest(request, publicUrl)
    if (foreign !== undefined) return refusal(foreign)
    if (isSide) return session.showSide(request)
    if (isSession) return session.show(request)
    return isTestApi
      ? callApi(request, path.slice("/dashboard/test".length), search, ({ testToken }) => testToken)
      : callApi(request, path.slice("/dashboard".length), search, ({ token }) => token)
  }

  return async (request) => {
    const response = await answer(request).catch(() => fail(internal))
    if (response.headers.has("x-request-id")) return response
    response.headers.set("x-request-id", requestIdOf(request))
    return response
  }
}
