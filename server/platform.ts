import type { Assets } from "../lib/entries/dashboard.ts"
import { type Listen, makeGate } from "./platform/Server.ts"

export type { Fetch, Server } from "./platform/Server.ts"

/** Everything that differs between the runtimes. */
export interface Platform {
  readonly listen: Listen
  /** The files of the dashboard. */
  readonly dashboard: () => Promise<Assets>
  /** The files of the API reference. */
  readonly docs: () => Promise<Assets>
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

/**
 * Opens ports with Bun's own server on Bun, and with `node:http` on Node and Deno. `Deno.serve` is not used: it has no time-outs,
 * and it never closes a connection whose request was answered before its body arrived.
 */
export const listen: Listen = async (options) =>
  "Bun" in globalThis ? listenOnBun(options) : (await import("./platform/node.ts")).listenOnNode(options)
