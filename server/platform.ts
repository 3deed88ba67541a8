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
  /** The paths of `Routes.exact`. */
  readonly exactPaths: ReadonlyArray<string>
}

export interface Routes {
  /**
   * Handlers of paths that must be requested in exactly this form. `/docs/../metrics` is not `/metrics`: a proxy in front of the service may
   * forbid only the second.
   */
  readonly exact: Readonly<Record<string, Fetch>>
  readonly rest: Fetch
}

/** An open port. */
export interface Server {
  readonly port: number
  /** The address that a request came from. */
  readonly peer: (request: Request) => string | undefined
  /**
   * Sets the handlers of all requests; earlier requests wait for them. The port is opened first, because the service's own URLs contain
   * the port.
   */
  readonly serve: (routes: Routes) => void
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

/** Holds requests back until `open` sets their handlers. */
const makeGate = (exactPaths: ReadonlyArray<string>) => {
  const { promise, resolve } = Promise.withResolvers<Routes>()
  let rest: Fetch = async (request) => (await promise).rest(request)
  const exact = exactPaths.map((path): readonly [string, Fetch] => [
    path,
    async (request) => {
      const routes = await promise
      return (routes.exact[path] ?? routes.rest)(request)
    }
  ])
  return {
    rest: (request: Request) => rest(request),
    exact,
    open: (routes: Routes): void => {
      rest = routes.rest
      resolve(routes)
    }
  }
}

const listenOnBun: Listen = async ({ exactPaths, hostname, idleTimeout, port }) => {
  const { exact, open, rest } = makeGate(exactPaths)
  const server = Bun.serve({
    port,
    hostname,
    idleTimeout,
    // Bun compares these paths with the target as it was sent. The URL of a request has no dot segments any more.
    routes: Object.fromEntries(exact),
    fetch: rest,
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

const listenOnNode: Listen = async ({ exactPaths, hostname, idleTimeout, port }) => {
  const { exact, open, rest } = makeGate(exactPaths)
  const timeout = idleTimeout * 1000
  const listenerOf = (fetch: Fetch) => nodeListener(async (request) => fetch(request))
  const exactListeners = new Map(exact.map(([path, fetch]) => [path, listenerOf(fetch)]))
  const otherListener = listenerOf(rest)
  const server = createServer(
    { keepAliveTimeout: timeout, headersTimeout: timeout },
    (incoming, outgoing) => {
      const [path = ""] = (incoming.url ?? "").split("?", 1)
      const listener = exactListeners.get(path) ?? otherListener
      return listener(incoming, outgoing)
    }
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
