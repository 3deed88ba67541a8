import * as fc from "fast-check"
import type { AwardBody, Call, Command, Partner, RuleChange, RuleDraft, TransferBody } from "./Command.ts"
import { Sequence } from "./Sequence.ts"

/** The pools of values are small, so that names collide, limits are reached and keys repeat. */
const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, value: A]>): fc.Arbitrary<A> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const partner = weighted<Partner>([30, "home"], [4, "away"], [1, "unregistered"])
const user = weighted([6, "u1"], [5, "u2"], [4, "u3"], [2, "u4"])
const ruleWord = weighted([6, "r1"], [5, "r2"], [3, "r3"])
const partWord = weighted([3, "a"], [3, "b"], [1, "c"], [1, "r3"])
const status = weighted([6, "active" as const], [1, "inactive" as const])
const coins = weighted([4, "1"], [3, "0.5"], [2, "2.75"], [1, "0.0001"])
const max = weighted([3, 1], [4, 2], [2, 3], [2, 1000])
const limit = weighted([4, -1], [3, 1], [3, 2], [1, 3])
const key = weighted<string | undefined>(
  [24, undefined],
  ...Array.from({ length: 8 }, (_, index) => [1, `k${index}`] as const)
)

/** Names are equal regardless of case and surrounding white space. */
const spelled = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      word,
      fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constantFrom(1, 2) })
    )
    .map(([name, style]) => (style === 0 ? name : style === 1 ? name.toUpperCase() : ` ${name}\t`))

const rule: fc.Arbitrary<RuleDraft> = fc
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

const change: fc.Arbitrary<RuleChange> = fc.oneof(
  fc.record({ name: spelled(fc.oneof(ruleWord, partWord)) }),
  fc.record({ status: weighted([2, "active" as const], [1, "inactive" as const]) }),
  fc.record({ max }),
  fc.record({ limit }),
  fc.record({ coins }),
  fc.record({ coins, max, limit }),
  fc.record({
    parts: fc.array(
      fc.record({
        name: spelled(partWord),
        status: fc.constantFrom<RuleDraft["status"]>("active", "inactive")
      }),
      {
        minLength: 1,
        maxLength: 2
      }
    )
  })
)

const awardBody: fc.Arbitrary<AwardBody> = fc.record({
  partner,
  user,
  rule: spelled(
    fc.oneof(
      { weight: 12, arbitrary: ruleWord },
      { weight: 4, arbitrary: partWord },
      { weight: 1, arbitrary: fc.constantFrom("ghost", "") }
    )
  ),
  note: weighted([4, null], [1, "well done"]),
  key
})

const transferBody: fc.Arbitrary<TransferBody> = fc.record({
  partner,
  user,
  coins: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("all", "more") },
    { weight: 5, arbitrary: coins },
    { weight: 1, arbitrary: fc.constantFrom("0", "-1", "1e1", "0.00001") }
  ),
  key
})

const create: fc.Arbitrary<Call> = fc.record({ _tag: fc.constant("CreateRule"), partner, rule })
const onboard: fc.Arbitrary<Call> = fc.record({ _tag: fc.constant("Onboard"), partner, user })
const award: fc.Arbitrary<Call> = awardBody.map((body) => ({ _tag: "Award", ...body }))
const transfer: fc.Arbitrary<Call> = transferBody.map((body) => ({ _tag: "Transfer", ...body }))
const update: fc.Arbitrary<Call> = fc.record({
  _tag: fc.constant("UpdateRule"),
  partner,
  name: fc.oneof(ruleWord, partWord),
  change
})
const awardMany: fc.Arbitrary<Call> = fc.record({
  _tag: fc.constant("AwardMany"),
  awards: fc.array(awardBody, { minLength: 1, maxLength: 6 })
})
const retry: fc.Arbitrary<Call> = fc.record({
  _tag: fc.constant("Retry"),
  back: fc.integer({ min: 0, max: 4 }),
  changed: weighted([6, false], [1, true])
})
const look: fc.Arbitrary<Call> = fc.record({ _tag: fc.constant("Look"), partner, user })

/** Mostly calls that the library writes in groups, and a few others that race with them. */
const racing: fc.Arbitrary<Call> = fc.oneof(
  { weight: 12, arbitrary: award },
  { weight: 4, arbitrary: transfer },
  { weight: 2, arbitrary: awardMany },
  { weight: 2, arbitrary: retry },
  { weight: 1, arbitrary: update },
  { weight: 1, arbitrary: onboard },
  { weight: 1, arbitrary: create }
)

const together: fc.Arbitrary<Command> = fc.record({
  _tag: fc.constant("Together"),
  calls: fc.array(racing, { minLength: 2, maxLength: 8 })
})

const inTransaction: fc.Arbitrary<Command> = fc.record({
  _tag: fc.constant("InTransaction"),
  calls: fc.array(fc.oneof({ weight: 3, arbitrary: award }, transfer, retry), { minLength: 1, maxLength: 3 }),
  commit: fc.boolean()
})

const command: fc.Arbitrary<Command> = fc.oneof<Array<fc.MaybeWeightedArbitrary<Command>>>(
  { weight: 24, arbitrary: award },
  { weight: 8, arbitrary: transfer },
  { weight: 8, arbitrary: together },
  { weight: 4, arbitrary: awardMany },
  { weight: 7, arbitrary: retry },
  { weight: 4, arbitrary: update },
  { weight: 3, arbitrary: create },
  { weight: 3, arbitrary: onboard },
  { weight: 2, arbitrary: look },
  { weight: 2, arbitrary: inTransaction },
  { weight: 1, arbitrary: fc.constant<Command>({ _tag: "Restart" }) }
)

/** A sequence starts by creating rules and members. Without them most of its awards would be refused. */
export const sequence = (length: number): fc.Arbitrary<ReadonlyArray<Command>> => {
  const setup = Math.min(10, Math.floor(length / 4))
  const home = fc.constant<Partner>("home")
  const opening: fc.Arbitrary<Command> = fc.oneof(
    fc.record({ _tag: fc.constant("CreateRule" as const), partner: home, rule }),
    fc.record({ _tag: fc.constant("Onboard" as const), partner: home, user })
  )
  return new Sequence(Array.from({ length }, (_, index) => (index < setup ? opening : command)))
}
