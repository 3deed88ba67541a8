// What a hostile partner does to slow others down. Each kind goes on until it is stopped.
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { heavyBulk } from "../attacks/awards.ts"

export interface Hostile {
  readonly url: string
  readonly token: string
  /** The partner's e-mail address. */
  readonly email: string
  /** Where the partner's own database session goes, as that of a host does. */
  readonly database: string
  /** The tokens of all partners of the attacker, if it has several. */
  readonly tokens?: ReadonlyArray<string>
  /** The request to repeat or to hold, if the kind has no request of its own. */
  readonly path?: string
  /** How many callers or connections there are. */
  readonly callers?: number
  /** The port of this machine on which the attacker receives webhooks. */
  readonly receiver?: number
}

/** Where the name server of the kind "silent names" is. */
export const nameServer = "127.0.5.3"

/** How many answers had each status; 0 where there was none. */
export interface Told {
  readonly statuses: Readonly<Record<string, number>>
}

/** Starts, and returns how to stop. What is returned then is told. */
type Kind = (hostile: Hostile) => Promise<() => Promise<Told | undefined>>

const headersOf = ({ token }: Hostile) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json"
})

/** Repeats a request from many callers at once, each after a pause of its own. A refusal is not waited out for as long as it says. */
const flood =
  (callers: number, pause: number, request: (hostile: Hostile) => Promise<Response>): Kind =>
  async (hostile) => {
    let isOn = true
    const statuses: Record<string, number> = {}
    const call = async (): Promise<void> => {
      while (isOn) {
        const answer = await request(hostile).catch(() => undefined)
        await answer?.arrayBuffer().catch(() => undefined)
        const status = answer?.status ?? 0
        statuses[status] = (statuses[status] ?? 0) + 1
        await setTimeout(Math.random() * 2 * pause)
      }
    }
    const running = Array.from({ length: callers }, call)
    return async () => {
      isOn = false
      await Promise.all(running)
      return { statuses }
    }
  }

const award = (userId: string, ruleName = "visit") => ({ userId, ruleName })
const post = (hostile: Hostile, path: string, body: unknown) =>
  fetch(`${hostile.url}/api/v1${path}`, {
    method: "POST",
    headers: headersOf(hostile),
    body: JSON.stringify(body)
  })

/** Milliseconds after which a socket that the service has closed is opened again, at most. */
const reopening = 5000

/** Sockets that are opened again when the service closes them. Those that do not read leave the answers to the service. */
const crowd =
  (size: number, greeting: (hostile: Hostile, index: number) => string, reads = true): Kind =>
  async (hostile) => {
    const sockets = new Set<Socket>()
    let isOn = true
    const { hostname, port } = new URL(hostile.url)
    const open = (index: number): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname.replace(/[[\]]/g, ""))
        sockets.add(socket)
        socket.on("connect", () => {
          socket.write(greeting(hostile, index))
          resolve()
        })
        if (reads) socket.on("data", () => {})
        else socket.pause()
        socket.on("error", () => resolve())
        socket.on("close", async () => {
          sockets.delete(socket)
          await setTimeout(Math.random() * reopening)
          if (isOn) await open(index)
        })
      })
    for (let index = 0; index < size; index += 100) {
      await Promise.all(Array.from({ length: Math.min(100, size - index) }, (_, each) => open(index + each)))
    }
    return async () => {
      isOn = false
      for (const socket of sockets) socket.destroy()
      return undefined
    }
  }

const halfBody = ({ token }: Hostile, index: number): string =>
  [
    "POST /api/v1/laas/rules/award HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    index % 2 === 0 ? "Content-Length: 100" : "Transfer-Encoding: chunked",
    "",
    index % 2 === 0 ? "{" : "1\r\n{\r\n"
  ].join("\r\n")

const tokensOf = ({ token, tokens = [token] }: Hostile): ReadonlyArray<string> => tokens
const oneOf = <A>(values: ReadonlyArray<A>): A | undefined =>
  values[Math.floor(Math.random() * values.length)]

