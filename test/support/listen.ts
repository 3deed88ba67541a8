// A world behind a socket, for browsers and third-party clients.
import type { HandlerOptions } from "../../lib/entries/http.ts"
import type { Http, World } from "./world.ts"

export interface Listening extends Http {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves the world on a free port, with that address as its public URL. */
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
