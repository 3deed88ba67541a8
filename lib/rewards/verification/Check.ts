import { Context, Effect, Schema } from "effect"
import { patiently } from "../../sql/Connections.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"

/** A stored value that differs from the value that was computed from other rows. */
export const Divergence = Schema.Struct({
  /** The name of the check. */
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
 * A check selects (partner_id, subject, stored, found), and reports the rows for which `stored` and `found` differ. It is one statement,
 * so it reads one snapshot of the database while awards are written.
 */
export const check = (name: string, sql: string | ((fragments: Fragments) => string)) => ({
  name,
  statement: statement({
    acrossPartners: "it checks the rows of all partners",
    input: {},
    output: Divergence,
    sql: (
      fragments
    ) => `SELECT '${name.replaceAll("'", "''")}' AS "check", ${fragments.idText("partner_id")} AS partner_id,
         subject, CAST(stored AS TEXT) AS stored, CAST(found AS TEXT) AS found
       FROM (${typeof sql === "string" ? sql : sql(fragments)}) AS divergence
       WHERE stored <> found`
  })
})

/** Called with the name of each check before it runs, to show progress. */
export class CheckWatcher extends Context.Reference<CheckWatcher>()("rewards/CheckWatcher", {
  defaultValue: (): ((name: string) => void) => () => {}
}) {}

/** Runs checks one after the other, and returns all divergences. Checks read whole tables, so they run without time-outs. */
export const runChecks = (
  database: Context.Tag.Service<Database>,
  checks: ReadonlyArray<ReturnType<typeof check>>
): Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure> =>
  Effect.gen(function* () {
    const watch = yield* CheckWatcher
    const found = yield* Effect.forEach(checks, (each) =>
      Effect.zipRight(
        Effect.sync(() => watch(each.name)),
        database.run(each.statement, [{}])
      )
    )
    return found.flat()
  }).pipe(patiently)
