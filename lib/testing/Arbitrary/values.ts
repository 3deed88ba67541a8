import * as fc from "fast-check"
import type { Partner, RuleChange, RuleDraft } from "../Command.ts"

/** The pools of values are small, so that names collide, limits are reached and keys repeat. */
export const weighted = <A>(
  ...choices: ReadonlyArray<readonly [weight: number, value: A]>
): fc.Arbitrary<A> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

export const partner = weighted<Partner>([30, "home"], [4, "away"], [1, "unregistered"])

/** The users that commands name. */
export const users: ReadonlyArray<string> = ["u1", "u2", "u3", "u4"]
export const user = weighted([6, "u1"], [5, "u2"], [4, "u3"], [2, "u4"])

/** The names that rules and sub-rules have, without differences of case and white space. */
export const names: ReadonlyArray<string> = ["r1", "r2", "r3", "a", "b", "c"]
export const ruleWord = weighted([6, "r1"], [5, "r2"], [3, "r3"])
export const partWord = weighted([3, "a"], [3, "b"], [1, "c"], [1, "r3"])
const status = weighted([6, "active" as const], [1, "inactive" as const])
export const coins = weighted([4, "1"], [3, "0.5"], [2, "2.75"], [1, "0.0001"])
const max = weighted([3, 1], [4, 2], [2, 3], [2, 1000])
const limit = weighted([4, -1], [3, 1], [3, 2], [1, 3])
export const key = weighted<string | undefined>(
  [24, undefined],
  ...Array.from({ length: 8 }, (_, index) => [1, `k${index}`] as const)
)

/** Names are equal regardless of case and surrounding white space. */
export const spelled = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      word,
      fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constantFrom(1, 2) })
    )
    .map(([name, style]) => (style === 0 ? name : style === 1 ? name.toUpperCase() : ` ${name}\t`))

export const rule: fc.Arbitrary<RuleDraft> = fc
  .record({
    name: spelled(ruleWord),
    type: fc.constantFrom<RuleDraft["type"]>("single", "batched", "combined"),
    coins: fc.oneof(
      { weight: 30, arbitrary: coins },
      { weight: 1, arbitrary: fc.constantFrom("0", "1.00001", "-1") }
    ),
    max,
    limit,
    completions: fc.integer({ min: 1, max: 3 }),
    status,
    parts: fc.array(fc.record({ name: spelled(partWord), status }), { minLength: 1, maxLength: 3 })
  })
  .map((draft) => (draft.type === "combined" ? draft : { ...draft, parts: [] }))

const partChange = fc.record({
  name: spelled(partWord),
  status: fc.constantFrom<RuleDraft["status"]>("active", "inactive")
})

export const ruleChange: fc.Arbitrary<RuleChange> = fc.oneof(
  fc.record({ name: spelled(fc.oneof(ruleWord, partWord)) }),
  fc.record({ status: weighted([2, "active" as const], [1, "inactive" as const]) }),
  fc.record({ max }),
  fc.record({ limit }),
  fc.record({ coins }),
  fc.record({ coins, max, limit }),
  fc.record({ parts: fc.array(partChange, { minLength: 1, maxLength: 2 }) })
)
