import type { Assets } from "../lib/dashboard.ts"

export type Fetch = (request: Request) => Response | Promise<Response>

export interface ListenOptions {
  readonly port: number
  readonly hostname: string
  /** Seconds for which a connection may be silent. */
  readonly idleTimeout: number
}

/** An open port. */
export interface Server {
  readonly port: number
  /** The address that a request came from. */
  readonly peer: (request: Request) => string | undefined
  /** Answers all requests, those too that came before: addresses of the service are built with the port that it got. */
  readonly serve: (fetch: Fetch) => void
  /** Accepts nothing more, and returns when all requests have their answers. */
  readonly stop: () => Promise<void>
}

/** Opens a port, or fails where it is taken or not allowed. */
export type Listen = (options: ListenOptions) => Promise<Server>

/** All that differs between the runtimes. */
export interface Platform {
  readonly listen: Listen
  /** The files of the dashboard. */
  readonly dashboard: () => Promise<Assets>
  /** The files of the API reference. */
  readonly docs: () => Promise<Assets>
}

/**
 * Opens ports with Bun's own server on Bun, and with `node:http` on Node and Deno. `Deno.serve` is not used: it has no time-outs,
 * and keeps a connection open for ever whose request was answered before its body had come.
 */
export const listen: Listen = async (options) => {
  const { listen } =
    "Bun" in globalThis ? await import("./platform/bun.ts") : await import("./platform/node.ts")
  return listen(options)
}
