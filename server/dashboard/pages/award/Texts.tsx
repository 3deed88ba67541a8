import { useState } from "preact/hooks"
import type { Faults } from "../../faults.ts"
import { Field } from "../../parts/Field.tsx"
import { MetadataFields } from "./MetadataFields.tsx"
import type { AwardValues } from "./values.ts"

interface Props {
  readonly values: AwardValues
  readonly change: (changes: Partial<AwardValues>) => void
  readonly faults: Faults
}

/** What can be said with an award. It opens by itself where something in it is wrong. */
export const Texts = ({ change, faults, values }: Props) => {
  const [open, setOpen] = useState(false)
  const isWrong = Object.keys(faults).some((field) => /^(narration|metadata)/.test(field))
  return (
    <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Narration and metadata</summary>
      <Field
        label="Narration"
        name="narration"
        optional
        value={values.narration}
        onValue={(narration) => change({ narration })}
        hint="Why, in words of your own."
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
