import { Context, Effect, Schema } from "effect"
import { patiently } from "../../sql/Connections.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"

/** A stored value that differs from the value that was computed from other rows. */
export const Divergence = Schema.Struct({
  check: Schema.String,
  partnerId: Schema.String,
  /** The row with the stored value. */
  subject: Schema.String,
  stored: Schema.String,
  /** The computed value. */
  found: Schema.String
})
export type Divergence = typeof Divergence.Type

/**
 * Makes a check from SQL that selects the columns partner_id, subject, stored and found. The check reports the rows in which `stored` and
 * `found` differ. One statement reads one snapshot of the database. The nodes of a distributed database have no common snapshot, but all
 * rows of a partner are in the same shards. So the SQL must join and group by partner, and must not read a union on the right side of a
 * LEFT JOIN. Then Citus runs it as one statement for each shard, and each of these statements sees one snapshot of its partners.
 */
export const check = (name: string, sql: string | ((fragments: Fragments) => string)) => {
  const select = (fragments: Fragments) =>
    `SELECT '${name.replaceAll("'", "''")}' AS "check", ${fragments.idText("divergence.partner_id")} AS partner_id,
       subject, CAST(stored AS TEXT) AS stored, CAST(found AS TEXT) AS found
     FROM (${typeof sql === "string" ? sql : sql(fragments)}) AS divergence
     WHERE stored <> found`
  return {
    name,
    statement: statement({
      acrossPartners: "it checks the rows of all partners",
      input: {},
      output: Divergence,
      sql: select
    })
  }
}

export type Check = ReturnType<typeof check>

/**
 * Returns a function that makes a check of rows, which the columns `ids` identify. The SQL of the check selects these columns, partner_id,
 * stored and found.
 */
export const checkBy =
  (...ids: ReadonlyArray<string>) =>
  (name: string, sql: string | ((fragments: Fragments) => string)) =>
    check(
      name,
      (
        fragments
      ) => `SELECT partner_id, ${ids.map(fragments.idText).join(" || '/' || ")} AS subject, stored, found
        FROM (${typeof sql === "string" ? sql : sql(fragments)}) AS compared`
    )

export const byId = checkBy("id")

/** Makes a check that every row `f` of one table has exactly one matching row `o` in another table. */
export const hasOne = (name: string, from: string, ids: ReadonlyArray<string>, to: string, on: string) => {
  const columns = ["partner_id", ...ids].map((column) => `f.${column}`).join(", ")
  return checkBy(...ids)(
    name,
    `SELECT ${columns}, 1 AS stored, COUNT(o.partner_id) AS found
     FROM ${from} f LEFT JOIN ${to} o ON o.partner_id = f.partner_id AND ${on} GROUP BY ${columns}`
  )
}

/** Called with the name of each check before it runs, to show progress. */
export class CheckWatcher extends Context.Reference<CheckWatcher>()("rewards/CheckWatcher", {
  defaultValue: (): ((name: string) => void) => () => {}
}) {}

/** Runs checks one after the other, and returns all divergences. Checks read whole tables, so their statements have no time limit. */
export const runChecks = (
  database: Context.Tag.Service<Database>,
  checks: ReadonlyArray<Check>
): Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure> =>
  Effect.gen(function* () {
    const watch = yield* CheckWatcher
    const found = yield* Effect.forEach(checks, ({ name, statement }) =>
      Effect.zipRight(
        Effect.sync(() => watch(name)),
        database.run(statement, [{}])
      )
    )
    return found.flat()
  }).pipe(patiently)
