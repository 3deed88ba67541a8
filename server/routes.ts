import type { Fetch } from "./platform.ts"

/** The path of a request's address. Where the Host header is not valid, Bun gives the path alone. */
const startOf = (url: string): number => (url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3))

const pathOf = (url: string, start: number): string => {
  const end = url.indexOf("?", start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/**
 * Serves the routes of the server itself, and hands everything else on. A route is a path, or `/folder/*` for all that is in
 * a folder. The paths of the API are told first, by a comparison, because most requests are theirs.
 */
export const makeRoutes =
  (routes: Readonly<Record<string, Fetch>>, rest: Fetch): Fetch =>
  (request) => {
    const { url } = request
    const start = startOf(url)
    if (url.startsWith("/api/", start)) return rest(request)
    const path = pathOf(url, start)
    const folder = `${path.slice(0, path.indexOf("/", 1) + 1)}*`
    const route = Object.hasOwn(routes, path) ? routes[path] : routes[folder]
    return route === undefined ? rest(request) : route(request)
  }
