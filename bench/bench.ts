import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { type PostgresServer, startOwnPostgres, startPostgres } from "../test/support/postgres.ts"
import type { Row } from "./table.ts"

/** The resources of a workload. `close` removes all files and databases. */
export interface Bench {
  /** A smoke test: runs every path once. The figures mean little. */
  readonly quick: boolean
  readonly progress: (text: string) => void
  readonly sqliteFile: () => Promise<string>
  readonly postgresUrl: () => Promise<string>
}

export interface Workload {
  readonly name: string
  /** Takes minutes instead of seconds. Runs only if it is named. */
  readonly long?: boolean
  readonly run: (bench: Bench) => Promise<ReadonlyArray<Row>>
}

/** Data lies next to the code, because a temporary folder may be in memory and a commit has to reach a disk. */
export const openBench = async (quick: boolean): Promise<Bench & { readonly close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(import.meta.dirname, "data-"))
  let server: Promise<PostgresServer> | undefined
  let files = 0
  return {
    quick,
    progress: (text) =>
      process.stderr.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}\n`),
    sqliteFile: async () => join(folder, `${files++}.db`),
    postgresUrl: async () => {
      // The cluster at CITUS_URL is for the workloads that name it.
      server ??= (process.env.CITUS_URL ? startOwnPostgres : startPostgres)({ durable: true })
      return (await server).freshDatabase()
    },
    close: async () => {
      await rm(folder, { recursive: true, force: true })
      await (await server?.catch(() => undefined))?.stop()
    }
  }
}
