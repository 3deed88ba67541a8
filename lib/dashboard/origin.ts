import { Forbidden } from "../accounts/Errors.ts"

/** A header that the page's scripts send with every write. A form or link of another page cannot send custom headers. */
export const pageHeader = "x-laurel-dashboard"

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

const isOwnOrigin = (origin: string, { headers }: Request, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin ||
  (URL.canParse(origin) && new URL(origin).host === headers.get("host"))

/** Why a request does not come from the page's own scripts; undefined if it does. */
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
