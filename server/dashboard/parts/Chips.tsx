import { useState } from "preact/hooks"
import { parts } from "../words/common.ts"
import { type Common, useFrame } from "./Field.tsx"
import { Given } from "./Given.tsx"
import { plainNumber, typedNumber } from "./numbers.ts"

interface Props extends Omit<Common, "value" | "onValue"> {
  readonly values: ReadonlyArray<string>
  readonly onValues: (values: ReadonlyArray<string>) => void
  readonly inputMode?: "decimal"
}

/** A list of texts. Enter adds what was typed, and Backspace in the empty field removes the last one. */
export const Chips = (props: Props) => {
  const { inputMode, onValues, values } = props
  const { control, frame } = useFrame(props)
  const [typed, setTyped] = useState("")
  const isNumeric = inputMode !== undefined
  const shown = (value: string): string => (isNumeric ? typedNumber(value) : value)
  const add = (): void => {
    const text = isNumeric ? plainNumber(typed) : typed.trim()
    setTyped("")
    if (text !== "" && !values.includes(text)) onValues([...values, text])
  }
  return frame(
    <div class="chips">
      {values.map((value) => (
        <span key={value} class="chip">
          <Given>{shown(value)}</Given>
          <button
            type="button"
            aria-label={parts.remove(shown(value))}
            onClick={(event) => {
              // The button goes away, and the focus with it.
              event.currentTarget.closest(".chips")?.querySelector("input")?.focus()
              onValues(values.filter((each) => each !== value))
            }}
          >
            ×
          </button>
        </span>
      ))}
      <input
        {...control}
        type="text"
        value={typed}
        inputMode={inputMode}
        autoComplete="off"
        spellcheck={false}
        placeholder={parts.addThenEnter}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed.trim() !== "") {
            event.preventDefault()
            add()
          } else if (event.key === "Backspace" && typed === "" && !event.repeat) {
            onValues(values.slice(0, -1))
          }
        }}
      />
    </div>
  )
}
