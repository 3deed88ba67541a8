import type { Explanation, Rule } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { paymentOf, worthOf } from "../../parts/payment.ts"
import { plainWords } from "../../parts/plainWords.ts"
import { words } from "../../words/award.ts"

interface About {
  readonly userId: string
  readonly ruleName: string
  /** The rule, or the rule of the sub-rule; undefined if it is not loaded. */
  readonly rule: Rule | undefined
  /** The amount that was explained, if the rule pays by amount. */
  readonly amount?: string | undefined
}

/** The coins that the rule pays if no limit leaves less. */
const wholeOf = ({ amount, rule }: About): string | undefined =>
  rule === undefined || (rule.unit !== null && amount === undefined)
    ? undefined
    : worthOf(amount ?? "0", rule)

/** A sentence, with names as parts of their own. */
type Sentence<Part> = ReadonlyArray<string | Part>

const paysBecause = <Part>(
  { progress }: Explanation,
  about: About,
  given: (name: string) => Part
): Sentence<Part> => {
  const { amount, rule, ruleName, userId } = about
  const { done, of } = progress
  const step = Math.min(done + 1, of)
  if (rule?.type === "batched") return words.completes(given(userId), step, of, given(rule.name))
  if (rule?.type === "combined") {
    return ruleName === rule.name
      ? words.namesRule(given(ruleName))
      : words.completesCondition(given(userId), step, of, given(rule.name))
  }
  if (rule !== undefined && amount !== undefined) {
    return [words.byAmount(paymentOf(rule), exact(amount), exact(wholeOf(about) ?? "0"))]
  }
  return words.meets(given(userId), given(ruleName))
}

const countsAs = <Part>(
  { progress }: Explanation,
  { rule, userId }: About,
  given: (name: string) => Part
): Sentence<Part> =>
  rule?.type === "batched"
    ? words.isCompletion(exact(progress.done + 1), exact(progress.of), given(userId))
    : words.hasDone(given(userId), exact(progress.done), progress.of)

/** Describes what an award would do, as a headline and a sentence. `given` marks the names in the sentence. */
export const awardSentence = <Part>(
  explanation: Explanation,
  about: About,
  given: (name: string) => Part
): { readonly title: string; readonly text: Sentence<Part> } => {
  const { coins, outcome, progress, refusal, suppressedBy } = explanation
  switch (outcome) {
    case "pays": {
      const whole = wholeOf(about) ?? coins
      const because = paysBecause(explanation, about, given)
      return {
        title: words.wouldPay(Number(coins)),
        text:
          Number(coins) < Number(whole)
            ? [...because, " ", words.limitLeaves(exact(coins), exact(whole))]
            : because
      }
    }
    case "counts":
      if (explanation.alreadyDone) {
        const names = [given(about.userId), given(about.ruleName)] as const
        return {
          title: words.wouldNotChange,
          text: words.alreadyDone(...names, exact(progress.done), progress.of)
        }
      }
      return { title: words.wouldCount, text: countsAs(explanation, about, given) }
    case "suppressed":
      return {
        title: words.wouldRecord,
        text:
          suppressedBy === null
            ? [words.suppressed]
            : [words.suppressions[suppressedBy], " ", words.suppressed]
      }
    case "refused":
      return {
        title: words.wouldRefuse,
        text: refusal === null ? [] : [plainWords(refusal.appErrorCode, refusal.error)]
      }
  }
}
