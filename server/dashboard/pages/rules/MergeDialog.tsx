import { useState } from "preact/hooks"
import type { Data } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Given } from "../../parts/Given.tsx"
import { Options } from "../../parts/Options.tsx"
import { parts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import { changesBetween, type MergedField, merged } from "./merge.ts"
import { type RuleValues, valuesOf } from "./values.ts"

interface Props {
  /** The rule as this person has read it. */
  readonly base: Data<"rules.get">
  /** The rule as it is now. */
  readonly theirs: Data<"rules.get">
  readonly mine: RuleValues
  /** Gets the values to go on with. Nothing is saved yet. */
  readonly onMerged: (values: RuleValues) => void
  readonly onClose: () => void
}

/** Shows what another person has changed meanwhile, and asks whose value to take where both have changed a field. */
export const MergeDialog = ({ base, mine, onClose, onMerged, theirs }: Props) => {
  const [kept, setKept] = useState<ReadonlySet<MergedField>>(new Set())
  const [before, now] = [valuesOf(base), valuesOf(theirs)]
  const changes = changesBetween(before, now, mine)
  const who = theirs.changedBy?.name ?? words.somebodyElse
  const keep = (field: MergedField, isKept: boolean): void => {
    const rest = Array.from(kept).filter((each) => each !== field)
    setKept(new Set(isKept ? [...rest, field] : rest))
  }
  return (
    <Dialog title={words.hasChanged} onClose={onClose}>
      <div class="stack">
        <p class="words">{words.hasSaved(<Given>{who}</Given>)}</p>
        {changes.length === 0 && <p class="quiet">{words.bothTheSame}</p>}
        <dl class="terms">
          {changes.map(({ field, label, mine: entered, theirs: saved, was }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd class="words">
                {was} → <b>{saved}</b>
                {entered !== undefined && (
                  <Options
                    legend={<span class="unseen">{label}</span>}
                    name={field}
                    value={kept.has(field) ? "mine" : "theirs"}
                    options={[
                      ["theirs", words.takeTheirs(saved)],
                      ["mine", words.keepMine(entered)]
                    ]}
                    onValue={(choice) => keep(field, choice === "mine")}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div class="actions">
          <Button onClick={() => onMerged(merged(before, now, mine, kept))}>{words.putTogether}</Button>
          <Button kind="plain" onClick={onClose}>
            {parts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
