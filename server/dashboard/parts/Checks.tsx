import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface Props<Value extends string> {
  readonly legend: ComponentChildren
  /** The field's name in the API, which refusals use. */
  readonly name: string
  readonly options: ReadonlyArray<readonly [value: Value, label: string, hint?: string]>
  readonly chosen: ReadonlyArray<Value>
  readonly onChosen: (chosen: ReadonlyArray<Value>) => void
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
}

/** A group of checkboxes. Chosen values are in the order of the options. */
export const Checks = <Value extends string>(props: Props<Value>) => {
  const { chosen, fault, hint, legend, name, onChosen, options } = props
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
            onChange={() => onChosen(toggled(value))}
          />
          <span>
            {label}
            {note && <small>{note}</small>}
          </span>
        </label>
      ))}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          <code>{name}</code> {fault}
        </p>
      )}
    </fieldset>
  )
}
