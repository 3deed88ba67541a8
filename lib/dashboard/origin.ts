import { Forbidden } from "../accounts/Errors.ts"

/** What scripts of the page send with every write. A form or a link of another page cannot send a header of its own. */
export const pageHeader = "x-laurel-dashboard"

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

const isOwnOrigin = (origin: string, { headers }: Request, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin ||
  (URL.canParse(origin) && new URL(origin).host === headers.get("host"))

/** Why a request is not one of the page's own scripts; undefined if it is. */
export const strangeness = (request: Request, publicUrl: string): Forbidden | undefined => {
  const { headers, method } = request
  const site = headers.get("sec-fetch-site")
  const origin = headers.get("origin")
  // Browsers write Sec-Fetch-Site themselves; those that do not know it send Origin with every write.
  const isOwn =
    site === null ? origin === null || isOwnOrigin(origin, request, publicUrl) : site === "same-origin"
  if (!isOwn) return new Forbidden({ reason: "the dashboard's session is for its own page alone" })
  return isSafe(method) || headers.get(pageHeader) === "1"
    ? undefined
    : new Forbidden({ reason: `a write with the dashboard's session needs the header ${pageHeader}: 1` })
}
