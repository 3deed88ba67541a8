import assert from "node:assert/strict"
import { ConfigProvider, Effect } from "effect"
import {
  check,
  HarnessFailure,
  type Implementation,
  implementationSubject
} from "../../lib/entries/testing.ts"
import { describe, it } from "../support/effect.ts"
import { engine } from "../testing/own/Engine.ts"
import type { Fault } from "../testing/own/Records.ts"

const checkEngine = (fault?: Fault) =>
  Effect.withConfigProvider(
    check({
      // A machine that is busy must not make the right engine look as if it hung.
      subject: implementationSubject(() => engine(fault), {
        timeout: fault === "lost unlock" ? 200 : 30_000
      }),
      seed: 1,
      seeds: 200,
      commands: 40,
      shrinkFor: 180_000,
      onProgress: () => {}
    }),
    ConfigProvider.fromMap(new Map())
  )

/**
 * The mutants, and the properties whose violation shows them. Of those that are found late, "part that keeps the window" needs 196
 * sequences from seed 1, "windows of the machine's time zone" 109, "expiry that is counted from the award" 100, "reversal of the wrong
 * window" 78, "refund of expired coins that do not expire again" 58, and "reversal of an activity that reverses one award" 49. From two
 * seeds that were not used to choose the weights of commands, they needed at most 223, 139, 60, 24, 173 and 241. The other mutants of
 * coins in time needed at most 60. None of them depends on the time that anything takes.
 */
const mutants: ReadonlyArray<readonly [Fault, RegExp]> = [
  ["one participant too many", /the answer is the model's|some order/],
  ["one payment too many", /the answer is the model's|some order/],
  ["check, then act", /some order|holds the same as the model/],
  ["lost update", /holds the same as the model/],
  ["lost unlock", /the answer is the model's|some order/],
  ["forgotten cycle", /the answer is the model's|some order/],
  ["replay that pays again", /changes nothing|a replay returns the first answer|holds the same as the model/],
  ["key that forgets its body", /the answer is the model's|some order/],
  ["update that resets participants", /holds the same as the model/],
  ["one payment too many in a period", /the answer is the model's|some order/],
  ["windows of the machine's time zone", /the answer is the model's|some order/],
  ["new limit that counts from now on", /the answer is the model's|some order/],
  ["clamp that pays too much", /the answer is the model's|some order/],
  ["suppressed award that advances the cycle", /the answer is the model's|some order/],
  ["reversal that keeps the coins", /holds the same as the model/],
  ["reversal that keeps the place", /holds the same as the model/],
  ["reversal that keeps the window", /the answer is the model's|some order/],
  ["reversal of the wrong window", /the answer is the model's|some order/],
  ["reversal twice", /the answer is the model's|some order/],
  ["amount that rounds up", /the answer is the model's|some order|holds the same as the model/],
  ["explanation that ignores the unit", /the answer is the model's/],
  ["part that keeps the window", /the answer is the model's|some order/],
  ["part that is larger than what is left", /the answer is the model's|some order/],
  ["debit below zero", /the answer is the model's|some order/],
  ["points of every credit", /holds the same as the model/],
  ["activity that is counted after its rules", /the answer is the model's|some order/],
  ["condition that holds for a missing field", /the answer is the model's|some order/],
  ["rules of an activity in the order of their creation", /the answer is the model's|some order/],
  ["suppressed award of an activity that is not recorded", /makes the awards of its answer|some order/],
  ["reversal of an activity that reverses one award", /holds the same as the model/],
  ["coins that expire last are spent first", /holds the same as the model/],
  ["coins that can be spent at the instant at which they expire", /holds the same as the model/],
  ["reversal that takes other coins before its own", /holds the same as the model/],
  ["expiry that is counted from the award", /holds the same as the model/],
  ["refund of expired coins that do not expire again", /holds the same as the model/],
  ["pending coins that can be spent", /the answer is the model's|some order/]
]

/** Pays single rules, to everybody, without limits. */
const unlimited = (): Implementation => {
  const rules = new Map<string, number>()
  const wallets = new Map<string, number>()
  return {
    createRule: ({ name, coins }) => {
      if (rules.has(name)) return { ok: false, reason: "NameTaken" }
      rules.set(name, Number(coins))
      return { ok: true, id: name }
    },
    award: ({ user, rule }) => {
      const coins = rules.get(rule)
      if (coins === undefined) return { ok: false, reason: "RuleNotFound" }
      wallets.set(user, (wallets.get(user) ?? 0) + coins)
      return { ok: true, coins }
    },
    balance: (user) => wallets.get(user) ?? 0
  }
}

describe("an implementation of award limits", () => {
  it.live("passes 200 sequences if it is right", () =>
    Effect.map(checkEngine(), ({ refused, sequences }) => {
      assert.equal(sequences, 200)
      for (const reason of [
        "ParticipantLimitReached",
        "UserLimitReached",
        "IdempotencyMismatch",
        "TooFewPlaces",
        "LimitReached",
        "LimitTooLow",
        "RuleNotRunning",
        "AlreadyReversed",
        "AwardSuppressed",
        "CycleEnded",
        "AmountTooSmall",
        "TooMuchToReverse",
        "AdjustmentNotFound",
        "ActivityNotFound",
        "ActivityNotReversed",
        "AwardNotPending",
        "InsufficientCoins"
      ]) {
        assert.ok((refused[reason] ?? 0) > 0, `${reason} was never met`)
      }
    })
  )

  it.live("needs no more than rules, awards and balances", () =>
    Effect.gen(function* () {
      const report = yield* Effect.withConfigProvider(
        check({ subject: implementationSubject(unlimited), seed: 1, seeds: 20, commands: 40 }),
        ConfigProvider.fromMap(new Map())
      )
      // Everybody is a member, and nothing limits awards.
      assert.deepEqual(Object.keys(report.refused), ["NameTaken", "RuleNotFound"])
    })
  )

  for (const [fault, property] of mutants) {
    it.live(`is found out within 200 sequences: ${fault}`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(checkEngine(fault))
        assert.ok(failure instanceof HarnessFailure, String(failure))
        assert.match(failure.property, property)
        assert.ok(failure.commands.length < 15, failure.message)
      })
    )
  }
})
