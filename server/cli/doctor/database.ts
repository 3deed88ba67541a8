import { RewardsError } from "../../../lib/index.ts"
import { databaseOf } from "../database.ts"
import { openTables } from "../open.ts"
import type { Finding } from "./Finding.ts"

/** Milliseconds by which the clocks may differ before windows of limits and tokens are judged differently. */
const skewToWarn = 1000
const skewToFault = 60_000

const migrationsOf = (status: {
  readonly applied: ReadonlyArray<unknown>
  readonly pending: ReadonlyArray<unknown>
  readonly unknown: ReadonlyArray<unknown>
}): Finding => {
  const about = "migrations"
  if (status.unknown.length > 0) {
    return { about, state: "fault", detail: "the database was used by a newer version: use that version" }
  }
  return status.pending.length === 0
    ? { about, state: "ok", detail: `all ${status.applied.length} applied` }
    : {
        about,
        state: "warning",
        detail: `${status.pending.length} pending: the service applies them when it starts, or run "laurel migrate up"`
      }
}

/** The answer took some time; the clock of the database was read somewhere in between. */
export const clockFinding = (before: number, database: number, after: number): Finding => {
  const skew = database < before ? before - database : database > after ? database - after : 0
  const detail = `differs from that of the database by ${skew === 0 ? "less than the answer took" : `${skew} ms`}`
  if (skew < skewToWarn) return { about: "clock", state: "ok", detail }
  return {
    about: "clock",
    state: skew < skewToFault ? "warning" : "fault",
    detail: `${detail}: synchronise the clocks of both machines`
  }
}

export const checkDatabase = async (
  environment: Readonly<Record<string, string | undefined>>
): Promise<ReadonlyArray<Finding>> => {
  try {
    const tables = await openTables(environment, databaseOf(environment), true)
    try {
      await tables.about()
      const before = Date.now()
      const { now, version } = await tables.about()
      const after = Date.now()
      return [
        { about: "database", state: "ok", detail: `${version}, answers in ${after - before} ms` },
        migrationsOf(await tables.status()),
        clockFinding(before, now.getTime(), after)
      ]
    } finally {
      await tables.close()
    }
  } catch (error) {
    const detail = error instanceof RewardsError || error instanceof Error ? error.message : String(error)
    return [{ about: "database", state: "fault", detail }]
  }
}
