import assert from "node:assert/strict"
import { Either, FastCheck as fc } from "effect"
import {
  type AwardCounts,
  type AwardRefusal,
  type DecidableRule,
  type Decision,
  decide,
  noTally,
  type Tally,
  Target,
  type Used
} from "../../lib/rewards/awards/decide.ts"
import * as Coins from "../../lib/rewards/Coins.ts"
import { describe, it } from "../support/effect.ts"
import { anyRule, dayOf, targetsOf } from "./decide/rules.ts"
import { simulate } from "./decide/simulation.ts"

type Call = readonly [member: number, target: number, daysLater: number]
type Outcome = Either.Either<Decision, AwardRefusal>

interface Payment {
  readonly member: number
  readonly day: number
  readonly coins: number
}

const usedBy = (
  rule: DecidableRule,
  payments: ReadonlyArray<Payment>,
  member: number,
  day: number
): ReadonlyArray<Used> =>
  rule.limits.map(({ per, period }) => {
    const counted = payments.filter(
      (payment) => (per === "rule" || payment.member === member) && (period === "ever" || payment.day === day)
    )
    const coins = counted.reduce((sum, payment) => sum + payment.coins, 0)
    const resetsAt = period === "ever" ? null : dayOf(day + 1)
    return { awards: counted.length, coins: Coins.make(coins), resetsAt }
  })

/** Runs calls one after the other, and keeps tallies, participants and counters as the journal does. */
const play = (rule: DecidableRule, calls: ReadonlyArray<Call>) => {
  const targets = targetsOf(rule)
  const tallies = new Map<number, Tally>()
  const payments: Array<Payment> = []
  let participants = 0
  let day = 0
  const steps = calls.map(([member, choice, later]) => {
    day += later
    const target = targets[choice % targets.length] ?? Target.Whole()
    const before: AwardCounts = {
      tally: tallies.get(member) ?? noTally,
      participants,
      used: usedBy(rule, payments, member, day)
    }
    const outcome: Outcome = decide(rule, before, { target, amount: undefined, at: dayOf(day) })
    if (Either.isRight(outcome) && outcome.right._tag !== "Suppressed") {
      const decision = outcome.right
      tallies.set(member, decision.tally)
      if (decision._tag === "Paid") {
        payments.push({ member, day, coins: decision.coins })
        if (decision.newParticipant) participants += 1
      }
    }
    return { member, target, day, before, outcome }
  })
  return { steps, tallies, participants, payments }
}

const later = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2) }
)
const calls = fc.array(fc.tuple(fc.nat(4), fc.nat(5), later), { maxLength: 60 })

const now = { amount: undefined, at: dayOf(2) }

const decisionName = (decision: Decision): string => {
  if (decision._tag === "Paid") return `pays ${decision.coins}`
  return decision._tag === "Counted" ? "counts" : "suppressed"
}
const told = (outcome: Outcome): string =>
  Either.match(outcome, { onLeft: ({ _tag }) => _tag, onRight: decisionName })

