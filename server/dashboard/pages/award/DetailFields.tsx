import { useState } from "preact/hooks"
import type { Faults } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Field } from "../../parts/Field.tsx"
import { words } from "../../words/award.ts"
import { parts } from "../../words/common.ts"
import type { AwardValues, MetadataEntry } from "./values.ts"

interface MetadataProps {
  readonly entries: ReadonlyArray<MetadataEntry>
  readonly onEntries: (entries: ReadonlyArray<MetadataEntry>) => void
  readonly faults: Faults
}

const most = 50

/** The award's details. Lists show it and can be filtered by it. */
const MetadataFields = ({ entries, faults, onEntries }: MetadataProps) => {
  const set = (index: number, changes: Partial<MetadataEntry>) =>
    onEntries(entries.map((each, at) => (at === index ? { ...each, ...changes } : each)))
  return (
    <fieldset>
      <legend>
        {words.details} <span class="quiet">{parts.optional}</span>
      </legend>
      <p class="hint">{words.detailsHint}</p>
      {entries.map(({ key, value }, index) => (
        <div class="row" key={index}>
          <Field
            label={words.key(index + 1)}
            name={`metadata.${index}.key`}
            value={key}
            onValue={(key) => set(index, { key })}
          />
          <Field
            label={words.value}
            name={`metadata.${index}.value`}
            value={value}
            onValue={(value) => set(index, { value })}
          />
          <button
            type="button"
            class="link remove"
            aria-label={words.removeKey(index + 1)}
            onClick={() => onEntries(entries.filter((_, at) => at !== index))}
          >
            {words.remove}
          </button>
        </div>
      ))}
      {Object.entries(faults)
        .filter(([field]) => field.startsWith("metadata"))
        .map(([field, problem]) => (
          <p key={field} class="fault" role="alert">
            <code>{field}</code> <Fault of={problem} />
          </p>
        ))}
      {entries.length < most && (
        <Button kind="plain" onClick={() => onEntries([...entries, { key: "", value: "" }])}>
          {words.addDetail}
        </Button>
      )}
    </fieldset>
  )
}

interface Props {
  readonly values: AwardValues
  readonly change: (changes: Partial<AwardValues>) => void
  readonly faults: Faults
}

/** The note and the details of an award, which the API calls narration and metadata. It opens if one of them has a fault. */
export const DetailFields = ({ change, faults, values }: Props) => {
  const [open, setOpen] = useState(false)
  const isWrong = Object.keys(faults).some((field) => /^(narration|metadata)/.test(field))
  return (
    <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.noteAndDetails}</summary>
      <Field
        label={words.note}
        name="narration"
        optional
        value={values.narration}
        onValue={(narration) => change({ narration })}
        hint={words.noteHint}
        fault={faults.narration}
      />
      <MetadataFields
        entries={values.metadata}
        onEntries={(metadata) => change({ metadata })}
        faults={faults}
      />
    </details>
  )
}
