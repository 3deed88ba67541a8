import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { runSequence } from "../../lib/testing/Run.ts"
import { Tally } from "../../lib/testing/Tally.ts"
import { type Command, type RuleDraft, urlSubject } from "../../lib/testing.ts"
import { describe, it } from "../support/effect.ts"

/** Runs these very commands against the library. */
const holds = (commands: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const system = yield* urlSubject("sqlite::memory:").open(1)
    const run = runSequence({ system, extra: [] }, commands, new Tally(), () => {})
    const result = yield* Effect.either(run)
    assert.ok(Either.isRight(result), Either.isLeft(result) ? result.left.message : "")
  })

const rule: RuleDraft = {
  name: "r1",
  type: "single",
  coins: "1",
  max: 3,
  limit: -1,
  completions: 1,
  status: "active",
  parts: [],
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject"
}

const create: Command = { _tag: "CreateRule", partner: "home", rule }
const onboard: Command = { _tag: "Onboard", partner: "home", user: "u1" }
const award: Command = {
  _tag: "Award",
  partner: "home",
  user: "u1",
  rule: "r1",
  note: null,
  metadata: undefined,
  key: undefined
}

describe("sequences that once showed a fault", () => {
  it.live("a limit that is added at the first moment of a day counts what was paid at that moment", () =>
    holds([
      create,
      onboard,
      { _tag: "Travel", hours: 0, edge: { timeZone: "UTC", day: "next", millis: 0 } },
      award,
      {
        _tag: "UpdateRule",
        partner: "home",
        name: "r1",
        change: { limits: [{ per: "member", period: "day", awards: 1 }] }
      },
      award
    ])
  )
})
