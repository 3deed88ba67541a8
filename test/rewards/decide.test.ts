import assert from "node:assert/strict"
import { Either, FastCheck as fc } from "effect"
import {
  type AwardRefusal,
  type DecidableRule,
  type Decision,
  decide,
  noTally,
  type Tally,
  Target
} from "../../lib/rewards/awards/decide.ts"
import { describe, it } from "../support/effect.ts"
import { anyRule, targetsOf } from "./decide/rules.ts"
import { simulate } from "./decide/simulation.ts"

type Call = readonly [member: number, target: number]
type Outcome = Either.Either<Decision, AwardRefusal>

/** Runs calls one after the other, and keeps tallies and participants as the journal does. */
const play = (rule: DecidableRule, calls: ReadonlyArray<Call>) => {
  const targets = targetsOf(rule)
  const tallies = new Map<number, Tally>()
  let participants = 0
  const steps = calls.map(([member, choice]) => {
    const target = targets[choice % targets.length] ?? Target.Whole()
    const before = tallies.get(member) ?? noTally
    const outcome: Outcome = decide(rule, before, participants, target)
    if (Either.isRight(outcome)) {
      tallies.set(member, outcome.right.tally)
      if (outcome.right.newParticipant) participants += 1
    }
    return { member, target, before, outcome }
  })
  return { steps, tallies, participants }
}

const calls = fc.array(fc.tuple(fc.nat(4), fc.nat(5)), { maxLength: 60 })
const told = (outcome: Outcome): string =>
  Either.match(outcome, { onLeft: ({ _tag }) => _tag, onRight: ({ pays }) => (pays ? "pays" : "counts") })

describe("decide", () => {
  it("agrees with a simulation that counts in the history only", () =>
    fc.assert(
      fc.property(anyRule, calls, (rule, calls) => {
        const { steps } = play(rule, calls)
        assert.deepEqual(
          steps.map(({ outcome }) => told(outcome)),
          simulate(
            rule,
            steps.map(({ member, target }) => ({ member, target }))
          )
        )
      }),
      { numRuns: 500 }
    ))

  it("never exceeds a limit, and uses the last place and the last payment", () =>
    fc.assert(
      fc.property(anyRule, calls, (rule, calls) => {
        const { participants, steps, tallies } = play(rule, calls)
        const limit =
          rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : Number.POSITIVE_INFINITY
        assert.ok(participants <= rule.maxNumberOfParticipant)
        for (const { paid } of tallies.values()) assert.ok(paid <= limit)
        assert.equal(participants, [...tallies.values()].filter(({ paid }) => paid > 0).length)
        for (const { before, outcome } of steps) {
          if (Either.isRight(outcome)) continue
          const { left } = outcome
          if (left._tag === "UserLimitReached") assert.equal(before.paid, limit)
          if (left._tag === "ParticipantLimitReached") assert.equal(before.paid, 0)
        }
      }),
      { numRuns: 500 }
    ))

  it("is total: any tally and any count of participants gives a decision or a reason", () =>
    fc.assert(
      fc.property(
        anyRule,
        fc.nat(10),
        fc.nat(2 ** 30 - 1),
        fc.nat(10),
        fc.nat(5),
        (rule, paid, progress, participants, choice) => {
          const targets = targetsOf(rule)
          const target = targets[choice % targets.length] ?? Target.Whole()
          const outcome = decide(rule, { paid, progress }, participants, target)
          if (Either.isLeft(outcome)) return
          const { newParticipant, pays, tally } = outcome.right
          assert.equal(tally.paid, paid + (pays ? 1 : 0))
          assert.equal(newParticipant, pays && paid === 0)
          if (pays) assert.equal(tally.progress, 0)
          if (newParticipant) assert.ok(participants < rule.maxNumberOfParticipant)
        }
      ),
      { numRuns: 500 }
    ))

  it("refuses a completion that could never pay for the same reason as the payment", () =>
    fc.assert(
      fc.property(anyRule, fc.nat(3), fc.nat(3), fc.nat(5), (rule, paid, participants, choice) => {
        const targets = targetsOf(rule)
        const target = targets[choice % targets.length] ?? Target.Whole()
        fc.pre(target._tag === "Whole" || target.subRule.status === "active")
        const completion = decide(rule, { paid, progress: 0 }, participants, target)
        const payment = decide(
          { ...rule, terms: { _tag: "Single" } },
          { paid, progress: 0 },
          participants,
          Target.Whole()
        )
        assert.equal(Either.isLeft(completion), Either.isLeft(payment))
        if (Either.isLeft(completion)) assert.deepEqual(completion, payment)
      }),
      { numRuns: 500 }
    ))
})
