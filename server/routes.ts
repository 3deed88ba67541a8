import type { Fetch } from "./platform.ts"

/** Where the path begins in a request's URL. If the Host header is invalid, Bun's URL is only the path. */
const startOf = (url: string): number => (url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3))

const pathOf = (url: string, start: number): string => {
  const end = url.indexOf("?", start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/**
 * Serves `routes`, and passes all other requests to `rest`. A route is a path, or `/folder/*` for everything in a folder. Paths of the
 * API are compared first, because most requests are for the API.
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
