import type { Explanation, Rule } from "../../contract.ts"
import { counted, exact } from "../../parts/numbers.ts"
import { paymentOf, worthOf } from "../../parts/payment.ts"
import { plainWords } from "../../parts/plainWords.ts"

const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")
const cardinals = "zero one two three four five six seven eight nine ten".split(" ")

const plural = new Intl.PluralRules("en", { type: "ordinal" })
const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" }

/** "third", "21st". */
const nth = (count: number): string =>
  ordinals[count] ?? `${exact(count)}${endings[plural.select(count)] ?? "th"}`
const words = (count: number): string => cardinals[count] ?? exact(count)

const suppressions: Readonly<Record<NonNullable<Explanation["suppressedBy"]>, string>> = {
  participant_limit_reached: "No places are left.",
  user_limit_reached: "The member was paid as often as the rule allows.",
  limit_reached: "A limit of the rule is used up."
}

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

const paysBecause = ({ progress }: Explanation, about: About): string => {
  const { amount, rule, ruleName, userId } = about
  const { done, of } = progress
  const step = `the ${nth(Math.min(done + 1, of))} of ${words(of)}`
  if (rule?.type === "batched") return `${userId} completes ${step} for “${rule.name}”.`
  if (rule?.type === "combined") {
    return ruleName === rule.name
      ? `The award names the rule “${ruleName}” itself: it pays at once, even if conditions are left.`
      : `${userId} completes ${step} conditions of “${rule.name}”.`
  }
  if (rule !== undefined && amount !== undefined) {
    return `${paymentOf(rule)}; ${exact(amount)} pays ${exact(wholeOf(about) ?? "0")}.`
  }
  return `${userId} meets the condition of “${ruleName}”.`
}

const countsAs = ({ progress }: Explanation, { rule, userId }: About): string =>
  rule?.type === "batched"
    ? `It is completion ${exact(progress.done + 1)} of ${exact(progress.of)} for ${userId}.`
    : `${userId} has done ${exact(progress.done)} of ${counted(progress.of, "condition")} before it.`

/** Describes what an award would do, as a headline and a sentence. */
export const awardSentence = (
  explanation: Explanation,
  about: About
): { readonly title: string; readonly text: string } => {
  const { coins, outcome, refusal, suppressedBy } = explanation
  switch (outcome) {
    case "pays": {
      const whole = wholeOf(about) ?? coins
      const clamped =
        Number(coins) < Number(whole) ? ` A limit leaves ${exact(coins)} of ${exact(whole)}.` : ""
      return {
        title: `Would pay ${counted(Number(coins), "coin")}`,
        text: `${paysBecause(explanation, about)}${clamped}`
      }
    }
    case "counts":
      if (explanation.alreadyDone) {
        return {
          title: "Would change nothing",
          text: `${about.userId} has already done “${about.ruleName}” in this cycle: ${exact(explanation.progress.done)} of ${counted(explanation.progress.of, "condition")}.`
        }
      }
      return { title: "Would count, and pay nothing yet", text: countsAs(explanation, about) }
    case "suppressed":
      return {
        title: "Would be recorded without effect",
        text: `${suppressedBy === null ? "" : `${suppressions[suppressedBy]} `}No coins move, and nothing is counted.`
      }
    case "refused":
      return {
        title: "Would be refused",
        text: refusal === null ? "" : plainWords(refusal.appErrorCode, refusal.error)
      }
  }
}