/** A request for the path, by the partners in turns. */
const asked =
  (accept: string) =>
  (hostile: Hostile, index: number): string => {
    const tokens = tokensOf(hostile)
    return [
      `GET /api/v1${hostile.path} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${tokens[index % tokens.length]}`,
      `Accept: ${accept}`,
      "",
      ""
    ].join("\r\n")
  }

const sized =
  (usual: number, kind: (size: number) => Kind): Kind =>
  (hostile) =>
    kind(hostile.callers ?? usual)(hostile)

/** Takes webhooks and never answers, while there are events with much metadata. */
const silence: Kind = async (hostile) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("data", () => {})
    socket.on("error", () => {})
  })
  await once(server.listen(hostile.receiver, "127.0.0.1"), "listening")
  for (const token of tokensOf(hostile)) {
    for (let count = 0; count < 13; count++) {
      await post({ ...hostile, token }, "/laas/rules/awards", heavyBulk).catch(() => undefined)
    }
  }
  return async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    return undefined
  }
}

/** A name server that never answers, and requests for which the service needs a name. */
const silentNames: Kind = async (hostile) => {
  const socket = createSocket("udp4")
  socket.bind(53, nameServer)
  await once(socket, "listening")
  const tag = () => ({ tag: `tag-${Math.floor(Math.random() * 1e9)}` })
  const stop = await flood(hostile.callers ?? 16, 10, (each) => post(each, "/laas/users", tag()))(hostile)
  return async () => {
    const told = await stop()
    socket.close()
    return told
  }
}

/** A transaction of a host that keeps the partner's rules locked, and awards that wait for it. */
const locks: Kind = async (hostile) => {
  const client = new pg.Client({ connectionString: hostile.database })
  await client.connect()
  await client.query("BEGIN")
  await client.query(
    "SELECT 1 FROM rewards_rule r JOIN rewards_person l USING (partner_id) WHERE l.email = $1 FOR UPDATE OF r",
    [hostile.email]
  )
  const stop = await flood(64, 0, () => post(hostile, "/laas/rules/award", award("ada")))(hostile)
  return async () => {
    await client.query("ROLLBACK")
    await client.end()
    return stop()
  }
}

const bulkOf = (length: number) => ({ awards: Array.from({ length }, () => award("ada")) })
const [bulk, largeBulk] = [bulkOf(500), bulkOf(1000)]

export const kinds: Readonly<Record<string, Kind>> = {
  locks,
  bulks: flood(16, 0, (hostile) => post(hostile, "/laas/rules/awards", bulk)),
  "slow bodies": crowd(1000, halfBody),
  "bad tokens": flood(32, 5, (hostile) =>
    post({ ...hostile, token: crypto.randomUUID() }, "/laas/rules/award", award("ada"))
  ),
  sockets: crowd(4000, () => "GET / HTTP/1.1\r\nHost: localhost\r\n"),
  "idle connections": crowd(5000, () => ""),
  "large bodies": flood(4, 20, (hostile) =>
    post(hostile, "/laas/rules/award", { userId: "x".repeat(2 ** 21) })
  ),
  readers: sized(20, (size) =>
    flood(size, 0, (hostile) =>
      fetch(`${hostile.url}/api/v1${hostile.path}`, { headers: headersOf(hostile) })
    )
  ),
  "unread answers": sized(60, (size) => crowd(size, asked("application/json"), false)),
  "unread streams": sized(48, (size) => crowd(size, asked("text/event-stream"), false)),
  streams: sized(1000, (size) => crowd(size, asked("text/event-stream"))),
  "silent receiver": silence,
  "silent names": silentNames,
  logins: sized(290, (size) =>
    flood(size, 2000, (hostile) =>
      post(hostile, "/demo/partners/login", {
        email: `${crypto.randomUUID()}@example.org`,
        password: "guess"
      })
    )
  ),
  "bulks of several": sized(16, (size) =>
    flood(size, 0, (hostile) =>
      post({ ...hostile, token: oneOf(tokensOf(hostile)) ?? "" }, "/laas/rules/awards", largeBulk)
    )
  ),
  "too many awards": flood(256, 100, (hostile) => post(hostile, "/laas/rules/award", award("ada")))
}

/** What a partner does to another; the rest is about the service as a whole. */
export const unfriendly = ["locks", "bulks", "slow bodies", "bad tokens", "sockets"]
