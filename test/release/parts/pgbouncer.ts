// A PgBouncer in transaction mode in front of the test server. Found on the PATH, or at PGBOUNCER.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { onServer } from "../../support/onServer.ts"

/** The path of the program, or undefined if it is not installed. */
export const pgbouncer: string | undefined =
  process.env.PGBOUNCER ??
  Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }) ??
  undefined

export const pgbouncerVersion = (): readonly [number, number] => {
  const output = execFileSync(pgbouncer ?? "", ["--version"], { encoding: "utf8" })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output) ?? []
  return [Number(major), Number(minor)]
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

/** PgBouncer refuses to run as root. */
const account = () =>
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })),
        gid: Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" }))
      }
    : {}

export interface Pooler {
  /** The address of a database through the pooler. */
  readonly through: (database: string) => string
  readonly stop: () => Promise<void>
}

/** Starts it in front of the server of a database, with so many connections for each database. */
export const startPooler = async (database: string, poolSize: number, settings = ""): Promise<Pooler> => {
  const { hostname, port: serverPort } = new URL(database)
  const folder = await mkdtemp(join(tmpdir(), "laurel-pgbouncer-"))
  await chmod(folder, 0o755)
  const port = await freePort()
  const file = join(folder, "pgbouncer.ini")
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
${settings}
`
  )
  const child = spawn(pgbouncer ?? "", ["-q", file], { ...account(), stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.on("data", (chunk) => (output += chunk))
  const ended = once(child, "close")
  const through = (address: string): string => {
    const url = new URL(address)
    url.host = `127.0.0.1:${port}`
    return url.href
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await onServer(through(database), (client) => client.query("SELECT 1"))
      break
    } catch (error) {
      if (attempt === 100 || child.exitCode !== null)
        throw new Error(`PgBouncer did not start: ${output}`, { cause: error })
      await setTimeout(50)
    }
  }
  return {
    through,
    stop: async () => {
      child.kill("SIGINT")
      child.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
