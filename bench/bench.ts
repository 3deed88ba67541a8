import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { type PostgresServer, startPostgres } from "../test/support/postgres.ts"
import type { Row } from "./table.ts"

/** What a workload may use. Everything that is made here is gone after `close`. */
export interface Bench {
  /** A smoke run: every path once, figures that mean little. */
  readonly quick: boolean
  readonly progress: (text: string) => void
  readonly sqliteFile: () => Promise<string>
  readonly postgresUrl: () => Promise<string>
}

export interface Workload {
  readonly name: string
  /** Minutes rather than seconds: left out unless asked for. */
  readonly long?: boolean
  readonly run: (bench: Bench) => Promise<ReadonlyArray<Row>>
}

/** Next to the code rather than in a temporary folder, which may be memory: a commit has to reach a disk. */
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
      server ??= startPostgres({ durable: true })
      return (await server).freshDatabase()
    },
    close: async () => {
      await rm(folder, { recursive: true, force: true })
      await (await server?.catch(() => undefined))?.stop()
    }
  }
}
