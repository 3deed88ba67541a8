/** Headers that are not forwarded to the API. They contain credentials, or describe the browser or its page. */
const dropped = /^(cookie|origin|referer|authorization|x-laurel-dashboard|sec-.*)$/

/** How the forwarded request differs from the original one. */
export interface Forward {
  /** Default: the method of the original request. */
  readonly method?: string
  /** The absolute path, with its query. */
  readonly path: string
  /** The access token to send. */
  readonly token?: string
  /** The `Accept` header to send. Default: the header of the original request. */
  readonly accept?: string
  /** Whether the body is forwarded. Default: true. */
  readonly withBody?: boolean
}

/** Creates the request to the API from a request of the page. */
export const forwarded = (
  original: Request,
  { accept, method = original.method, path, token, withBody = true }: Forward
): Request => {
  const headers = new Headers()
  for (const [name, value] of original.headers) {
    const describesBody = /^(content-|transfer-encoding$)/.test(name)
    if (!dropped.test(name) && (withBody || !describesBody)) headers.set(name, value)
  }
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  if (accept !== undefined) headers.set("accept", accept)
  const body = withBody && method !== "GET" && method !== "HEAD" ? original.body : null
  const options = { method, headers, body, signal: original.signal }
  // The API ignores the host.
  return new Request(`http://localhost${path}`, body === null ? options : { ...options, duplex: "half" })
}
