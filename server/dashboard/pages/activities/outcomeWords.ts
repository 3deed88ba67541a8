import type { ActivityOutcome } from "../../contract.ts"
import { type Said, saidRefusal } from "../../parts/plainWords.ts"
import { words } from "../../words/activities.ts"
import { language } from "../../words/language.ts"

/** What an activity did under a rule, in a word or two. */
export const outcomeWord = ({ awarded, coins, met, refusal }: ActivityOutcome): string =>
  !met ? words.notMet : awarded ? words.paid(Number(coins)) : refusal === null ? words.counted : words.notPaid

export const outcomeTone = ({ awarded, met, refusal }: ActivityOutcome): "good" | "near" | "plain" =>
  met && awarded ? "good" : met && refusal !== null ? "near" : "plain"

/** What an activity would do under a rule, for one that has not happened. */
export const expectedWord = (outcome: ActivityOutcome): string => {
  const { awarded, coins, met, refusal } = outcome
  if (!met) return words.wouldDoNothing
  if (awarded) return words.wouldPay(Number(coins))
  return refusal === null ? words.wouldCount : words.wouldNotPay
}

const own = (text: string): Said => ({ text, isForeign: false })

/** Why: the refusal, or the conditions that decided the outcome. An English page has the refusal in the API's words. */
export const reasonsOf = ({ because, refusal }: ActivityOutcome): ReadonlyArray<Said> => [
  ...(refusal === null
    ? []
    : [language === "en" ? own(refusal.error) : saidRefusal(refusal.appErrorCode, refusal.error)]),
  ...because.map(({ field, held, is, value }) => {
    const phrase = words.phrase({ field, is, value })
    return own(held ? words.held(phrase) : words.notHeld(phrase))
  })
]

/** The coins of the outcomes together. They are decimals with at most four digits after the point. */
export const paidBy = (outcomes: ReadonlyArray<ActivityOutcome>): number =>
  outcomes.reduce((sum, { awarded, coins }) => sum + (awarded ? Math.round(Number(coins) * 10_000) : 0), 0) /
  10_000

/** What the reversal of an activity does. `given` marks the names in the sentences. */
export const reversalOf = <Part>(
  userId: string,
  outcomes: ReadonlyArray<ActivityOutcome>,
  given: (name: string) => Part
): ReadonlyArray<string | Part> => {
  const made = outcomes.filter(({ awarded, met, refusal }) => met && (awarded || refusal === null))
  if (made.length === 0) return [words.earnedNothing]
  const coins = paidBy(outcomes)
  const names = made.map(({ ruleName }) => given(ruleName))
  const leaving = coins === 0 ? [words.noCoinsMove] : words.leave(coins, given(userId))
  return [...words.reverses(made.length, names), " ", ...leaving]
}
