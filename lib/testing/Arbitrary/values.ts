import * as fc from "fast-check"
import type { AtLimit, Metadata, Period } from "../../index.ts"
import type { WhenDraft } from "../ActivityDraft.ts"
import {
  distinctLimits,
  type LimitDraft,
  normalName,
  type PartChange,
  type PartnerName,
  type RuleChange,
  type RuleDraft
} from "../HarnessCommand.ts"
import { when } from "./activities.ts"
import { mostly, weighted } from "./weights.ts"

/** The names, rules and other values in commands. There are few of each, so that names collide, limits are reached and keys repeat. */

export const partner = weighted<PartnerName>([50, "home"], [4, "away"], [1, "unregistered"])

/** The users that commands name. */
export const users: ReadonlyArray<string> = ["u1", "u2", "u3", "u4"]
export const user = weighted([6, "u1"], [5, "u2"], [4, "u3"], [2, "u4"])

/** The names of rules and sub-rules, in lower case and without white space. */
export const names: ReadonlyArray<string> = ["r1", "r2", "r3", "a", "b", "c"]
export const ruleWord = weighted([6, "r1"], [5, "r2"], [3, "r3"])
export const partWord = weighted([6, "a"], [6, "b"], [3, "c"], [1, "r3"])
const status = weighted([12, "active" as const], [1, "inactive" as const])
export const coins = weighted([4, "1"], [3, "0.5"], [2, "2.75"], [1, "0.0001"])
const max = weighted([3, 1], [4, 2], [2, 3], [2, 1000])
const limit = weighted([4, -1], [3, 1], [3, 2], [1, 3])
export const key = weighted<string | undefined>(
  [24, undefined],
  ...Array.from({ length: 8 }, (_, index) => [1, `k${index}`] as const)
)

export const metadata: fc.Arbitrary<Metadata | undefined> = mostly(
  undefined,
  5,
  fc.constantFrom<Metadata>({ order: "1" }, { order: "2" }, { order: "1", shop: "north" })
)

/**
 * Time zones east and west of UTC. Two have summer time. The offset of one is not a whole number of hours. In the last one, each day
 * starts earlier than in any other zone.
 */
export const timeZones: ReadonlyArray<string> = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "America/New_York",
  "Pacific/Kiritimati"
]

const limitOf = fc
  .record({
    per: fc.constantFrom<LimitDraft["per"]>("member", "rule"),
    period: fc.constantFrom<Period>("day", "day", "day", "ever", "week", "month", "year"),
    awards: weighted<number | undefined>([3, 1], [4, 2], [1, 3], [6, undefined]),
    coins: weighted([2, "1"], [2, "1.5"], [3, "3"], [1, "0.0003"])
  })
  // Most limits have either awards or coins; a few have both.
  .chain(({ awards, coins, ...window }) => {
    const both = { ...window, ...(awards === undefined ? {} : { awards }), coins }
    return awards === undefined
      ? fc.constant<LimitDraft>(both)
      : weighted<LimitDraft>([4, { ...window, awards }], [1, both])
  })

/** Up to three limits. A few lists are invalid: they have the same limit twice, or a limit with neither `awards` nor `coins`. */
const limits: fc.Arbitrary<RuleDraft["limits"]> = fc.oneof(
  { weight: 30, arbitrary: fc.array(limitOf, { maxLength: 3 }).map(distinctLimits) },
  { weight: 1, arbitrary: fc.constant<RuleDraft["limits"]>([{ per: "rule", period: "day" }]) },
  {
    weight: 1,
    arbitrary: fc.array(limitOf, { minLength: 1, maxLength: 1 }).map((each) => [...each, ...each])
  }
)

const timeZone = fc.constantFrom("UTC", ...timeZones)
const atLimit = fc.constantFrom<AtLimit>("reject", "reject", "suppress", "clamp")

const hour = 3_600_000

/** When a rule starts, in milliseconds from now. A negative number means that it has already started. */
const startsIn = fc.constantFrom(0, -hour, 1, hour, 24 * hour)
/** When a rule ends, in milliseconds from now. */
const endsIn = fc.constantFrom(24 * hour, 27 * 24 * hour, hour, 1, 0)

const unit = weighted([3, "1"], [2, "0.5"], [1, "3"], [1, "0.0001"])
const maxCoins = mostly(null, 2, fc.constantFrom("2", "0.5"))

/** The amounts of awards: see `AwardFields.amount`. Some do not fit the rule, and a few are invalid. */
export const amount: fc.Arbitrary<string | undefined> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 24, arbitrary: fc.constantFrom("1", "2.5", "0.5", "3.9999", "7", "10.0001") },
  // Some rules would pay more coins for this amount than a wallet can hold. Other rules can pay for it.
  { weight: 2, arbitrary: fc.constant("200000000") },
  { weight: 1, arbitrary: fc.constantFrom("!1", "!0", "!1.00001") }
)

/** For how many days coins are pending. A few numbers are invalid. */
const pendingDays = weighted([5, 1], [3, 2], [3, 14], [2, 30], [1, 365], [1, 0], [1, 366])

/** After how long coins expire. A few periods are invalid. */
export const coinsExpire = weighted<string>(
  [6, "P1D"],
  [4, "P2D"],
  [4, "P30D"],
  [3, "P1M"],
  [2, "P1M1D"],
  [2, "P1Y"],
  [1, "P0D"],
  [1, "P1W"],
  [1, "P11Y"]
)

