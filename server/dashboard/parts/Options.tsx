import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface Props<Value extends string> {
  readonly legend: ComponentChildren
  readonly name: string
  readonly options: ReadonlyArray<readonly [value: Value, label: string, hint?: string]>
  readonly value: Value
  readonly onValue: (value: Value) => void
}

/** A group of radio buttons for two or three choices. Without explanations they stand in one row. */
export const Options = <Value extends string>({
  legend,
  name,
  onValue,
  options,
  value: chosen
}: Props<Value>) => {
  const id = useId()
  return (
    <fieldset class={options.some(([, , hint]) => hint) ? "checks" : "checks row"}>
      <legend>{legend}</legend>
      {options.map(([value, label, hint]) => (
        <label key={value} class="check">
          <input
            type="radio"
            name={`${id}${name}`}
            value={value}
            checked={value === chosen}
            onChange={() => onValue(value)}
          />
          <span>
            {label}
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
