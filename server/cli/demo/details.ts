import { once } from "node:events"
import { createServer } from "node:http"
import { recordOf } from "./people.ts"

export interface DetailsServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the partners' `userDetailsUrl` on this machine while the demo runs. `names` has the full names by tag. */
export const serveDetails = async (names: ReadonlyMap<string, string>): Promise<DetailsServer> => {
  const server = createServer((request, response) => {
    const tag = new URL(request.url ?? "/", "http://localhost").searchParams.get("tag") ?? ""
    const fullname = names.get(tag)
    response.writeHead(fullname === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(fullname === undefined ? "{}" : JSON.stringify(recordOf({ id: tag, fullname })))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port is free on 127.0.0.1")
  return {
    url: `http://127.0.0.1:${address.port}/users`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
