import { command, exit } from "./Command.ts"
import { flag, setting } from "./options.ts"

const options = {
  database: setting("DATABASE_URL", "url", "The database"),
  "without-accounts": flag("Omits the tables of accounts, for hosts that use only the library")
}

export const migrateStatus = command({
  name: "migrate status",
  summary: "Shows the applied and the pending migrations",
  about: "Exit code 1 if the database is not up to date, or was used by a newer version.",
  options,
  run: async ({ environment, options, terminal }) => {
    const { databaseOf } = await import("./database.ts")
    const { openTables } = await import("./open.ts")
    const database = databaseOf(environment)
    const tables = await openTables(environment, database, !options["without-accounts"])
    const { applied, pending, unknown } = await tables.status().finally(tables.close)
    await terminal.result({ current: pending.length + unknown.length === 0, applied, pending, unknown }, [
      ...applied.map(
        ({ appliedAt, id, name, wing }) => `${wing} ${id} ${name}: applied at ${appliedAt.toISOString()}`
      ),
      ...pending.map(({ id, name, wing }) => `${wing} ${id} ${name}: pending`),
      ...unknown.map(
        ({ id, name, wing }) => `${wing} ${id} ${name}: unknown to this version, use the newer one`
      )
    ])
    if (pending.length > 0) terminal.note('Apply the pending migrations with "laurel migrate up".')
    return pending.length + unknown.length === 0 ? exit.ok : exit.fault
  }
})

export const migrateUp = command({
  name: "migrate up",
  summary: "Creates the tables, or brings them up to date",
  about:
    "The service does the same when it starts. Processes that migrate at the same time wait for each other.",
  options,
  run: async ({ environment, options, terminal }) => {
    const { databaseOf } = await import("./database.ts")
    const { openTables } = await import("./open.ts")
    const database = databaseOf(environment, { mayBeNew: true })
    const tables = await openTables(environment, database, !options["without-accounts"])
    const done = await tables.up().finally(tables.close)
    await terminal.result(
      { applied: done },
      done.map(({ name, wing }) => `${wing} ${name}: applied`)
    )
    terminal.note(
      done.length === 0 ? "The database was up to date." : `${done.length} migrations were applied.`
    )
    return exit.ok
  }
})
