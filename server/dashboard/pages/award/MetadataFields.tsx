import type { Faults } from "../../faults.ts"
import { Field } from "../../parts/Field.tsx"

export interface Entry {
  readonly key: string
  readonly value: string
}

interface Props {
  readonly entries: ReadonlyArray<Entry>
  readonly onEntries: (entries: ReadonlyArray<Entry>) => void
  readonly faults: Faults
}

const most = 50

/** Texts of the partner's own, which lists show and can be filtered by. */
export const MetadataFields = ({ entries, faults, onEntries }: Props) => {
  const set = (index: number, changes: Partial<Entry>) =>
    onEntries(entries.map((each, at) => (at === index ? { ...each, ...changes } : each)))
  return (
    <fieldset>
      <legend>
        Metadata <span class="quiet">optional</span>
      </legend>
      <p class="hint">Texts of your own, such as an order's number. Lists show them.</p>
      {entries.map(({ key, value }, index) => (
        <div class="row" key={index}>
          <Field
            label={`Key ${index + 1}`}
            name={`metadata.${index}.key`}
            value={key}
            onValue={(key) => set(index, { key })}
          />
          <Field
            label="Value"
            name={`metadata.${index}.value`}
            value={value}
            onValue={(value) => set(index, { value })}
          />
          <button
            type="button"
            class="link remove"
            aria-label={`Remove key ${index + 1}`}
            onClick={() => onEntries(entries.filter((_, at) => at !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      {Object.entries(faults)
        .filter(([field]) => field.startsWith("metadata"))
        .map(([field, problem]) => (
          <p key={field} class="fault" role="alert">
            <code>{field}</code> {problem}
          </p>
        ))}
      {entries.length < most && (
        <button
          type="button"
          class="button plain"
          onClick={() => onEntries([...entries, { key: "", value: "" }])}
        >
          Add metadata
        </button>
      )}
    </fieldset>
  )
}
