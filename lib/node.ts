/** Mounts the handler in servers that speak Node's own requests: `node:http`, Express and their kin. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

const peers = new WeakMap<Request, string>()

/** The address that a request came from; pass it as the handler's `address`. */
export const peerAddress = (request: Request): string | undefined => peers.get(request)

/** Express cuts the path under which it mounts from `url`, and keeps the whole in `originalUrl`. */
const targetOf = (incoming: IncomingMessage): string => {
  const original = "originalUrl" in incoming ? incoming.originalUrl : undefined
  const target = typeof original === "string" ? original : (incoming.url ?? "/")
  return target.startsWith("/") ? target : "/"
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "")
  }
  return headers
}

/** The host of the address is of no concern to the handler; one that the caller chose might not even parse. */
const requestOf = (incoming: IncomingMessage): Request => {
  const { method = "GET" } = incoming
  const url = `http://localhost${targetOf(incoming)}`
  const headers = headersOf(incoming)
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: Readable.toWeb(incoming), duplex: "half" })
}

/**
 * The handler as a listener of Node's. It reads the body itself: in front of it no other part of the host may do so, so
 * mount it before any body parser. A request that the web's `Request` cannot express, such as TRACE, gets 400.
 */
export const nodeListener =
  (fetch: (request: Request) => Promise<Response>) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const request = requestOf(incoming)
      const { remoteAddress } = incoming.socket
      if (remoteAddress !== undefined) peers.set(request, remoteAddress)
      const response = await fetch(request)
      const body = Buffer.from(await response.arrayBuffer())
      const length = body.byteLength === 0 ? {} : { "content-length": body.byteLength }
      outgoing.writeHead(response.status, { ...length, ...Object.fromEntries(response.headers) })
      outgoing.end(body)
    } catch {
      if (!outgoing.headersSent) outgoing.writeHead(400)
      outgoing.end()
    }
  }
