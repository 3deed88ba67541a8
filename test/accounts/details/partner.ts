// A real server of a partner, on this machine. It answers with exactly the bytes that the test chooses.
import { createServer, type Server, type Socket } from "node:net"
import { createServer as createSecureServer } from "node:tls"
import type { Identity } from "../../support/certificates.ts"
import { soon } from "../../support/wait.ts"
import { record } from "./record.ts"

/** What the server does with a connection after it has received a request. */
export type Script = (socket: Socket, asked: string) => void

export interface PartnerServer {
  readonly port: number
  /** The received requests, one per connection, from the first byte on. */
  readonly asked: ReadonlyArray<string>
  readonly connections: () => number
  /** Resolves after this many connections were made. */
  readonly connected: (count: number) => Promise<void>
  /** Resolves when no connection is open. */
  readonly deserted: () => Promise<void>
  readonly close: () => Promise<void>
}

export const answer = (body: string, ...headers: ReadonlyArray<string>): string =>
  [
    "HTTP/1.1 200 OK",
    "content-type: application/json",
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body
  ].join("\r\n")

export const answering =
  (text: string): Script =>
  (socket) =>
    void socket.end(text)

export const happy: Script = answering(answer(JSON.stringify(record)))

/** Writes the same text again and again until the client closes the connection. */
export const endless =
  (start: string, again: string): Script =>
  (socket) => {
    socket.write(start)
    const timer = setInterval(() => socket.write(again), 2)
    socket.on("close", () => clearInterval(timer))
  }

const waiting = () => {
  const waiters: Array<{ readonly holds: () => boolean; readonly resolve: () => void }> = []
  return {
    until: (what: string, holds: () => boolean) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (holds()) resolve()
      else waiters.push({ holds, resolve })
      return soon(what, promise)
    },
    look: () => {
      for (const { holds, resolve } of waiters) if (holds()) resolve()
    }
  }
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(address.port)
    })
  })

/** Counts connections before the TLS handshake, so that it also sees those that fail. */
export const startPartner = async (script: Script, identity?: Identity): Promise<PartnerServer> => {
  const open = new Set<Socket>()
  const asked: Array<string> = []
  const waiters = waiting()
  let connections = 0

  const serve = (socket: Socket) => {
    socket.on("error", () => {})
    socket.once("data", (bytes) => {
      asked.push(bytes.toString())
      script(socket, bytes.toString())
    })
  }
  const server = identity === undefined ? createServer(serve) : createSecureServer(identity, serve)
  server.on("tlsClientError", () => {})
  server.on("connection", (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => {
      open.delete(socket)
      waiters.look()
    })
    waiters.look()
  })
  const port = await listening(server)
  return {
    port,
    asked,
    connections: () => connections,
    connected: (count) => waiters.until(`${count} connections to the partner`, () => connections >= count),
    deserted: () => waiters.until("the partner's connections to close", () => open.size === 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      })
  }
}
