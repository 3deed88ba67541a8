import { Context, Effect, Schema } from "effect"
import { patiently } from "../../sql/Connections.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import { partners } from "../tables.ts"

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
 * Makes a check from SQL that selects (partner_id, subject, stored, found). The check reports the rows in which `stored` and `found`
 * differ. One statement reads one snapshot of the database. But the nodes of a distributed database have no common snapshot. There,
 * the check runs once for each partner.
 */
export const check = (name: string, sql: string | ((fragments: Fragments) => string)) => {
  const select = (fragments: Fragments) =>
    `SELECT '${name.replaceAll("'", "''")}' AS "check", ${fragments.idText("divergence.partner_id")} AS partner_id,
       subject, CAST(stored AS TEXT) AS stored, CAST(found AS TEXT) AS found
     FROM (${typeof sql === "string" ? sql : sql(fragments)}) AS divergence
     WHERE stored <> found`
  return {
    name,
    ofAll: statement({
      acrossPartners: "it checks the rows of all partners",
      input: {},
      output: Divergence,
      sql: select
    }),
    ofPartner: statement({
      input: { partnerId: "uuid" },
      byResult: true,
      output: Divergence,
      sql: (fragments) => `${select(fragments)} AND divergence.partner_id = ${given("partner_id")}`
    })
  }
}

/** A check of rows that the columns `ids` identify. The SQL selects these columns, `partner_id`, `stored` and `found`. */
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

/** Checks that every row `f` of one table has exactly one matching row `o` in another table. */
export const hasOne = (name: string, from: string, ids: ReadonlyArray<string>, to: string, on: string) => {
  const columns = ["partner_id", ...ids].map((column) => `f.${column}`).join(", ")
  return checkBy(...ids)(
    name,
    `SELECT ${columns}, 1 AS stored, COUNT(o.partner_id) AS found
     FROM ${from} f LEFT JOIN ${to} o ON o.partner_id = f.partner_id AND ${on} GROUP BY ${columns}`
  )
}

const findPartners = statement({
  acrossPartners: "it finds all partners",
  input: {},
  output: partners.row("id"),
  sql: "SELECT id FROM rewards_partner"
})

/** Called with the name of each check before it runs, to show progress. */
export class CheckWatcher extends Context.Reference<CheckWatcher>()("rewards/CheckWatcher", {
  defaultValue: (): ((name: string) => void) => () => {}
}) {}

/** Runs checks one after the other, and returns all divergences. Checks read whole tables, so their statements have no time limit. */
export const runChecks = (
  database: Context.Tag.Service<Database>,
  checks: ReadonlyArray<ReturnType<typeof check>>
): Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure> =>
  Effect.gen(function* () {
    const watch = yield* CheckWatcher
    const partnerIds = database.dialect.distributed ? yield* database.run(findPartners, [{}]) : []
    const rows = partnerIds.map(({ id }) => ({ partnerId: id }))
    const found = yield* Effect.forEach(checks, ({ name, ofAll, ofPartner }) =>
      Effect.zipRight(
        Effect.sync(() => watch(name)),
        database.dialect.distributed ? database.run(ofPartner, rows) : database.run(ofAll, [{}])
      )
    )
    return found.flat()
  }).pipe(patiently)
