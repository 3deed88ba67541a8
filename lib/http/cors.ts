/** Which web pages may call the service from a browser. */
export interface CorsOptions {
  /** `"*"` allows every page. A list allows the pages of its origins, such as `https://shop.example`. */
  readonly origins: "*" | ReadonlyArray<string>
}

const allowedHeaders = "authorization, content-type, idempotency-key, if-match, last-event-id, x-request-id"
const exposedHeaders =
  "x-request-id, idempotency-replayed, retry-after, ratelimit, ratelimit-policy, www-authenticate, etag"

/** Adds the headers that let a page of another origin read an answer in a browser. */
export const makeCors = ({ origins }: CorsOptions) => {
  const allowed = origins === "*" ? undefined : new Set(origins.map((origin) => origin.replace(/\/$/, "")))

  return (request: Request, response: Response): Response => {
    const { headers } = response
    const origin = request.headers.get("origin")
    // The answer depends on the origin, so a cache must not serve it to another origin.
    if (allowed !== undefined) headers.append("vary", "Origin")
    if (origin === null || allowed?.has(origin) === false) return response
    headers.set("access-control-allow-origin", allowed === undefined ? "*" : origin)
    headers.set("access-control-expose-headers", exposedHeaders)
    if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
      headers.set("access-control-allow-methods", headers.get("allow") ?? "")
      headers.set("access-control-allow-headers", allowedHeaders)
      headers.set("access-control-max-age", "600")
    }
    return response
  }
}
