import { leafText } from "../ActivityDraft.ts"
import type { DecidedActivity } from "../Implementation.ts"
import { type ActivityResult, coinsText, unitsOf } from "../ModelOutcome.ts"

/** Formats what an activity did under each rule. */
export const decisionsText = (
  results: ReadonlyArray<ActivityResult>,
  reasons: "compared" | "ignored"
): string => {
  const decisions = results.map(({ because, met, refusal, rule, units }) => {
    const why = refusal === null ? "" : reasons === "compared" ? `: ${refusal.reason}` : ": refused"
    const leaves = because.map(leafText).join(", ")
    return `${rule} ${met ? `met, ${coinsText(units)} coins${why}` : "not met"} [${leaves}]`
  })
  return `decided ${decisions.join("; ") || "nothing"}`
}

/** Converts the decisions of an implementation to the form of the model. */
export const resultsOf = ({ decisions }: DecidedActivity): ReadonlyArray<ActivityResult> =>
  decisions.map(({ because, coins, met, reason, rule }) => {
    const refusal = reason === undefined ? null : { reason, facts: "" }
    return { rule, met, units: unitsOf(coins), refusal, because }
  })
