import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { nodeListener, peerAddress } from "../../lib/entries/node.ts"
import { type Listen, makeGate } from "./Server.ts"

/** `close` closes only connections that are idle now. The interval closes the others once they are answered. */
const stop = async (server: Server): Promise<void> => {
  const closed = once(server, "close")
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return address.port
}

export const listenOnNode: Listen = async ({ hostname, idleTimeout, port }) => {
  const { fetch, open } = makeGate()
  const timeout = idleTimeout * 1000
  const server = createServer(
    { keepAliveTimeout: timeout, headersTimeout: timeout },
    nodeListener(async (request) => fetch(request))
  )
  server.listen(port, hostname)
  // Rejects if the server emits "error" first.
  await once(server, "listening")
  return { port: portOf(server), peer: peerAddress, serve: open, stop: () => stop(server) }
}
