import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Fault } from "./Fault.tsx"

interface Props<Value extends string> {
  readonly legend: ComponentChildren
  /** The field's name in the API, which refusals use. */
  readonly name: string
  readonly options: ReadonlyArray<readonly [value: Value, label: string, hint?: string]>
  /** The chosen options, in the order of the options. */
  readonly value: ReadonlyArray<Value>
  readonly onValue: (value: ReadonlyArray<Value>) => void
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
}

/** A group of checkboxes. */
export const Checks = <Value extends string>(props: Props<Value>) => {
  const { fault, hint, legend, name, onValue, options, value: chosen } = props
  const id = useId()
  const toggled = (value: Value): ReadonlyArray<Value> =>
    options.map(([each]) => each).filter((each) => chosen.includes(each) !== (each === value))
  return (
    <fieldset class="checks" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map(([value, label, note], index) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={chosen.includes(value)}
            aria-invalid={fault && index === 0 ? true : undefined}
            onChange={() => onValue(toggled(value))}
          />
          <span>
            {label}
            {note && <small>{note}</small>}
          </span>
        </label>
      ))}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          <code>{name}</code> <Fault of={fault} />
        </p>
      )}
    </fieldset>
  )
}
