import { once } from "node:events"
import { createServer, type Server as NodeServer } from "node:http"
import type { Assets } from "../lib/entries/dashboard.ts"
import { nodeListener, peerAddress } from "../lib/entries/node.ts"
export type Fetch = (request: Request) => Response | Promise<Response>

interface ListenOptions {
  readonly port: number
  readonly hostname: string
  /** Seconds after which an idle connection is closed. */
  readonly idleTimeout: number
}

/** An open port. */
export interface Server {
  readonly port: number
  /** The address that a request came from. */
  readonly peer: (request: Request) => string | undefined
  /**
   * Sets the handler of all requests; earlier requests wait for it. The port is opened first, because the service's own URLs contain
   * the port.
   */
  readonly serve: (fetch: Fetch) => void
  /** Accepts no more requests, and resolves when all accepted ones are answered. */
  readonly stop: () => Promise<void>
}

/** Opens a port. Fails if the port is taken or not allowed. */
export type Listen = (options: ListenOptions) => Promise<Server>

/** Everything that differs between the runtimes. */
export interface Platform {
  readonly listen: Listen
  /** The files of the dashboard. */
  readonly dashboard: () => Promise<Assets>
  /** The files of the API reference. */
  readonly docs: () => Promise<Assets>
}

/** Holds requests back until `open` sets their handler. */
const makeGate = () => {
  const { promise, resolve } = Promise.withResolvers<Fetch>()
  let answer: Fetch = async (request) => (await promise)(request)
  return {
    fetch: (request: Request) => answer(request),
    open: (fetch: Fetch): void => {
      answer = fetch
      resolve(fetch)
    }
  }
}

const listenOnBun: Listen = async ({ hostname, idleTimeout, port }) => {
  const { fetch, open } = makeGate()
  const server = Bun.serve({
    port,
    hostname,
    idleTimeout,
    fetch,
    // Without this Bun answers a defect with an HTML page.
    development: false,
    // With `development: false` Bun would otherwise share a port that another process listens on, and split the requests.
    reusePort: false,
    // The handler refuses large bodies itself, with an error in our envelope; Bun would send an empty 413. Bun limits headers: it
    // sends an empty 431 for more than 16 KiB or 200 headers.
    maxRequestBodySize: 1024 ** 3
  })
  return {
    port: server.port ?? port,
    peer: (request) => server.requestIP(request)?.address,
    serve: open,
    stop: () => server.stop()
  }
}

/** `close` closes only connections that are idle now. The interval closes the others once they are answered. */
const stopNode = async (server: NodeServer): Promise<void> => {
  const closed = once(server, "close")
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}

const portOf = (server: NodeServer): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return address.port
}

const listenOnNode: Listen = async ({ hostname, idleTimeout, port }) => {
  const { fetch, open } = makeGate()
  const timeout = idleTimeout * 1000
  const server = createServer(
    { keepAliveTimeout: timeout, headersTimeout: timeout },
    nodeListener(async (request) => fetch(request))
  )
  server.listen(port, hostname)
  // Rejects if the server emits "error" first.
  await once(server, "listening")
  return { port: portOf(server), peer: peerAddress, serve: open, stop: () => stopNode(server) }
}

/**
 * Opens ports with Bun's own server on Bun, and with `node:http` on Node and Deno. `Deno.serve` is not used: it has no time-outs,
 * and it never closes a connection whose request was answered before its body arrived.
 */
export const listen: Listen = async (options) =>
  "Bun" in globalThis ? listenOnBun(options) : listenOnNode(options)
