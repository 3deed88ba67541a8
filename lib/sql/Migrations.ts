import { Effect, Layer, Schema } from "effect"
import { identity } from "../accounts/migrations/0002_identity.ts"
import { rate } from "../accounts/migrations/0003_rate.ts"
import { accounts } from "../accounts/migrations/0004_accounts.ts"
import { authorization } from "../accounts/migrations/0005_authorization.ts"
import { boards } from "../boards/migrations/0006_boards.ts"
import { core } from "../rewards/migrations/0001_core.ts"
import { Database } from "./Database.ts"
import type { Dialect } from "./Dialect.ts"
import { Integer } from "./Row.ts"
import { statement } from "./Statement.ts"

/**
 * The static manifest: no file is read at run time, so a bundle carries its own migrations. Forward only; a migration
 * that has been released is never edited.
 */
const manifest: ReadonlyArray<{
  readonly id: number
  readonly name: string
  readonly up: (dialect: Dialect) => ReadonlyArray<string>
}> = [
  { id: 1, name: "core", up: core },
  { id: 2, name: "identity", up: identity },
  { id: 3, name: "rate", up: rate },
  { id: 4, name: "accounts", up: accounts },
  { id: 5, name: "authorization", up: authorization },
  { id: 6, name: "boards", up: boards }
]

/** The database was migrated by a version of the library that this one does not know. */
export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()("DatabaseTooNew", {
  found: Schema.Int,
  known: Schema.Int
}) {
  override get message(): string {
    return `the database is at migration ${this.found}, this version of laurel-rewards knows ${this.known}: use the newer version`
  }
}

const applied = statement({
  input: {},
  output: Schema.Struct({ id: Integer }),
  sql: "SELECT id FROM rewards_migration ORDER BY id"
})

const found = Schema.Struct({ name: Schema.String })

const manifestTable = {
  sqlite: statement({
    input: {},
    output: found,
    sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'rewards_migration'"
  }),
  postgres: statement({
    input: {},
    output: found,
    sql: "SELECT 'rewards_migration' AS name WHERE to_regclass('rewards_migration') IS NOT NULL"
  })
}

const record = statement({
  input: { id: "integer", name: "text", applied_at: "instant" },
  sql: `INSERT INTO rewards_migration (id, name, applied_at) SELECT id, name, applied_at FROM input`
})

/** Any number, as long as nothing else in the host's database uses it for the same purpose. */
const advisoryLock = "SELECT pg_advisory_xact_lock(7164250981673)"

/** Brings the tables up to date in one transaction; processes that start together wait for the first. */
export const migrate = Effect.fn("Migrations.migrate")(function* () {
  const database = yield* Database
  const now = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis)).toISOString()
  const { integer, text, instant } = database.dialect.types
  return yield* database.transaction(
    Effect.gen(function* () {
      if (database.dialect.name === "postgres") yield* database.define(advisoryLock)
      // A role that may not create tables can start on a database that is up to date.
      if ((yield* database.run(manifestTable[database.dialect.name], [{}])).length === 0) {
        yield* database.define(
          `CREATE TABLE rewards_migration (
            id ${integer} NOT NULL PRIMARY KEY, name ${text} NOT NULL, applied_at ${instant} NOT NULL
          )`
        )
      }
      const done = new Set((yield* database.run(applied, [{}])).map((row) => row.id))
      const newest = Math.max(0, ...done)
      const known = Math.max(...manifest.map((migration) => migration.id))
      if (newest > known) return yield* new DatabaseTooNew({ found: newest, known })
      const pending = manifest.filter((migration) => !done.has(migration.id))
      for (const { up } of pending)
        yield* Effect.forEach(up(database.dialect), database.define, { discard: true })
      yield* database.run(
        record,
        pending.map(({ id, name }) => ({ id, name, applied_at: now }))
      )
      return pending.map(({ name }) => name)
    })
  )
})

export const layer = Layer.effectDiscard(migrate())
