import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { RedisClient } from "bun"
import { scattered } from "./crowd.ts"
import { userId } from "./load.ts"

export interface Redis {
  readonly load: (members: number, score: (index: number) => number) => Promise<void>
  /** The milliseconds that each of `count` ZREVRANK commands takes, one after the other. */
  readonly time: (members: number, from: number, count: number) => Promise<ReadonlyArray<number>>
  readonly close: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no port is free")
  return address.port
}

const connected = async (client: RedisClient): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      await client.send("PING", [])
      return
    } catch (error) {
      if (tries > 50) throw error
      await Bun.sleep(100)
    }
  }
}

/** Starts a Redis server on a free port, in memory only. Returns undefined if Redis is not installed. */
export const startRedis = async (): Promise<Redis | undefined> => {
  const program = Bun.which("redis-server")
  if (program === null) return undefined
  const port = await freePort()
  const arguments_ = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  const server = spawn(program, arguments_, { stdio: "ignore" })
  const exited = once(server, "exit")
  const client = new RedisClient(`redis://127.0.0.1:${port}`)
  await connected(client)
  const key = (members: number) => `board:${members}`
  return {
    load: async (members, score) => {
      for (let from = 0; from < members; from += 10_000) {
        const pairs: Array<string> = []
        for (let index = from; index < Math.min(members, from + 10_000); index++) {
          pairs.push(String(score(index)), userId(index))
        }
        await client.send("ZADD", [key(members), ...pairs])
      }
    },
    time: async (members, from, count) => {
      const taken: Array<number> = []
      for (let n = from; n < from + count; n++) {
        const start = performance.now()
        await client.send("ZREVRANK", [key(members), userId(scattered(n, members))])
        taken.push(performance.now() - start)
      }
      return taken
    },
    close: async () => {
      client.close()
      server.kill()
      await exited
    }
  }
}
