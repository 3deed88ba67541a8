// Any valid rule, small enough that its limits are reached.
import { FastCheck as fc, Schema } from "effect"
import { type DecidableRule, Target } from "../../../lib/rewards/awards/decide.ts"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { RuleId } from "../../../lib/rewards/Id.ts"
import type { Limit } from "../../../lib/rewards/limits/Limit.ts"
import { type Status, type SubRule, type Terms, UserLimit } from "../../../lib/rewards/rules/Rule.ts"

const mostlyActive: fc.Arbitrary<Status> = fc.oneof(
  { weight: 5, arbitrary: fc.constant("active" as const) },
  { weight: 1, arbitrary: fc.constant("inactive" as const) }
)

const id = Schema.decodeSync(RuleId)("01890a5d-ac96-774b-bcce-b302099a8057")

const combined: fc.Arbitrary<Terms> = fc.array(mostlyActive, { maxLength: 4 }).map((statuses): Terms => {
  const others = statuses.map(
    (status, index): SubRule => ({ id, name: `part ${index}`, condition: "c", status, when: null })
  )
  // A rule is created with at least one active sub-rule.
  return {
    _tag: "Combined",
    subRules: [{ id, name: "first", condition: "c", status: "active", when: null }, ...others]
  }
})

const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.constant<Terms>({ _tag: "Single" }),
  fc.integer({ min: 1, max: 5 }).map((completionNumber): Terms => ({ _tag: "Batched", completionNumber })),
  combined
)

const limit: fc.Arbitrary<Limit> = fc
  .record({
    per: fc.constantFrom<Limit["per"]>("member", "rule"),
    period: fc.constantFrom<Limit["period"]>("day", "ever"),
    awards: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    coins: fc.integer({ min: 1, max: 9 }).map((coins) => Coins.make(coins))
  })
  // Often one of the two, sometimes both.
  .map(({ awards, coins, ...limit }): Limit => {
    if (awards === undefined) return { ...limit, coins }
    return coins % 3 === 0 ? { ...limit, awards, coins } : { ...limit, awards }
  })

export const anyRule: fc.Arbitrary<DecidableRule> = fc.record({
  name: fc.constant("rule"),
  status: mostlyActive,
  maxNumberOfParticipant: fc.integer({ min: 1, max: 4 }),
  userLimitAward: fc.oneof(
    fc.constant(UserLimit.Unlimited()),
    fc.integer({ min: 1, max: 3 }).map((awards) => UserLimit.AtMost({ awards }))
  ),
  terms,
  coinValue: fc.integer({ min: 1, max: 3 }).map((coins) => Coins.make(coins)),
  unit: fc.constant(null),
  maxCoins: fc.constant(null),
  limits: fc.oneof(
    { weight: 1, arbitrary: fc.constant<ReadonlyArray<Limit>>([]) },
    { weight: 2, arbitrary: fc.array(limit, { minLength: 1, maxLength: 3 }) }
  ),
  startsAt: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(dayOf(1)) }
  ),
  endsAt: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(dayOf(4)) }
  ),
  atLimit: fc.constantFrom<DecidableRule["atLimit"]>("reject", "suppress", "clamp")
})

/** The first moment of a day in UTC. */
export function dayOf(day: number): Date {
  return new Date(day * 86_400_000)
}

/** Everything that an award can name under a rule. */
export const targetsOf = ({ terms }: DecidableRule): ReadonlyArray<Target> => [
  Target.Whole(),
  ...(terms._tag === "Combined"
    ? terms.subRules.map((subRule, index) => Target.Part({ subRule, index }))
    : [])
]