/** Generates `unit` and `maxCoins`. For a rule that is not single, both are mostly null. */
const unitOf = (type: RuleDraft["type"]): fc.Arbitrary<Pick<RuleDraft, "unit" | "maxCoins">> => {
  const none = fc.constant({ unit: null, maxCoins: null })
  const invalid = fc.constantFrom({ unit: "1", maxCoins: null }, { unit: null, maxCoins: "2" })
  return type === "single"
    ? fc.oneof(
        { weight: 12, arbitrary: none },
        { weight: 10, arbitrary: fc.record({ unit, maxCoins }) },
        { weight: 1, arbitrary: fc.constant({ unit: null, maxCoins: "2" }) }
      )
    : fc.oneof({ weight: 30, arbitrary: none }, { weight: 1, arbitrary: invalid })
}

/** Sometimes changes the case of a name or adds white space around it. The library must treat all spellings as the same name. */
export const spelled = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      word,
      fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constantFrom(1, 2) })
    )
    .map(([name, style]) => (style === 0 ? name : style === 1 ? name.toUpperCase() : ` ${name}\t`))

const part = fc.record({
  name: spelled(partWord),
  status,
  when: fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: when }
  )
})

/** The sub-rules of one rule. Most lists have distinct names. */
const parts: fc.Arbitrary<RuleDraft["parts"]> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ name }) => normalName(name) })
  },
  { weight: 1, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }) }
)

/** Generates `when` of a rule. A few values are invalid: a combined rule must not have a `when`, and an amount needs a unit. */
const ownWhen = (type: RuleDraft["type"]): fc.Arbitrary<WhenDraft | null> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: type === "combined" ? 60 : 10, arbitrary: fc.constant(null) },
    { weight: type === "combined" ? 1 : 12, arbitrary: when },
    { weight: 1, arbitrary: fc.constant({ activity: "order", amount: "data.total" }) }
  )

/** `when` in an update. Null removes it. */
const newWhen = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: when })

export const rule: fc.Arbitrary<RuleDraft> = fc
  .record({
    name: spelled(ruleWord),
    type: fc.constantFrom<RuleDraft["type"]>("single", "single", "batched", "combined", "combined"),
    coins: fc.oneof(
      { weight: 30, arbitrary: coins },
      { weight: 1, arbitrary: fc.constantFrom("0", "1.00001", "-1") }
    ),
    max,
    limit,
    completions: fc.constantFrom(2, 3, 2, 1),
    status,
    parts,
    limits,
    timeZone,
    startsAt: mostly(null, 12, startsIn),
    endsAt: mostly(null, 9, endsIn),
    atLimit,
    pendingDays: mostly(null, 8, pendingDays),
    coinsExpire: mostly(null, 4, coinsExpire)
  })
  .chain((draft) =>
    fc.tuple(unitOf(draft.type), ownWhen(draft.type)).map(([paid, when]) => ({
      ...draft,
      ...paid,
      when: when === null || paid.unit === null ? when : { amount: "data.total", ...when },
      parts: draft.type === "combined" ? draft.parts : []
    }))
  )

const partStatus = weighted([2, "active" as const], [1, "inactive" as const])
const partChange = fc.oneof<Array<fc.WeightedArbitrary<PartChange>>>(
  { weight: 3, arbitrary: fc.record({ name: spelled(partWord), status: partStatus }) },
  { weight: 1, arbitrary: fc.record({ name: spelled(partWord), status: partStatus, when: newWhen }) }
)

export const ruleChange: fc.Arbitrary<RuleChange> = fc.oneof<Array<fc.WeightedArbitrary<RuleChange>>>(
  { weight: 1, arbitrary: fc.record({ name: spelled(fc.oneof(ruleWord, partWord)) }) },
  { weight: 2, arbitrary: fc.record({ status: weighted([4, "active" as const], [1, "inactive" as const]) }) },
  { weight: 4, arbitrary: fc.record({ max }) },
  { weight: 2, arbitrary: fc.record({ limit }) },
  { weight: 1, arbitrary: fc.record({ coins }) },
  { weight: 3, arbitrary: fc.record({ when: newWhen }) },
  { weight: 1, arbitrary: fc.record({ coins, max, limit }) },
  { weight: 1, arbitrary: fc.record({ unit: mostly(null, 1, unit) }) },
  { weight: 1, arbitrary: fc.record({ unit: mostly(null, 1, unit), maxCoins }) },
  { weight: 5, arbitrary: fc.record({ limits }) },
  { weight: 1, arbitrary: fc.record({ limits, timeZone }) },
  { weight: 2, arbitrary: fc.record({ timeZone }) },
  { weight: 2, arbitrary: fc.record({ atLimit }) },
  { weight: 1, arbitrary: fc.record({ pendingDays: mostly(null, 1, pendingDays) }) },
  { weight: 1, arbitrary: fc.record({ coinsExpire: mostly(null, 1, coinsExpire) }) },
  { weight: 1, arbitrary: fc.record({ startsAt: mostly(null, 2, startsIn) }) },
  { weight: 1, arbitrary: fc.record({ endsAt: mostly(null, 2, endsIn) }) },
  { weight: 2, arbitrary: fc.record({ parts: fc.array(partChange, { minLength: 1, maxLength: 2 }) }) }
)
