// A proxy between the service and its database that a test can interrupt and restore.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { soon } from "../support/wait.ts"

/** What is lost when a connection goes silent: the message with the given text, or only what comes after it. */
export interface Silence {
  readonly at: string
  readonly loses: "the question" | "the answer"
}

/**
 * A connection that is closed at a message with one of the texts: `before` it reaches the server, `during` its work, or
 * `after` it, when the server's answer has come and is not passed on.
 */
export interface Cut {
  readonly at: ReadonlyArray<string>
  readonly moment: "before" | "during" | "after"
  /** Only on a connection that has sent this text since the cut was ordered. */
  readonly behind?: string
}

export interface Proxy {
  /** The same database, through the proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones. */
  readonly cut: () => Promise<void>
  /**
   * Passes nothing on and closes nothing, as when a host or a network vanishes: on all connections, open and new, or only
   * on the first that sends a text. Neither side learns of it, not even when the other closes its end.
   */
  readonly silence: (only?: Silence) => void
  /** Closes the next connection that sends one of the texts; resolves when it has. */
  readonly sever: (cut: Cut) => Promise<void>
  /** New connections work again. Those that were silent stay so, as their peers have lost each other. */
  readonly mend: () => Promise<void>
}

export const proxyTo = async (url: string): Promise<Proxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const silencers = new Set<() => void>()
  let silent = false
  let awaited: Silence | undefined
  let severed: (Cut & { readonly passed: Set<Socket>; readonly done: () => void }) | undefined

  /** Whether this message is the one at which the connection is closed; then it is taken care of. */
  const severs = (chunk: Buffer, near: Socket, far: Socket): boolean => {
    const cut = severed
    if (cut === undefined) return false
    if (cut.behind !== undefined && chunk.includes(cut.behind)) cut.passed.add(near)
    const isBehind = cut.behind === undefined || cut.passed.has(near)
    if (!isBehind || !cut.at.some((text) => chunk.includes(text))) return false
    severed = undefined
    const close = () => {
      near.destroy()
      far.destroy()
      cut.done()
    }
    if (cut.moment === "before") close()
    if (cut.moment === "during") far.write(chunk, close)
    if (cut.moment === "after") {
      // The first bytes of the answer: it comes when all of the message is done.
      far.removeAllListeners("data").once("data", close).once("close", close)
      far.write(chunk)
    }
    return true
  }

  const join = (near: Socket, far: Socket) => {
    let isSilent = silent
    const hush = () => {
      isSilent = true
    }
    silencers.add(hush)
    const pass = (from: Socket, to: Socket, asks: boolean) => {
      sockets.add(from)
      from.on("error", () => {})
      from.on("data", (chunk: Buffer) => {
        if (isSilent || (asks && severs(chunk, from, to))) return
        const { loses } = awaited !== undefined && chunk.includes(awaited.at) ? awaited : {}
        if (loses !== undefined) {
          awaited = undefined
          hush()
        }
        if (loses !== "the question") to.write(chunk)
      })
      from.once("close", () => {
        sockets.delete(from)
        silencers.delete(hush)
        if (!isSilent) to.destroy()
      })
    }
    pass(near, far, true)
    pass(far, near, false)
  }
  const open = async (port: number): Promise<Server> => {
    const server = createServer((near) => join(near, connect(Number(target.port || 5432), target.hostname)))
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
    silence: (only) => {
      awaited = only
      if (only !== undefined) return
      silent = true
      for (const hush of silencers) hush()
    },
    sever: (cut) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      severed = { ...cut, passed: new Set(), done: resolve }
      return soon(`a message with ${cut.at.join(" or ")}`, promise)
    },
    mend: async () => {
      silent = false
      awaited = undefined
      if (!server.listening) server = await open(port)
    }
  }
}
