import { phraseOf } from "../../../../lib/rewards/activities/sentence.ts"
import type { ActivityOutcome } from "../../contract.ts"
import { counted } from "../../parts/numbers.ts"

/** What an activity did under a rule, in a word or two. */
export const outcomeWord = ({ awarded, coins, met, refusal }: ActivityOutcome): string =>
  !met
    ? "not met"
    : awarded
      ? `paid ${counted(Number(coins), "coin")}`
      : refusal === null
        ? "counted"
        : "not paid"

export const outcomeTone = ({ awarded, met, refusal }: ActivityOutcome): "good" | "near" | "plain" =>
  met && awarded ? "good" : met && refusal !== null ? "near" : "plain"

/** What an activity would do under a rule, for one that has not happened. */
export const expectedWord = (outcome: ActivityOutcome): string => {
  const { awarded, coins, met, refusal } = outcome
  if (!met) return "would do nothing"
  if (awarded) return `would pay ${counted(Number(coins), "coin")}`
  return refusal === null ? "would count" : "would not pay"
}

/** Why: the refusal in the API's words, or the conditions that decided the outcome. */
export const reasonsOf = ({ because, refusal }: ActivityOutcome): ReadonlyArray<string> => [
  ...(refusal === null ? [] : [refusal.error]),
  ...because.map(
    ({ field, held, is, value }) => `${held ? "true" : "not true"}: ${phraseOf({ field, is, value })}`
  )
]

/** Said where a rule has no conditions. */
export const noConditions = "It has no conditions: every activity of this type meets it."

/** The coins of the outcomes together. They are decimals with at most four digits after the point. */
export const paidBy = (outcomes: ReadonlyArray<ActivityOutcome>): number =>
  outcomes.reduce((sum, { awarded, coins }) => sum + (awarded ? Math.round(Number(coins) * 10_000) : 0), 0) /
  10_000

/** What the reversal of an activity does. */
export const reversalOf = (userId: string, outcomes: ReadonlyArray<ActivityOutcome>): string => {
  const made = outcomes.filter(({ awarded, met, refusal }) => met && (awarded || refusal === null))
  if (made.length === 0) return "It earned nothing, so no coins move. It is marked as reversed."
  const coins = paidBy(outcomes)
  const names = made.map(({ ruleName }) => `“${ruleName}”`).join(", ")
  const leaving =
    coins === 0
      ? "No coins move, and what it counted is taken back."
      : `${counted(coins, "coin")} ${coins === 1 ? "leaves" : "leave"} the wallet of ${userId}, less what was taken back already.`
  return `Reverses ${made.length === 1 ? "its award" : `all ${made.length} awards`} (${names}), or none if one cannot be reversed. ${leaving}`
}
