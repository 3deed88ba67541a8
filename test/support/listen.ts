// A world behind a socket, for browsers and for clients that are not ours.
import type { HandlerOptions } from "../../lib/http.ts"
import type { Http, World } from "./world.ts"

export interface Listening extends Http {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves the world at an address of its own, which it also publishes as its own. */
export const listen = ({ http }: World, options: HandlerOptions = {}): Listening => {
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    development: false,
    fetch: (request) => served.fetch(request)
  })
  const url = `http://localhost:${server.port}`
  const served = http({ publicUrl: url, ...options })
  const stop = async () => {
    await server.stop(true)
    await served.dispose()
  }
  return { ...served, url, stop }
}
