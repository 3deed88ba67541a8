import { type Listen, makeGate } from "./Server.ts"

export const listen: Listen = async ({ hostname, idleTimeout, port }) => {
  const { fetch, open } = makeGate()
  const server = Bun.serve({
    port,
    hostname,
    idleTimeout,
    fetch,
    // Without this Bun answers a defect with an HTML page.
    development: false,
    // By default Bun would share the port with another process that already listens, and split the requests.
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
