import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect, Layer } from "effect"
import { nameChecks } from "../../../lib/accounts/members/nameChecks.ts"
import { checks as boardChecks } from "../../../lib/boards/verify.ts"
import { checks as eventChecks } from "../../../lib/events/Events.ts"
import { CheckWatcher, type Divergence, Rewards } from "../../../lib/index.ts"
import { approvalChecks } from "../../../lib/rewards/verification/approvalChecks.ts"
import { runChecks } from "../../../lib/rewards/verification/Check.ts"
import { timeChecks } from "../../../lib/rewards/verification/timeChecks.ts"
import { checks as coreChecks } from "../../../lib/rewards/verification/Verification.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { distributed } from "../../support/nodes.ts"
import { isWhole } from "../../support/sized.ts"
import {
  type Engine,
  freshEngine,
  type MakeClient,
  newWatch,
  onPostgres,
  raw,
  type Time,
  timeOf
} from "../../support/world.ts"
import {
  history,
  type Tampering,
  tamperings,
  tamperingsInTime,
  tamperingsOfApprovals,
  tamperingsOfErasures,
  tamperingsOfNames,
  vanished
} from "./tamperings.ts"

/** The value of an effect that runs once. */
const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let value: { readonly is: A } | undefined
  return Effect.suspend(() =>
    value !== undefined
      ? Effect.succeed(value.is)
      : Effect.tap(effect, (is) => {
          value = { is }
        })
  )
}

class Undo extends Data.TaggedError("Undo")<{ readonly found: ReadonlyArray<Divergence> }> {}

/** All checks of `Rewards.verify`, in their order. */
const checks = [...coreChecks, ...nameChecks, ...boardChecks, ...eventChecks]

/** Removes constraints and triggers, as the owner of a database can. */
const removeGuards = Effect.gen(function* () {
  if (yield* onPostgres) {
    yield* raw("ALTER TABLE rewards_rule DROP CONSTRAINT rewards_rule_participants")
    yield* raw("ALTER TABLE rewards_tally DROP CONSTRAINT rewards_tally_within_limit")
    yield* raw("ALTER TABLE rewards_tally DROP CONSTRAINT rewards_tally_cycle")
    yield* raw("ALTER TABLE rewards_window DROP CONSTRAINT rewards_window_awards")
    yield* raw("ALTER TABLE rewards_account DROP CONSTRAINT rewards_account_not_negative")
    return
  }
  for (const { name } of yield* raw("SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
    yield* raw(`DROP TRIGGER ${name}`)
  }
})

/** Turns off the other constraints and triggers in a transaction, which is then rolled back. */
const withoutGuards = Effect.gen(function* () {
  if (yield* onPostgres) {
    if (distributed) yield* raw("SET LOCAL citus.propagate_set_commands = 'local'")
    yield* raw("SET LOCAL session_replication_role = replica")
    return
  }
  yield* raw("PRAGMA defer_foreign_keys = ON")
  yield* raw("PRAGMA ignore_check_constraints = ON")
})

/** What verify, or one of its checks, reports after these statements were run directly on the database. */
const afterTampering = (statements: ReadonlyArray<string>, name?: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const one = checks.filter((check) => check.name === name)
    const find =
      name === undefined
        ? Rewards.verify()
        : Effect.flatMap(Database, (database) => runChecks(database, one)).pipe(
            Effect.provide(Database.layer)
          )
    const tampered = Effect.gen(function* () {
      yield* withoutGuards
      for (const statement of statements) yield* raw(statement)
      return yield* new Undo({ found: yield* find })
    })
    const { found } = yield* refused("Undo")(sql.withTransaction(tampered))
    if (!(yield* onPostgres)) yield* raw("PRAGMA ignore_check_constraints = OFF")
    return found
  })

export const verify = (makeClient: MakeClient): void =>
  it.layer(
    Layer.provideMerge(
      freshEngine(makeClient, { sweep: false }),
      timeOf(newWatch("2026-03-04T12:00:00.000Z"))
    )
  )("on a history of every kind", (it) => {
    const made = once(history)
    const unguarded = once(Effect.tap(made, () => removeGuards))

    it.live("an untouched database has no divergence", () =>
      Effect.gen(function* () {
        yield* made
        assert.deepEqual(yield* Rewards.verify(), [])
        yield* unguarded
        assert.deepEqual(yield* afterTampering([]), [])
      })
    )

    const reports = (
      name: string,
      how: Tampering,
      holds: (found: ReadonlyArray<Divergence>) => boolean,
      check?: string
    ) =>
      it.live<void, unknown>(name, () =>
        Effect.gen(function* (): Effect.fn.Return<void, unknown, Engine | Time> {
          const found = yield* afterTampering(how(yield* unguarded), check)
          assert.ok(holds(found), JSON.stringify(found))
        })
      )

    it.live("verify runs all of the checks that are tampered with below", () =>
      Effect.gen(function* () {
        yield* made
        const run: Array<string> = []
        yield* Effect.provideService(Rewards.verify(), CheckWatcher, (name) => run.push(name))
        assert.deepEqual(
          run,
          checks.map(({ name }) => name)
        )
      })
    )

    it.live(
      "every check of pending awards, lots, approvals, erasures and names reports something of what follows",
      () =>
        Effect.sync(() => {
          const all = [
            ...tamperingsInTime,
            ...tamperingsOfApprovals,
            ...tamperingsOfErasures,
            ...tamperingsOfNames
          ]
          const reported = new Set(all.map(([, check]) => check))
          assert.deepEqual(
            [...timeChecks, ...approvalChecks, ...nameChecks]
              .map(({ name }) => name)
              .filter((name) => !reported.has(name)),
            []
          )
        })
    )

    const all = [
      ...tamperings,
      ...tamperingsInTime,
      ...tamperingsOfApprovals,
      ...tamperingsOfErasures,
      ...tamperingsOfNames
    ]
    for (const [what, check, how] of all) {
      reports(
        `${what}: it reports that this no longer holds: ${check}`,
        how,
        (found) =>
          found.some((divergence) => divergence.check === check && divergence.stored !== divergence.found),
        // All checks take long on PostgreSQL, which plans each of them anew.
        isWhole ? undefined : check
      )
    }
    for (const [what, how] of vanished) {
      reports(`it reports that ${what} has vanished`, how, (found) => found.length > 0)
    }

    it.live("after all of this was undone, the database has no divergence", () =>
      Effect.gen(function* () {
        yield* unguarded
        assert.deepEqual(yield* Rewards.verify(), [])
      })
    )
  })
