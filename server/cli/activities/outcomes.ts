import { Schema } from "effect"
import { OutcomeRefusal, type PlainActivityOutcome, phraseOf } from "../../../lib/index.ts"

const decodeRefusal = Schema.decodeSync(OutcomeRefusal)

/** The words for what rules did, or would do. */
const words = {
  recorded: { paid: "paid", counted: "counted", refused: "paid nothing" },
  explained: { paid: "would pay", counted: "would count", refused: "would pay nothing" }
}

const resultOf = (
  { awarded, coins, met, refusal }: PlainActivityOutcome,
  { counted, paid, refused }: (typeof words)["recorded"]
): string => {
  if (!met) return "not met"
  if (awarded) return `${paid} ${coins}`
  return refusal === null ? counted : `${refused}, because ${decodeRefusal(refusal).message}`
}

const lineOf = (outcome: PlainActivityOutcome, kind: keyof typeof words): string => {
  const because = outcome.because.map((leaf) => `${phraseOf(leaf)}: ${leaf.held ? "yes" : "no"}`)
  return [`  ${outcome.ruleName}: ${resultOf(outcome, words[kind])}`, ...because].join("; ")
}

/** A line for each rule that decided about an activity. */
export const linesOf = (
  outcomes: ReadonlyArray<PlainActivityOutcome>,
  kind: keyof typeof words = "recorded"
): ReadonlyArray<string> =>
  outcomes.length === 0
    ? ["  No active rule asks for activities of this type."]
    : outcomes.map((each) => lineOf(each, kind))
