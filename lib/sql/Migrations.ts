import { Clock, Effect, Layer, Schema } from "effect"
import { explained } from "../schema/Input.ts"
import { Database } from "./Database.ts"
import type { Dialect } from "./Dialect.ts"
import { placeTables } from "./Distribution.ts"
import { Instant, Integer } from "./Row.ts"
import { statement } from "./Statement.ts"
import type { Placed } from "./Table.ts"

export interface Migration {
  readonly id: number
  readonly name: string
  /**
   * Set if processes of older versions cannot continue after it, for example because it removes a column. They are then not ready any
   * more. All other migrations must not change what older versions read and write.
   */
  readonly breaking?: true
  readonly up: (dialect: Dialect) => ReadonlyArray<string>
}

/** Older versions know only the row of a migration, so its name marks it as breaking. */
const breakingMark = "breaking: "

const recordedName = ({ breaking, name }: Migration): string => (breaking ? breakingMark : "") + name

/**
 * The migrations of a wing's tables. The list is a value, so that a bundle contains the migrations and no file is read at run time.
 * A migration cannot be undone.
 */
export interface WingMigrations {
  readonly wing: string
  readonly migrations: ReadonlyArray<Migration>
  /** All tables of the wing, each after those that it refers to. */
  readonly tables: ReadonlyArray<Placed>
}

/** The database was migrated by a version of the library that this one does not know. */
export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()(
  "DatabaseTooNew",
  { wing: Schema.String, found: Schema.Int, known: Schema.Int },
  explained(
    "A newer version of the library has migrated the database.",
    "Start that version, or a newer one."
  )
) {
  override get message(): string {
    return `the database is at migration ${this.found} of ${this.wing}, this version of laurel-rewards knows ${this.known}: use the newer version`
  }
}

const applied = statement({
  input: { wing: "text" },
  output: Schema.Struct({ id: Integer }),
  sql: "SELECT m.id FROM input CROSS JOIN rewards_migration m WHERE m.wing = input.wing ORDER BY m.id"
})

/** A statement without input whose text differs between the databases. */
const byDialect = <A, I>(output: Schema.Schema<A, I>, sql: Readonly<Record<Dialect["name"], string>>) => ({
  sqlite: statement({ input: {}, output, sql: sql.sqlite }),
  postgres: statement({ input: {}, output, sql: sql.postgres })
})

const manifestTable = byDialect(Schema.Struct({ name: Schema.String }), {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'rewards_migration'",
  postgres: "SELECT 'rewards_migration' AS name WHERE to_regclass('rewards_migration') IS NOT NULL"
})

const record = statement({
  input: { wing: "text", id: "integer", name: "text", appliedAt: "instant" },
  sql: "INSERT INTO rewards_migration (wing, id, name, applied_at) SELECT wing, id, name, applied_at FROM input"
})

/** Any number that the host's database does not use for another advisory lock. */
const advisoryLock = "SELECT pg_advisory_xact_lock(7164250981673)"

/** Brings a wing's tables up to date in one transaction; processes that start together wait for the first. */
export const migrate = Effect.fn("Migrations.migrate")(function* ({
  wing,
  migrations,
  tables
}: WingMigrations) {
  const database = yield* Database
  const appliedAt = new Date(yield* Clock.currentTimeMillis)
  const { integer, text, instant } = database.dialect.types
  return yield* database.patientTransaction(
    Effect.gen(function* () {
      if (database.dialect.name === "postgres") yield* database.define(advisoryLock)
      // A role that may not create tables can start on a database that is up to date.
      if ((yield* database.run(manifestTable[database.dialect.name], [{}])).length === 0) {
        yield* database.define(
          `CREATE TABLE rewards_migration (
            wing ${text} NOT NULL,
            id ${integer} NOT NULL,
            name ${text} NOT NULL,
            applied_at ${instant} NOT NULL,
            PRIMARY KEY (wing, id)
          )`
        )
      }
      const done = new Set((yield* database.run(applied, [{ wing }])).map((row) => row.id))
      const newest = Math.max(0, ...done)
      const known = Math.max(0, ...migrations.map((migration) => migration.id))
      if (newest > known) return yield* new DatabaseTooNew({ wing, found: newest, known })
      const pending = migrations.filter((migration) => !done.has(migration.id))
      for (const { up } of pending)
        yield* Effect.forEach(up(database.dialect), database.define, { discard: true })
      if (pending.length > 0 && database.dialect.distributed) yield* placeTables(tables)
      yield* database.run(
        record,
        pending.map((each) => ({ wing, id: each.id, name: recordedName(each), appliedAt }))
      )
      return pending.map(({ name }) => name)
    })
  )
})

const MigrationState = Schema.Struct({
  wing: Schema.String,
  id: Integer,
  name: Schema.String,
  appliedAt: Instant
})
/** A migration that was applied to a database. */
export type MigrationState = typeof MigrationState.Type

const all = statement({
  input: {},
  output: MigrationState,
  sql: "SELECT wing, id, name, applied_at FROM rewards_migration ORDER BY applied_at, wing, id"
})

/** All applied migrations, oldest first; none for a database without the library's tables. */
export const listApplied = Effect.fn("Migrations.listApplied")(function* () {
  const database = yield* Database
  const [table] = yield* database.run(manifestTable[database.dialect.name], [{}])
  return table === undefined ? [] : yield* database.run(all, [{}])
})

/**
 * Whether all migrations of these wings that this version knows are applied, and no breaking one of a newer version. Other wings do not
 * matter. Another process can apply more at any time.
 */
export const isUsable = Effect.fn("Migrations.isUsable")(function* (wings: ReadonlyArray<WingMigrations>) {
  const database = yield* Database
  const rows = yield* database.run(all, [{}])
  return wings.every(({ migrations, wing }) => {
    const known = new Set(migrations.map(({ id }) => id))
    const done = rows.filter((row) => row.wing === wing)
    const newer = done.filter(({ id }) => !known.has(id))
    return (
      done.length - newer.length === known.size && newer.every(({ name }) => !name.startsWith(breakingMark))
    )
  })
})

export const layer = (wing: WingMigrations) => Layer.effectDiscard(migrate(wing))

const readInfo = byDialect(Schema.Struct({ version: Schema.String, now: Instant }), {
  sqlite: "SELECT 'SQLite ' || sqlite_version() AS version, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now",
  postgres: "SELECT 'PostgreSQL ' || current_setting('server_version') AS version, clock_timestamp() AS now"
})

/** Reads the version of the database, and the time of its clock. */
export const databaseInfo = Effect.fn("Migrations.databaseInfo")(function* () {
  const database = yield* Database
  const [found] = yield* database.run(readInfo[database.dialect.name], [{}])
  return found ?? (yield* Effect.dieMessage("the database did not return its version"))
})
