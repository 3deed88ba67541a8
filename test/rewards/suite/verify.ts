import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect, Layer } from "effect"
import { type Divergence, Rewards } from "../../../lib/index.ts"
import { approvalChecks } from "../../../lib/rewards/verification/approvalChecks.ts"
import { timeChecks } from "../../../lib/rewards/verification/timeChecks.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { distributed } from "../../support/nodes.ts"
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
  type History,
  history,
  type Tampering,
  tamperings,
  tamperingsInTime,
  tamperingsOfApprovals,
  tamperingsOfErasures,
  vanished
} from "./tamperings.ts"

class Undo extends Data.TaggedError("Undo")<{ readonly found: ReadonlyArray<Divergence> }> {}

/**
 * Turns off constraints and triggers, as the owner of a database can. Only used in transactions that are rolled back.
 */
const withoutGuards = Effect.gen(function* () {
  if (yield* onPostgres) {
    if (distributed) yield* raw("SET LOCAL citus.propagate_set_commands = 'local'")
    yield* raw("SET LOCAL session_replication_role = replica")
    yield* raw("ALTER TABLE rewards_rule DROP CONSTRAINT rewards_rule_participants")
    yield* raw("ALTER TABLE rewards_tally DROP CONSTRAINT rewards_tally_within_limit")
    yield* raw("ALTER TABLE rewards_window DROP CONSTRAINT rewards_window_awards")
    yield* raw("ALTER TABLE rewards_account DROP CONSTRAINT rewards_account_not_negative")
    return
  }
  yield* raw("PRAGMA defer_foreign_keys = ON")
  yield* raw("PRAGMA ignore_check_constraints = ON")
  for (const { name } of yield* raw("SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
    yield* raw(`DROP TRIGGER ${name}`)
  }
})

/** What verify reports after these statements were run directly on the database. */
const afterTampering = (statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tampered = Effect.gen(function* () {
      yield* withoutGuards
      for (const statement of statements) yield* raw(statement)
      return yield* new Undo({ found: yield* Rewards.verify() })
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
    let known: History | undefined
    const once = Effect.suspend(() => {
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(history, (made) => {
        known = made
      })
    })

    it.live("an untouched database has no divergence", () =>
      Effect.gen(function* () {
        yield* once
        assert.deepEqual(yield* Rewards.verify(), [])
        assert.deepEqual(yield* afterTampering([]), [])
      })
    )

    const reports = (name: string, how: Tampering, holds: (found: ReadonlyArray<Divergence>) => boolean) =>
      it.live<void, unknown>(name, () =>
        Effect.gen(function* (): Effect.fn.Return<void, unknown, Engine | Time> {
          const made = yield* once
          const found = yield* afterTampering(how(made))
          assert.ok(holds(found), JSON.stringify(found))
        })
      )

    it.live(
      "every check of pending awards, lots, approvals and erasures reports something of what follows",
      () =>
        Effect.sync(() => {
          const all = [...tamperingsInTime, ...tamperingsOfApprovals, ...tamperingsOfErasures]
          const reported = new Set(all.map(([, check]) => check))
          assert.deepEqual(
            [...timeChecks, ...approvalChecks].map(({ name }) => name).filter((name) => !reported.has(name)),
            []
          )
        })
    )

    const all = [...tamperings, ...tamperingsInTime, ...tamperingsOfApprovals, ...tamperingsOfErasures]
    for (const [what, check, how] of all) {
      reports(`${what}: it reports that this no longer holds: ${check}`, how, (found) =>
        found.some((divergence) => divergence.check === check && divergence.stored !== divergence.found)
      )
    }
    for (const [what, how] of vanished) {
      reports(`it reports that ${what} has vanished`, how, (found) => found.length > 0)
    }

    it.live("after all of this was undone, the database has no divergence", () =>
      Effect.gen(function* () {
        yield* once
        assert.deepEqual(yield* Rewards.verify(), [])
      })
    )
  })
