import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Posts } from "./scene.ts"

export interface Load {
  readonly url: string
  readonly token: string
  readonly posts: Posts
  readonly connections: number
  readonly seconds: number
  /** A fixed number of requests per second, instead of as many as the connections can carry. */
  readonly pace?: number
  /** Logins to request beside the awards, at a fixed rate. */
  readonly logins?: { readonly url: string; readonly body: string; readonly perSecond: number } | undefined
}

/** Awards or requests per second, and the median and 99th percentile latency in milliseconds. */
export interface Figures {
  readonly requests: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

interface Report {
  readonly requests: number
  readonly seconds: number
  readonly refused: number
  readonly broken: number
  readonly p50: number
  readonly p99: number
}

const wrk = Bun.which("wrk")
export const generator = wrk === null ? "a load program in Bun" : "wrk"

const commandOf = ({ url, posts, connections, seconds, pace }: Load): ReadonlyArray<string> => {
  const program = (name: string) => join(import.meta.dirname, "load", name)
  if (pace !== undefined) return [process.execPath, "run", program("paced.ts")]
  if (wrk === null) return [process.execPath, "run", program("client.ts")]
  return [
    wrk,
    "--threads=1",
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    "--timeout=10s",
    `--script=${program("wrk.lua")}`,
    url + posts.path
  ]
}

/** Puts load on a server from another process. An unexpected answer fails the whole run. */
export const run = async (load: Load): Promise<Figures> => {
  const { url, token, posts, connections, seconds, pace, logins } = load
  const folder = await mkdtemp(join(tmpdir(), "laurel-load-"))
  const bodies = join(folder, "bodies")
  try {
    await writeFile(bodies, `${posts.bodies.join("\n")}\n`)
    const child = Bun.spawn([...commandOf(load)], {
      env: {
        PATH: process.env.PATH,
        LOAD_URL: url + posts.path,
        LOAD_TOKEN: token,
        LOAD_BODIES: bodies,
        LOAD_CONNECTIONS: String(connections),
        LOAD_SECONDS: String(seconds),
        LOAD_PACE: String(pace),
        LOAD_LOGIN_URL: logins?.url,
        LOAD_LOGIN: logins?.body,
        LOAD_LOGINS: String(logins?.perSecond ?? 0)
      },
      stdout: "pipe",
      stderr: "inherit",
      timeout: (seconds + 30) * 1000
    })
    const output = await new Response(child.stdout).text()
    return figuresOf(posts, JSON.parse(output.trim().split("\n").at(-1)!) as Report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const figuresOf = (posts: Posts, report: Report): Figures => {
  const { requests, seconds, refused, broken, p50, p99 } = report
  const expected = posts.status >= 400 ? requests : 0
  if (requests === 0 || broken > 0 || refused !== expected) {
    throw new Error(`${posts.path}: not every answer was ${posts.status}: ${JSON.stringify(report)}`)
  }
  return { requests, rate: (requests * posts.awardsPerRequest) / seconds, p50, p99 }
}
