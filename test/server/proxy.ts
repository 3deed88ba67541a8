// A proxy between the service and its database that a test can interrupt and restore.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

export interface Proxy {
  /** The same database, through the proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
}

export const proxyTo = async (url: string): Promise<Proxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const follow = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.once("close", () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
  const open = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname)
      follow(near, far)
      follow(far, near)
    })
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
    return server
  }
  let server = await open(0)
  const { port } = server.address() as AddressInfo
  const through = new URL(url)
  through.hostname = "127.0.0.1"
  through.port = String(port)
  return {
    url: through.href,
    cut: async () => {
      const closed = once(server, "close")
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => {
      server = await open(port)
    }
  }
}
