import { typedNumber } from "../../parts/numbers.ts"
import { counts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import { words as sentence } from "../../words/sentence.ts"
import { periodOf, periodText } from "./coinsInTime.ts"
import type { LimitValues, RuleValues, SubRuleValues } from "./values.ts"
import { type WhenValues, whenOf } from "./whenValues.ts"

/** The fields that an update can change, with their names in the form. */
const { fields } = words
export type MergedField = keyof typeof fields
const names = Object.keys(fields) as ReadonlyArray<MergedField>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const whenText = (when: WhenValues): string => {
  const decides = whenOf(when)
  return decides === null ? words.nothing : sentence.when(decides)
}

const limitText = ({ awards, coins, per, period }: LimitValues): string => {
  const amounts = [
    ...(awards ? [counts.payments(Number(awards))] : []),
    ...(coins ? [counts.coins(Number(coins))] : [])
  ]
  const said = per === "member" ? words.limitOfMember : words.limitOfRule
  return said(amounts, sentence.periods[period])
}

const subRuleText = ({ name, status, when }: SubRuleValues): string =>
  `${name}: ${words.statuses[status]}${when.decides ? `, ${whenText(when)}` : ""}`

const listText = (texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? words.nothing : texts.join("; ")

/** The fields whose numbers can have decimals. */
const decimals: ReadonlySet<MergedField> = new Set(["coinValue", "unit", "maxCoins", "budget"])

const textOf = (field: MergedField, values: RuleValues): string => {
  if (field === "when") return whenText(values.when)
  if (field === "limits") return listText(values.limits.map(limitText))
  if (field === "rules") return listText(values.rules.map(subRuleText))
  if (field === "coinsExpire") {
    const period = periodOf(values.coinsExpire)
    return period === "" ? words.nothing : periodText(period)
  }
  if (field === "status") return words.statuses[values.status]
  if (field === "atLimit") return words.policyNames[values.atLimit]
  if (decimals.has(field)) return typedNumber(values[field]) || words.nothing
  return values[field].replace("T", " ") || words.nothing
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
