import type { ActivityOutcome } from "../../contract.ts"
import { SaidWords } from "../../parts/Fault.tsx"
import { Given } from "../../parts/Given.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { words } from "../../words/activities.ts"
import { expectedWord, outcomeTone, outcomeWord, reasonsOf } from "./outcomeWords.ts"

export const Reasons = ({ of }: { readonly of: ActivityOutcome }) => {
  const reasons = reasonsOf(of)
  return (
    <ul class="reasons">
      {reasons.length === 0 && <li>{words.noConditions}</li>}
      {reasons.map((reason) => (
        <li key={reason.text}>
          <SaidWords {...reason} />
        </li>
      ))}
    </ul>
  )
}

const None = () => <span class="quiet">{words.noRule}</span>

/** What an activity did under each rule, with the reasons folded. */
export const Outcomes = ({ of }: { readonly of: ReadonlyArray<ActivityOutcome> }) =>
  of.length === 0 ? (
    <None />
  ) : (
    <ul class="outcomes">
      {of.map((outcome) => (
        <li key={outcome.ruleName}>
          <details>
            <summary>
              <Given>{outcome.ruleName}</Given>{" "}
              <Pill tone={outcomeTone(outcome)}>{outcomeWord(outcome)}</Pill>
            </summary>
            <Reasons of={outcome} />
          </details>
        </li>
      ))}
    </ul>
  )

/** What an activity would do under each rule, with the reasons. */
export const ExpectedOutcomes = ({ of }: { readonly of: ReadonlyArray<ActivityOutcome> }) => (
  <ul class="outcomes expected">
    {of.map((outcome) => (
      <li key={outcome.ruleName}>
        <h3>
          <Given>{outcome.ruleName}</Given> <Pill tone={outcomeTone(outcome)}>{expectedWord(outcome)}</Pill>
        </h3>
        <Reasons of={outcome} />
      </li>
    ))}
  </ul>
)
