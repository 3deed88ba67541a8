// A Citus cluster of a test's own, whose workers the test may kill.
//
// CITUS_CLUSTER is the path of a script. `CITUS_PORT=<port> <script> start <folder>` starts a coordinator at the port and two workers at
// the next two, with their data in coordinator, worker1 and worker2 of the folder, and prints the URL of the coordinator. It starts only
// the nodes that do not run. `<script> stop <folder>` stops all nodes.
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { openMigrations } from "../../lib/index.ts"
import { citusCluster } from "../support/citus.ts"
import { makeTemplate } from "../support/migrated.ts"
import { onServer } from "../support/onServer.ts"
import { eventually } from "../support/wait.ts"

const run = promisify(execFile)

export const clusterScript = process.env.CITUS_CLUSTER

/** The name of tests that are skipped without a cluster. */
export const withoutCluster =
  "SKIPPED: CITUS_CLUSTER is not set, so no test can stop or fill the nodes of a cluster"

/** The number of a worker, from 1. */
export type Worker = 1 | 2

export interface OwnCluster {
  /** A database whose tables are distributed over the workers. */
  readonly database: () => Promise<string>
  /** Ends all processes of a worker at once, as a machine that loses its power. */
  readonly kill: (worker: Worker) => Promise<void>
  /** Ends the connections of a worker and answers no new ones, as a machine that cannot be reached. */
  readonly vanish: (worker: Worker) => Promise<void>
  /** Starts the workers that were killed, and waits until they accept connections. */
  readonly start: () => Promise<void>
  /** The worker at a port. */
  readonly workerAt: (port: number) => Worker
  readonly portOf: (worker: Worker) => number
  readonly stop: () => Promise<void>
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** The first of three free ports in a row. */
const freePorts = async (): Promise<number> => {
  for (;;) {
    const first = 21_000 + Math.floor(Math.random() * 8000)
    const free = await Promise.all([first, first + 1, first + 2].map(isFree))
    if (free.every(Boolean)) return first
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const childrenOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(pid)]).catch(() => ({ stdout: "" }))
  return stdout.split("\n").map(Number).filter(Boolean)
}

export const startCluster = async (): Promise<OwnCluster> => {
  const folder = await mkdtemp(join(tmpdir(), "laurel-cluster-"))
  const port = await freePorts()
  const script = async (command: "start" | "stop"): Promise<string> => {
    const env = { ...process.env, CITUS_PORT: String(port) }
    return (await run("bash", [clusterScript ?? "", command, folder], { env })).stdout.trim()
  }
  const url = await script("start")
  const nodes = [0, 1, 2].map((nth) => {
    const address = new URL(url)
    address.port = String(port + nth)
    return address.href
  })
  // The setting that docs/scaling.md gives the coordinator.
  await onServer(url, async (client) => {
    await client.query("ALTER SYSTEM SET citus.node_connection_timeout = '2s'")
    await client.query("SELECT pg_reload_conf()")
  })
  const pidFile = (worker: Worker): string => join(folder, `worker${worker}`, "postmaster.pid")
  const pidOf = async (worker: Worker): Promise<number> =>
    Number((await readFile(pidFile(worker), "utf8")).split("\n")[0])
  const server = citusCluster(url)
  const template = await makeTemplate(server)
  const tables = await openMigrations({ database: template, accounts: true })
  await tables.distribute().finally(tables.close)
  return {
    database: () => server.copyDatabase(template),
    kill: async (worker) => {
      const pid = await pidOf(worker)
      const all = [pid, ...(await childrenOf(pid))]
      for (const each of all) process.kill(each, "SIGKILL")
      await eventually(
        "the processes of the node to end",
        () => all.filter(isRunning),
        (left) => left.length === 0
      )
      await rm(pidFile(worker))
    },
    vanish: async (worker) => {
      const pid = await pidOf(worker)
      process.kill(pid, "SIGSTOP")
      for (const each of await childrenOf(pid)) process.kill(each, "SIGKILL")
    },
    start: async () => {
      await script("start")
      for (const node of nodes) await onServer(node, (client) => client.query("SELECT 1"))
    },
    workerAt: (at) => (at === port + 1 ? 1 : 2),
    portOf: (worker) => port + worker,
    stop: async () => {
      await server.stop().catch(() => undefined)
      await script("stop")
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    }
  }
}
