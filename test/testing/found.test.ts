import assert from "node:assert/strict"
import { Effect, Either, identity } from "effect"
import {
  type Call,
  type Command,
  implementationSubject,
  type RuleChange,
  type RuleDraft,
  type Subject,
  type Trial,
  urlSubject
} from "../../lib/entries/testing.ts"
import { RunCounts, runSequence } from "../../lib/testing/SequenceRun.ts"
import { describe, it } from "../support/effect.ts"
import { engine } from "./own/Engine.ts"

const library = urlSubject("sqlite::memory:")

/** Runs exactly these commands. */
const holds = <E, Tools>(
  commands: ReadonlyArray<Command>,
  subject: Subject<E, Tools>,
  change: (trial: Trial<Tools>) => Trial<Tools> = identity
) =>
  Effect.gen(function* () {
    const opened = yield* subject.open(1)
    const system = { ...opened, start: Effect.map(opened.start, change) }
    const run = runSequence({ system, extra: [] }, commands, new RunCounts(), () => {})
    const result = yield* Effect.either(run)
    assert.ok(Either.isRight(result), Either.isLeft(result) ? result.left.message : "")
  })

const rule: RuleDraft = {
  name: "r1",
  type: "single",
  coins: "1",
  unit: null,
  maxCoins: null,
  max: 3,
  limit: -1,
  completions: 1,
  status: "active",
  parts: [],
  when: null,
  limits: [],
  timeZone: "UTC",
  startsAt: null,
  endsAt: null,
  atLimit: "reject",
  pendingDays: null,
  coinsExpire: null
}

const update = (change: RuleChange): Call => ({ _tag: "UpdateRule", partner: "home", name: "r1", change })
const atOnce = (...calls: ReadonlyArray<Call>): Command => ({ _tag: "Together", calls })

/** Delays the first update, so that it is mostly the last of the concurrent calls. The sequence holds in any order. */
const firstUpdateLast = <Tools>(trial: Trial<Tools>): Trial<Tools> => {
  let isFirst = true
  return {
    ...trial,
    perform: (action, ids) => {
      if (action._tag !== "UpdateRule" || !isFirst) return trial.perform(action, ids)
      isFirst = false
      return Effect.delay(trial.perform(action, ids), 100)
    }
  }
}

const create: Command = { _tag: "CreateRule", partner: "home", rule }
const onboard: Command = { _tag: "Onboard", partner: "home", user: "u1" }
const award: Call = {
  _tag: "Award",
  partner: "home",
  user: "u1",
  rule: "r1",
  amount: undefined,
  note: null,
  metadata: undefined,
  key: undefined
}

describe("sequences that once showed a fault", () => {
  it.live("a limit that is added at the first moment of a day counts a payment of the same moment", () =>
    holds(
      [
        create,
        onboard,
        { _tag: "Travel", hours: 0, edge: { timeZone: "UTC", day: "next", millis: 0 } },
        award,
        update({ limits: [{ per: "member", period: "day", awards: 1 }] }),
        award
      ],
      library
    )
  )

  it.live("the counter of a limit that was added has a row after a payment and a reversal in one group", () =>
    holds(
      [
        create,
        onboard,
        award,
        update({ limits: [{ per: "member", period: "ever", awards: 3 }] }),
        { _tag: "Travel", hours: 24 * 7 },
        atOnce(
          {
            _tag: "Reverse",
            partner: "home",
            back: 0,
            coins: undefined,
            amount: undefined,
            note: null,
            key: undefined
          },
          ...Array.from({ length: 6 }, () => ({ ...award, rule: "unknown" })),
          award
        )
      ],
      library
    )
  )

  it.live("the tables show which of two concurrent updates came last", () =>
    holds(
      [
        create,
        atOnce(update({ timeZone: "Asia/Kolkata" }), update({ timeZone: "America/New_York" })),
        update({ coins: "2" })
      ],
      library,
      firstUpdateLast
    )
  )

  it.live("only one of two concurrent updates is made if nothing shows which came last", () =>
    holds(
      [create, onboard, atOnce(update({ limit: 1 }), update({ limit: 2 })), award, award],
      implementationSubject(() => engine()),
      firstUpdateLast
    )
  )
})
