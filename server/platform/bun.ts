import type { Listen } from "../platform.ts"
import { makeGate } from "./gate.ts"

export const listen: Listen = async ({ hostname, idleTimeout, port }) => {
  const { fetch, open } = makeGate()
  const server = Bun.serve({
    port,
    hostname,
    idleTimeout,
    fetch,
    // Otherwise Bun answers a defect with a page of its own.
    development: false,
    // Outside of development Bun would share the port with another process that has it already, and split the requests.
    reusePort: false,
    // The handler refuses large bodies in the envelope, before they are read; Bun alone would send a bare 413. Headers are
    // Bun's: past 16 KiB, or 200 of them, it answers a bare 431.
    maxRequestBodySize: 1024 ** 3
  })
  return {
    port: server.port ?? port,
    peer: (request) => server.requestIP(request)?.address,
    serve: open,
    stop: () => server.stop()
  }
}
