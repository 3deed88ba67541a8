import { useState } from "preact/hooks"
import type { Data } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Options } from "../../parts/Options.tsx"
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
  const who = theirs.changedBy?.name ?? "Somebody else"
  const keep = (field: MergedField, isKept: boolean): void => {
    const rest = Array.from(kept).filter((each) => each !== field)
    setKept(new Set(isKept ? [...rest, field] : rest))
  }
  return (
    <Dialog title="This rule has changed" onClose={onClose}>
      <div class="stack">
        <p class="words">
          {who} has saved other changes while you were editing. Nothing of yours is saved yet, and nothing is
          lost.
        </p>
        {changes.length === 0 && <p class="quiet">Both of you entered the same.</p>}
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
                      ["theirs", `Take “${saved}”`],
                      ["mine", `Keep mine: “${entered}”`]
                    ]}
                    onValue={(choice) => keep(field, choice === "mine")}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div class="actions">
          <Button onClick={() => onMerged(merged(before, now, mine, kept))}>Put both together</Button>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
