import { Schema } from "effect"
import * as Coins from "../Coins.ts"
import { RuleId } from "../Id.ts"
import { type ActivityOutcome, OutcomeRefusal } from "./Activity.ts"
import { Leaf } from "./When.ts"

/**
 * The outcomes of an activity as its row stores them. They are lists without field names, to save space: every activity has an outcome
 * for each rule of its type. If the conditions of the rule were not met, the list has only the first three values.
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

/** Writes outcomes without checking them, because they were just made. */
export const writeOutcomes = (outcomes: ReadonlyArray<ActivityOutcome>): string =>
  JSON.stringify(
    outcomes.map(({ awarded, because, coins, met, refusal, ruleId, ruleName }) => {
      const reasons = because.map(({ field, held, is, value }) => [field, is, value, held ? 1 : 0])
      return met
        ? [ruleId, ruleName, reasons, awarded, coins, refusal === null ? null : encodeRefusal(refusal)]
        : [ruleId, ruleName, reasons]
    })
  )

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
