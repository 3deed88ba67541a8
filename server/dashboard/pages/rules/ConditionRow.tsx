import type { Faults } from "../../api.ts"
import { Chips } from "../../parts/Chips.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { words } from "../../words/rules.ts"
import { fieldOptions, type Seen } from "../activities/seen.ts"
import {
  type Comparison,
  comparisonsOf,
  contentOf,
  fieldIn,
  hasValue,
  type Kind,
  shownField,
  weekdays
} from "./whenFields.ts"
import type { LeafValues } from "./whenValues.ts"

interface Props {
  readonly of: LeafValues
  readonly onChange: (changes: Partial<LeafValues>) => void
  readonly onRemove: () => void
  /** The name of the row, such as "condition 2". */
  readonly label: string
  /** The path of the condition in the API. */
  readonly path: string
  readonly activity: string
  readonly seen: Seen
  readonly faults: Faults
}

const kinds = [
  ["text", words.kinds.text],
  ["number", words.kinds.number],
  ["boolean", words.kinds.boolean]
] as const satisfies ReadonlyArray<readonly [Kind, string]>

const booleans = [
  ["true", "true"],
  ["false", "false"]
] as const

/** The comparison if the field has it, or else the first one that it has. */
const fitting = (is: Comparison, field: string, kind: Kind): Comparison => {
  const known = comparisonsOf(contentOf(field), kind)
  return known.some(([value]) => value === is) ? is : (known[0]?.[0] ?? is)
}

const firstValue: Readonly<Record<string, string>> = { weekday: "1", boolean: "true" }

const Value = ({ faults, label, of, onChange, path }: Props) => {
  const content = contentOf(of.field)
  const isWeekday = content === "weekday"
  const isNumeric = content === "count" || content === "hour" || (content === "any" && of.kind === "number")
  const shared = {
    label: words.valueOf(label),
    name: `${path}.value`,
    fault: faults[`${path}.value`]
  }
  if (of.is === "in" && isWeekday) {
    return (
      <fieldset class="days-of-week" aria-label={shared.label}>
        {weekdays.map(([value, day, short]) => (
          <label key={value} title={day}>
            <input
              type="checkbox"
              name={shared.name}
              aria-label={day}
              aria-invalid={shared.fault && value === "1" ? true : undefined}
              checked={of.values.includes(value)}
              onChange={() =>
                onChange({
                  values: weekdays
                    .map(([each]) => each)
                    .filter((each) => of.values.includes(each) !== (each === value))
                })
              }
            />
            <span aria-hidden="true">{short}</span>
          </label>
        ))}
        {shared.fault && (
          <p class="fault">
            <code>{shared.name}</code> <Fault of={shared.fault} />
          </p>
        )}
      </fieldset>
    )
  }
  if (of.is === "in") {
    return (
      <Chips
        {...shared}
        values={of.values}
        onValues={(values) => onChange({ values })}
        {...(isNumeric && { inputMode: "decimal" as const })}
      />
    )
  }
  const single = {
    ...shared,
    value: of.values[0] ?? "",
    onValue: (value: string) => onChange({ values: [value] })
  }
  if (isWeekday) return <Choice {...single} options={weekdays.map(([value, day]) => [value, day])} />
  if (content === "any" && of.kind === "boolean" && of.is !== "startsWith") {
    return <Choice {...single} options={booleans} />
  }
  if (content === "date" && of.is !== "startsWith") return <Field {...single} type="date" />
  return <Field {...single} {...(isNumeric && { inputMode: "decimal" as const })} />
}

/** One condition: a field, how to compare it, and with what. */
export const ConditionRow = (props: Props) => {
  const { activity, faults, label, of, onChange, onRemove, path, seen } = props
  const content = contentOf(of.field)
  const known = [...seen.fieldsOf(activity), ...seen.attributes]
  const compare = (is: Comparison, field = of.field, kind = of.kind): void => {
    const content = contentOf(field)
    const first = content === "any" ? firstValue[kind] : firstValue[content]
    const isKept = content === contentOf(of.field) && kind === of.kind && of.values.length > 0
    const isAlone = is !== "in" && of.values.length > 1
    const values = isKept
      ? isAlone
        ? of.values.slice(0, 1)
        : of.values
      : is === "in" || !first
        ? []
        : [first]
    onChange({ field, kind, is, values })
  }
  const choose = (text: string): void => {
    const field = fieldIn(text)
    const kind = known.find((each) => each.field === field)?.kind ?? of.kind
    compare(fitting(of.is, field, kind), field, kind)
  }
  return (
    <div class="condition">
      <div class="parts">
        <Suggest
          label={words.fieldOf(label)}
          name={`${path}.field`}
          value={shownField(of.field)}
          onValue={choose}
          options={fieldOptions(seen, activity)}
          nothing={words.noField}
          placeholder={words.fieldExample}
          fault={faults[`${path}.field`]}
        />
        <Choice
          label={words.comparisonOf(label)}
          name={`${path}.is`}
          value={of.is}
          options={comparisonsOf(content, of.kind)}
          onValue={(is) => compare(is)}
          fault={faults[`${path}.is`]}
        />
        {content === "any" && hasValue(of.is) && of.is !== "startsWith" && (
          <Choice
            label={words.kindOf(label)}
            name={`${path}.kind`}
            value={of.kind}
            options={kinds}
            onValue={(kind) => compare(fitting(of.is, of.field, kind), of.field, kind)}
          />
        )}
        {hasValue(of.is) && <Value {...props} />}
      </div>
      <button type="button" class="link" aria-label={words.removeCondition(label)} onClick={onRemove}>
        {words.remove}
      </button>
      {known.map(
        ({ field, note }) =>
          field === of.field && (
            <p key={field} class="hint">
              {note}
            </p>
          )
      )}
    </div>
  )
}
