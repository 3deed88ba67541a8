import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { parts } from "../words/common.ts"
import { Fault } from "./Fault.tsx"
import { numberFault, plainNumber, typedNumber } from "./numbers.ts"

export interface Common<Value extends string = string> {
  readonly label: string
  /** The field's name in the API, which refusals use. */
  readonly name: string
  readonly value: Value
  readonly onValue: (value: Value) => void
  readonly hint?: ComponentChildren
  /** What is wrong. It reads on from the field's name. */
  readonly fault?: string | undefined
  readonly optional?: boolean
  readonly disabled?: boolean
}

interface InputProps extends Common {
  readonly type?: "text" | "email" | "password" | "url" | "search" | "date" | "datetime-local"
  readonly inputMode?: "numeric" | "decimal"
  readonly autoComplete?: string
  readonly placeholder?: string
}

interface ChoiceProps<Value extends string> extends Common<Value> {
  readonly options: ReadonlyArray<readonly [value: Value, label: string]>
}

/** Label, hint and fault around a control, linked for screen readers. */
export const useFrame = ({ fault, hint, label, name, optional }: Omit<Common, "value" | "onValue">) => {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ")
  return {
    control: {
      id,
      name,
      "aria-invalid": fault ? true : undefined,
      "aria-describedby": described || undefined
    },
    frame: (control: ComponentChildren) => (
      <div class={`field${fault ? " wrong" : ""}`}>
        <label for={id}>
          {label}
          {optional && <span class="quiet"> {parts.optional}</span>}
        </label>
        {control}
        {hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {fault && (
          <p class="fault" id={`${id}-fault`}>
            <code>{name}</code> <Fault of={fault} />
          </p>
        )}
      </div>
    )
  }
}

export const Field = (props: InputProps) => {
  const { autoComplete = "off", disabled, inputMode, onValue, placeholder, type = "text", value } = props
  const isNumeric = inputMode !== undefined
  const [isLeft, setLeft] = useState(false)
  // The text of a number while it is typed. The value is the number as the API takes it.
  const [typed, setTyped] = useState("")
  const shown = !isNumeric ? value : plainNumber(typed) === value ? typed : typedNumber(value)
  const misread = isNumeric && isLeft && props.fault === undefined ? numberFault(value) : undefined
  const { control, frame } = useFrame(misread === undefined ? props : { ...props, fault: misread })
  const onNumber = (text: string): void => {
    setTyped(text)
    onValue(plainNumber(text))
  }
  const onBlur = (): void => {
    setLeft(true)
    setTyped("")
  }
  return frame(
    <input
      {...control}
      // The attribute types need one literal type; all types that are used here have the same attributes.
      type={type as "text"}
      value={shown}
      disabled={disabled}
      inputMode={inputMode}
      autoComplete={autoComplete}
      placeholder={placeholder}
      spellcheck={false}
      dir="auto"
      onInput={({ currentTarget: { value: text } }) => (isNumeric ? onNumber(text) : onValue(text))}
      {...(isNumeric && { onBlur })}
    />
  )
}

export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { disabled, onValue, options, value } = props
  const { control, frame } = useFrame(props)
  return frame(
    <select
      {...control}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([option]) => option === currentTarget.value)
        if (chosen !== undefined) onValue(chosen[0])
      }}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** A multi-line text field. */
export const Area = (props: Common) => {
  const { disabled, onValue, value } = props
  const { control, frame } = useFrame(props)
  return frame(
    <textarea
      {...control}
      value={value}
      disabled={disabled}
      autoComplete="off"
      spellcheck={false}
      dir="auto"
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  )
}
