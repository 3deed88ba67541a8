import { sentenceOf } from "../../../../lib/rewards/activities/sentence.ts"
import { counted } from "../../parts/numbers.ts"
import { periodOf, periodText } from "./coinsInTime.ts"
import type { LimitValues, RuleValues, SubRuleValues } from "./values.ts"
import { type WhenValues, whenOf } from "./whenValues.ts"

/** The fields that an update can change, with their names in the form. */
const fields = {
  name: "Name",
  coinValue: "Coins",
  unit: "For every",
  maxCoins: "At most",
  maxNumberOfParticipant: "Members who can earn it",
  userLimitAward: "Per member",
  condition: "Condition",
  when: "Activities",
  status: "Status",
  rules: "Conditions",
  budget: "Budget",
  limits: "Limits",
  timeZone: "Time zone",
  startsAt: "Starts",
  endsAt: "Ends",
  atLimit: "At a limit",
  pendingDays: "Coins wait, in days",
  coinsExpire: "Coins expire after"
} as const
export type MergedField = keyof typeof fields
const names = Object.keys(fields) as ReadonlyArray<MergedField>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const whenText = (when: WhenValues): string => {
  const decides = whenOf(when)
  return decides === null ? "none" : sentenceOf(decides)
}

const limitText = ({ awards, coins, per, period }: LimitValues): string =>
  [awards && counted(Number(awards), "payment"), coins && counted(Number(coins), "coin")]
    .filter(Boolean)
    .join(" and ")
    .concat(per === "member" ? " of a member" : "", period === "ever" ? " in all" : ` a ${period}`)

const subRuleText = ({ name, status, when }: SubRuleValues): string =>
  `${name}: ${status}${when.decides ? `, ${whenText(when)}` : ""}`

const listText = (texts: ReadonlyArray<string>): string => (texts.length === 0 ? "none" : texts.join("; "))

const textOf = (field: MergedField, values: RuleValues): string => {
  if (field === "when") return whenText(values.when)
  if (field === "limits") return listText(values.limits.map(limitText))
  if (field === "rules") return listText(values.rules.map(subRuleText))
  if (field === "coinsExpire") {
    const period = periodOf(values.coinsExpire)
    return period === "" ? "none" : periodText(period)
  }
  return values[field].replace("T", " ") || "none"
}

/** A field that another person has changed while this person edited the rule. */
export interface Change {
  readonly field: MergedField
  readonly label: string
  readonly was: string
  readonly theirs: string
  /** What this person entered; undefined if this person did not change the field, or entered the same. */
  readonly mine: string | undefined
}

/** What the other person changed: `base` is the rule as this person has read it, `theirs` is the rule now. */
export const changesBetween = (
  base: RuleValues,
  theirs: RuleValues,
  mine: RuleValues
): ReadonlyArray<Change> =>
  names
    .filter((field) => !isSame(base[field], theirs[field]))
    .map((field) => {
      const isConflict = !isSame(mine[field], base[field]) && !isSame(mine[field], theirs[field])
      return {
        field,
        label: fields[field],
        was: textOf(field, base),
        theirs: textOf(field, theirs),
        mine: isConflict ? textOf(field, mine) : undefined
      }
    })

/**
 * The values with the changes of both. Of a field that both have changed, the other person's value is taken, except for the fields in
 * `kept`.
 */
export const merged = (
  base: RuleValues,
  theirs: RuleValues,
  mine: RuleValues,
  kept: ReadonlySet<MergedField>
): RuleValues => {
  const taken = names.filter((field) => !isSame(base[field], theirs[field]) && !kept.has(field))
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
