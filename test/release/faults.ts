import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { ConfigProvider, Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { type CheckOptions, check, HarnessFailure, layerSubject } from "../../lib/entries/testing.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { isLong } from "../support/sized.ts"
import { enough } from "../testing/runs.ts"
import { spoiled, unbalanced } from "../testing/spoiled.ts"

/** Runs short sequences, independent of the environment. */
const checkHere = <E, Tools>(options: CheckOptions<E, Tools>) =>
  Effect.withConfigProvider(
    check({ commands: enough.commands, shrinkFor: 180_000, ...options }),
    ConfigProvider.fromMap(new Map())
  )

/** Asserts that the failure is found, and can be found again from its seed. */
const caught = <E>(open: () => Layer.Layer<SqlClient.SqlClient, E>, properties: RegExp) =>
  Effect.gen(function* () {
    const subject = layerSubject(open)
    const failure = yield* Effect.flip(checkHere({ subject, seeds: enough.seeds, seed: 1, shrinkFor: 0 }))
    assert.ok(failure instanceof HarnessFailure, String(failure))
    assert.match(failure.property, properties)
    const whole = yield* Effect.flip(checkHere({ subject, seed: failure.seed, shrinkFor: 0 }))
    assert.ok(whole instanceof HarnessFailure, String(whole))
    assert.equal(whole.seed, failure.seed)
  })

/** Asserts that the failure is found, is short, and can be reproduced from its report. */
const caughtShort = <E>(open: () => Layer.Layer<SqlClient.SqlClient, E>, properties: RegExp) =>
  Effect.gen(function* () {
    const subject = layerSubject(open)
    const failure = yield* Effect.flip(checkHere({ subject, seeds: enough.seeds, seed: 1 }))
    assert.ok(failure instanceof HarnessFailure, String(failure))
    assert.match(failure.property, properties)
    assert.ok(failure.commands.length < 30, failure.message)
    assert.match(
      failure.message,
      new RegExp(`HARNESS_SEED=${failure.seed}/[0-9:]+ HARNESS_COMMANDS=${enough.commands}`)
    )

    const again = yield* Effect.flip(checkHere({ subject, seed: failure.replay, shrinkFor: 0 }))
    assert.ok(again instanceof HarnessFailure, String(again))
    assert.deepEqual(again.commands, failure.commands)
    assert.equal(again.property, failure.property)
  })

interface Planted {
  readonly name: string
  readonly trigger: string
  /** The properties whose violation shows it. */
  readonly properties: RegExp
  readonly shrinks?: boolean
}

/** Failures of all of them are made short in the long form; in the short one, those of some. */
const faults: ReadonlyArray<Planted> = [
  {
    name: "participants that are not counted",
    trigger: `CREATE TRIGGER fault AFTER UPDATE OF participants ON rewards_rule WHEN NEW.participants > OLD.participants
      BEGIN UPDATE rewards_rule SET participants = OLD.participants WHERE id = NEW.id; END`,
    properties: /participants/,
    shrinks: true
  },
  {
    name: "a wallet that holds a little more than its entries",
    trigger: unbalanced,
    properties: /a balance is the sum of its entries/
  },
  {
    name: "idempotency keys that are forgotten",
    trigger: `CREATE TRIGGER fault AFTER INSERT ON rewards_idempotency
      BEGIN DELETE FROM rewards_idempotency WHERE partner_id = NEW.partner_id AND key = NEW.key; END`,
    properties: /holds the same as the model/
  },
  {
    name: "completions that are lost",
    trigger: `CREATE TRIGGER fault AFTER UPDATE OF progress ON rewards_tally WHEN NEW.progress = 2
      BEGIN UPDATE rewards_tally SET progress = 1
        WHERE rule_id = NEW.rule_id AND member_id = NEW.member_id; END`,
    properties: /the answer is the model's|some order|one at a time|holds the same as the model|an audit/
  },
  {
    name: "counters of limits that a reversal does not lower",
    trigger: `CREATE TRIGGER fault AFTER UPDATE OF awards ON rewards_window WHEN NEW.awards < OLD.awards
      BEGIN UPDATE rewards_window SET awards = OLD.awards
        WHERE rule_id = NEW.rule_id AND subject_id = NEW.subject_id AND generation = NEW.generation
          AND period = NEW.period AND starts_at = NEW.starts_at; END`,
    properties: /holds the same as the model|the answer is the model's|some order/
  },
  {
    name: "windows that begin an hour late",
    trigger: `CREATE TRIGGER fault AFTER INSERT ON rewards_window WHEN NEW.period = 'day'
      BEGIN UPDATE rewards_window SET starts_at = strftime('%Y-%m-%dT%H:%M:%fZ', NEW.starts_at, '+1 hour')
        WHERE rule_id = NEW.rule_id AND subject_id = NEW.subject_id AND generation = NEW.generation
          AND period = NEW.period AND starts_at = NEW.starts_at; END`,
    properties: /holds the same as the model/
  },
  {
    name: "reversals that are forgotten",
    trigger: `CREATE TRIGGER fault BEFORE INSERT ON rewards_reversal BEGIN SELECT RAISE(IGNORE); END`,
    properties: /holds the same as the model|changes nothing|an audit|payments are counted|participants/
  },
  {
    name: "a board that keeps the points of reversed awards",
    trigger: `CREATE TRIGGER fault AFTER UPDATE OF score ON rewards_score WHEN NEW.score < OLD.score AND NEW.board = 0
      BEGIN UPDATE rewards_score SET score = OLD.score
        WHERE partner_id = NEW.partner_id AND member_id = NEW.member_id AND board = NEW.board; END`,
    properties: /holds the same as the model/
  },
  {
    name: "a limit that is read as one more than was set",
    trigger: `CREATE TRIGGER fault AFTER UPDATE OF user_limit_award ON rewards_rule WHEN NEW.user_limit_award = 2
      BEGIN UPDATE rewards_rule SET user_limit_award = 3 WHERE id = NEW.id; END`,
    properties: /the answer is the model's|some order/
  }
]

describe("the harness finds", () => {
  for (const { name, trigger, properties, shrinks = isLong } of faults) {
    const find = shrinks ? caughtShort : caught
    it.live(name, () => Effect.flatMap(spoiled(trigger), (open) => find(open, properties)), 600_000)
  }

  it.live("rollbacks that commit", () =>
    Effect.gen(function* () {
      const filename = yield* Effect.promise(freshFile)
      const reserve = (sql: SqlClient.SqlClient): SqlClient.SqlClient["reserve"] =>
        Effect.map(sql.reserve, (connection) => ({
          ...connection,
          executeUnprepared: (text, parameters, transform) =>
            connection.executeUnprepared(text === "ROLLBACK" ? "COMMIT" : text, parameters, transform)
        }))
      const faulty = Layer.effect(
        SqlClient.SqlClient,
        Effect.map(
          SqlClient.SqlClient,
          (sql) =>
            new Proxy(sql, {
              get: (target, key) => (key === "reserve" ? reserve(target) : Reflect.get(target, key))
            })
        )
      ).pipe(Layer.provide(layer({ filename })))
      yield* caughtShort(() => faulty, /changes nothing/)
    })
  )

  it.live("a database that is empty after a restart, and names the option for databases in memory", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        checkHere({
          subject: layerSubject(() => layer({ filename: ":memory:" })),
          seeds: enough.seeds,
          seed: 1
        })
      )
      assert.match(failure.message, /survives a restart.*restart: "services"/s)
    })
  )
})