describe("decide", () => {
  it("agrees with a simulation that counts in the history only", () =>
    fc.assert(
      fc.property(anyRule, calls, (rule, calls) => {
        const { steps } = play(rule, calls)
        assert.deepEqual(
          steps.map(({ outcome }) => told(outcome)),
          simulate(rule, steps)
        )
      }),
      { numRuns: 1000 }
    ))

  it("never exceeds a limit, and uses the last place and the last payment", () =>
    fc.assert(
      fc.property(anyRule, calls, (rule, calls) => {
        const { participants, payments, steps, tallies } = play(rule, calls)
        const limit =
          rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : Number.POSITIVE_INFINITY
        assert.ok(participants <= rule.maxNumberOfParticipant)
        for (const { paid } of tallies.values()) assert.ok(paid <= limit)
        assert.equal(participants, [...tallies.values()].filter(({ paid }) => paid > 0).length)
        for (const { day, member } of payments) {
          const used = usedBy(rule, payments, member, day)
          for (const [index, { awards = Infinity, coins = Infinity }] of rule.limits.entries()) {
            assert.ok((used[index]?.awards ?? 0) <= awards && (used[index]?.coins ?? 0) <= coins)
          }
        }
        for (const { before, outcome } of steps) {
          if (Either.isRight(outcome)) continue
          const { left } = outcome
          if (left._tag === "UserLimitReached") assert.equal(before.tally.paid, limit)
          if (left._tag === "ParticipantLimitReached") assert.equal(before.tally.paid, 0)
        }
      }),
      { numRuns: 500 }
    ))

  it("suppress pays exactly what reject pays", () =>
    fc.assert(
      fc.property(anyRule, calls, (rule, calls) => {
        const total = (atLimit: DecidableRule["atLimit"]) => play({ ...rule, atLimit }, calls).payments
        assert.deepEqual(total("suppress"), total("reject"))
      }),
      { numRuns: 500 }
    ))

  it("clamp pays the smaller of what it is asked for and what a coin limit has", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(20),
        (value, cap, times) => {
          const rule: DecidableRule = {
            name: "rule",
            status: "active",
            coinValue: Coins.make(value),
            unit: null,
            maxCoins: null,
            maxNumberOfParticipant: 10,
            userLimitAward: { _tag: "Unlimited" },
            terms: { _tag: "Single" },
            limits: [{ per: "rule", period: "ever", coins: Coins.make(cap) }],
            startsAt: null,
            endsAt: null,
            atLimit: "clamp"
          }
          const { payments } = play(
            rule,
            Array.from({ length: times }, () => [0, 0, 0] as const)
          )
          const paid = payments.reduce((sum, { coins }) => sum + coins, 0)
          assert.equal(paid, Math.min(value * times, cap))
        }
      )
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
          const tally = { paid, cycle: paid + 1, progress }
          const used = usedBy(rule, [], 0, 2)
          const outcome = decide(rule, { tally, participants, used }, { target, ...now })
          if (Either.isLeft(outcome) || outcome.right._tag === "Suppressed") return
          const decision = outcome.right
          const pays = decision._tag === "Paid"
          assert.equal(decision.tally.paid, paid + (pays ? 1 : 0))
          assert.equal(decision.tally.cycle, paid + 1 + (pays ? 1 : 0))
          if (!pays) return
          assert.equal(decision.newParticipant, paid === 0)
          assert.equal(decision.tally.progress, 0)
          assert.ok(decision.coins > 0 && decision.coins <= rule.coinValue)
          if (decision.newParticipant) assert.ok(participants < rule.maxNumberOfParticipant)
        }
      ),
      { numRuns: 500 }
    ))

  it("refuses a completion that could never pay for the same reason as the payment", () =>
    fc.assert(
      fc.property(anyRule, fc.nat(3), fc.nat(3), fc.nat(5), (some, paid, participants, choice) => {
        const rule = { ...some, limits: some.limits.filter(({ period }) => period === "ever") }
        const targets = targetsOf(rule)
        const target = targets[choice % targets.length] ?? Target.Whole()
        fc.pre(target._tag === "Whole" || target.subRule.status === "active")
        const payments = Array.from({ length: paid }, () => ({ member: 0, day: 1, coins: 1 }))
        const standing: AwardCounts = {
          tally: { paid, cycle: paid, progress: 0 },
          participants,
          used: usedBy(rule, payments, 0, 2)
        }
        const completion = decide(rule, standing, { target, ...now })
        const single: DecidableRule = { ...rule, terms: { _tag: "Single" } }
        const payment = decide(single, standing, { target: Target.Whole(), ...now })
        assert.equal(Either.isLeft(completion), Either.isLeft(payment))
        if (Either.isLeft(completion)) assert.deepEqual(completion, payment)
      }),
      { numRuns: 500 }
    ))
})
