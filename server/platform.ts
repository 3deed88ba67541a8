import type { Assets } from "../lib/dashboard.ts"
import type { Listen } from "./platform/Server.ts"

export type { Fetch, Server } from "./platform/Server.ts"

/** Everything that differs between the runtimes. */
export interface Platform {
  readonly listen: Listen
  /** The files of the dashboard. */
  readonly dashboard: () => Promise<Assets>
  /** The files of the API reference. */
  readonly docs: () => Promise<Assets>
}

/**
 * Opens ports with Bun's own server on Bun, and with `node:http` on Node and Deno. `Deno.serve` is not used: it has no time-outs,
 * and it never closes a connection whose request was answered before its body arrived.
 */
export const listen: Listen = async (options) => {
  const { listen } =
    "Bun" in globalThis ? await import("./platform/bun.ts") : await import("./platform/node.ts")
  return listen(options)
}
