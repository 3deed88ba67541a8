import { Schema } from "effect"
import * as Coins from "../Coins.ts"
import { RuleId } from "../Id.ts"
import { type ActivityOutcome, OutcomeRefusal } from "./Activity.ts"
import { Leaf } from "./When.ts"

/**
 * The outcomes of an activity as its row stores them. Each outcome is a list without field names. This saves space, because an activity
 * has an outcome for each rule of its type. If the conditions of the rule were not met, the list has only the first three values.
 */
const StoredReason = Schema.Tuple(Leaf.fields.field, Leaf.fields.is, Leaf.fields.value, Schema.Literal(0, 1))
const Unmet = Schema.Tuple(RuleId, Schema.String, Schema.Array(StoredReason))
const Met = Schema.Tuple(
  ...Unmet.elements,
  Schema.Boolean,
  Schema.typeSchema(Coins.Coins),
  Schema.NullOr(OutcomeRefusal)
)
const Stored = Schema.parseJson(Schema.Array(Schema.Union(Met, Unmet)))
const read = Schema.decodeSync(Stored)

const encodeRefusal = Schema.encodeSync(OutcomeRefusal)

/** Caches the JSON of reasons. `judge` makes both possible reasons of each condition once, and gives the same objects to all activities. */
const reasonTexts = new WeakMap<ActivityOutcome["because"][number], string>()

const writeReason = (reason: ActivityOutcome["because"][number]): string => {
  const known = reasonTexts.get(reason)
  if (known !== undefined) return known
  const { field, held, is, value } = reason
  const written = JSON.stringify([field, is, value, held ? 1 : 0])
  reasonTexts.set(reason, written)
  return written
}

const writeOutcome = ({
  awarded,
  because,
  coins,
  met,
  refusal,
  ruleId,
  ruleName
}: ActivityOutcome): string => {
  const judged = `"${ruleId}",${JSON.stringify(ruleName)},[${because.map(writeReason).join()}]`
  if (!met) return `[${judged}]`
  return `[${judged},${awarded},${coins},${refusal === null ? null : JSON.stringify(encodeRefusal(refusal))}]`
}

/** Writes outcomes as JSON, without checking them, because they were just made. */
export const writeOutcomes = (outcomes: ReadonlyArray<ActivityOutcome>): string =>
  `[${outcomes.map(writeOutcome).join()}]`

export const readOutcomes = (text: string | null): ReadonlyArray<ActivityOutcome> =>
  text === null
    ? []
    : read(text).map(([ruleId, ruleName, reasons, awarded, coins = Coins.zero, refusal = null]) => ({
        ruleId,
        ruleName,
        met: awarded !== undefined,
        awarded: awarded ?? false,
        coins,
        refusal,
        because: reasons.map(([field, is, value, held]) => ({ field, is, value, held: held === 1 }))
      }))
