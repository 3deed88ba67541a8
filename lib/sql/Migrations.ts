import { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { explained, explainedError } from "../schema/Input.ts"
import { codeOf, insufficientPrivilege } from "./Codes.ts"
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
   * Set if processes of older versions cannot continue after the migration. These processes then report that they are not ready. A
   * migration that is not breaking must not change what older versions read and write.
   */
  readonly breaking?: true
  /** Returns the SQL statements of the migration. */
  readonly up: (dialect: Dialect) => ReadonlyArray<string>
}

/** Marks the name of a breaking migration in its row, because an older version knows a newer migration only by this row. */
const breakingMark = "breaking: "

const recordedName = ({ breaking, name }: Migration): string => (breaking ? breakingMark : "") + name

/** The migrations of a wing, which is a part of the library with its own tables. A migration cannot be undone. */
export interface WingMigrations {
  readonly wing: string
  readonly migrations: ReadonlyArray<Migration>
  /** All tables of the wing. Each table comes after the tables that it refers to, except for deferred references. */
  readonly tables: ReadonlyArray<Placed>
  readonly views?: ReadonlyArray<string>
}

/** A newer version of the library has migrated the database. */
export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()(
  "DatabaseTooNew",
  { wing: Schema.String, found: Schema.Int, known: Schema.Int },
  explained(
    "A newer version of the library has migrated the database.",
    "Start that version, or a newer one."
  )
) {
  override get message(): string {
    return `the database is at migration ${this.found} of ${this.wing}, but this version of laurel-rewards knows only the migrations up to ${this.known}: use the newer version`
  }
}

/** The role of the connection lacks the right to migrate the database, or to read all tables. */
export class MissingRights extends explainedError<MissingRights>()("MissingRights", {
  fields: { reason: Schema.String },
  cause: "The connected role lacks the right to migrate the database, or to read all tables.",
  fix: "As the owner of the tables, run `laurel migrate up`, then `laurel roles`.",
  message: ({ reason }) => reason
}) {}

export const migrationTable = "rewards_migration"

const findApplied = statement({
  input: { wing: "text" },
  output: Schema.Struct({ id: Integer }),
  sql: `SELECT m.id FROM input CROSS JOIN ${migrationTable} m WHERE m.wing = input.wing ORDER BY m.id`
})

/** Makes a statement without input for each of the two databases, because its text differs between them. */
const byDialect = <A, I>(output: Schema.Schema<A, I>, sql: Readonly<Record<Dialect["name"], string>>) => ({
  sqlite: statement({ input: {}, output, sql: sql.sqlite }),
  postgres: statement({ input: {}, output, sql: sql.postgres })
})

/** Returns a row if the migration table exists. */
const findMigrationTable = byDialect(Schema.Struct({ name: Schema.String }), {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '${migrationTable}'`,
  postgres: `SELECT '${migrationTable}' AS name WHERE to_regclass('${migrationTable}') IS NOT NULL`
})

const recordMigration = statement({
  input: { wing: "text", id: "integer", name: "text", appliedAt: "instant" },
  sql: `INSERT INTO ${migrationTable} (wing, id, name, applied_at) SELECT wing, id, name, applied_at FROM input`
})

const findUnreadable = statement({
  input: { name: "text" },
  output: Schema.Struct({ name: Schema.String }),
  sql: `SELECT input.name FROM input
    WHERE NOT has_table_privilege(to_regclass(input.name), 'SELECT') ORDER BY input.name`
})

/**
 * Returns `MissingRights` for the error of a missing right, and none for another error. Only the owner may migrate; the service can run
 * with fewer rights: see `Roles.ts`.
 */
const asMissingRights = (defect: unknown) =>
  defect instanceof SqlError && codeOf(defect.cause) === insufficientPrivilege
    ? Option.some(
        new MissingRights({
          reason: `this role may not migrate the database (${
            defect.cause instanceof Error ? defect.cause.message : defect.message
          }): run "laurel migrate up" as the owner of the tables, then "laurel roles"`
        })
      )
    : Option.none()

/** Makes migrations and changes of rights wait for each other. The host must not use this number for its own locks. */
export const advisoryLock = "SELECT pg_advisory_xact_lock(7164250981673)"

/**
 * Applies the pending migrations of a wing in one transaction. If several processes start at the same time, one applies them, and the
 * others wait.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* ({
  wing,
  migrations,
  tables
}: WingMigrations) {
  const database = yield* Database
  const appliedAt = new Date(yield* Clock.currentTimeMillis)
  const { integer, text, instant } = database.dialect.types
  const transaction = database.patientTransaction(
    Effect.gen(function* () {
      if (database.dialect.name === "postgres") yield* database.define(advisoryLock)
      // CREATE TABLE runs only if the table is missing, because the role may lack the right to create tables.
      if ((yield* database.run(findMigrationTable[database.dialect.name], [{}])).length === 0) {
        yield* database.define(
          `CREATE TABLE ${migrationTable} (
            wing ${text} NOT NULL,
            id ${integer} NOT NULL,
            name ${text} NOT NULL,
            applied_at ${instant} NOT NULL,
            PRIMARY KEY (wing, id)
          )`
        )
      }
      const done = new Set((yield* database.run(findApplied, [{ wing }])).map((row) => row.id))
      const newest = Math.max(0, ...done)
      const known = Math.max(0, ...migrations.map((migration) => migration.id))
      if (newest > known) return yield* new DatabaseTooNew({ wing, found: newest, known })
      const pending = migrations.filter((migration) => !done.has(migration.id))
      for (const { up } of pending)
        yield* Effect.forEach(up(database.dialect), database.define, { discard: true })
      if (pending.length > 0 && database.dialect.distributed) yield* placeTables(tables)
      yield* database.run(
        recordMigration,
        pending.map((each) => ({ wing, id: each.id, name: recordedName(each), appliedAt }))
      )
      // After a migration by another role, this role may lack rights on new tables.
      const unreadable =
        database.dialect.name === "postgres" ? yield* database.run(findUnreadable, tables) : []
      if (unreadable.length > 0) {
        return yield* new MissingRights({
          reason: `this role may not read ${unreadable.map((each) => each.name).join(", ")}: run "laurel roles" as the owner of the tables`
        })
      }
      return pending.map(({ name }) => name)
    })
  )
  return yield* Effect.catchSomeDefect(transaction, asMissingRights)
})

const MigrationState = Schema.Struct({
  wing: Schema.String,
  id: Integer,
  name: Schema.String,
  appliedAt: Instant
})
/** A migration that was applied to a database. */
export type MigrationState = typeof MigrationState.Type

const readAll = statement({
  input: {},
  output: MigrationState,
  sql: `SELECT wing, id, name, applied_at FROM ${migrationTable} ORDER BY applied_at, wing, id`
})

/** Returns all applied migrations, oldest first; none for a database without the library's tables. */
export const listApplied = Effect.fn("Migrations.listApplied")(function* () {
  const database = yield* Database
  const [table] = yield* database.run(findMigrationTable[database.dialect.name], [{}])
  return table === undefined ? [] : yield* database.run(readAll, [{}])
})

/**
 * Returns whether this version of the library can use the tables of these wings. True if all migrations of this version were applied, and
 * no later version has applied a breaking migration.
 */
export const isUsable = Effect.fn("Migrations.isUsable")(function* (wings: ReadonlyArray<WingMigrations>) {
  const database = yield* Database
  const rows = yield* database.run(readAll, [{}])
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
