import { useId, useLayoutEffect, useState } from "preact/hooks"
import { parts } from "../words/common.ts"
import { type Common, useFrame } from "./Field.tsx"
import { Given } from "./Given.tsx"

export interface Option {
  readonly value: string
  /** Shown after the value. */
  readonly note?: string
}

interface Props extends Common {
  readonly options: ReadonlyArray<Option>
  /** Called at every key. `onValue` is called when an option is chosen, on Enter, and when the field loses the focus. */
  readonly onTyped?: (text: string) => void
  /** Shown if there are no options, such as "nothing found". */
  readonly nothing: string
  readonly placeholder?: string
}

/** A text field with suggestions, which accepts other values too. */
export const Combobox = (props: Props) => {
  const { nothing, onTyped, onValue, options, placeholder, value } = props
  const { control, frame } = useFrame(props)
  const list = useId()
  const [typed, setTyped] = useState(value)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useLayoutEffect(() => setTyped(value), [value])

  const type = (text: string): void => {
    setTyped(text)
    setOpen(true)
    setActive(-1)
    onTyped?.(text)
  }
  const choose = (text: string): void => {
    setTyped(text)
    setOpen(false)
    setActive(-1)
    if (text !== value) onValue(text)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      const step = event.key === "ArrowDown" ? 1 : -1
      setActive(!open ? 0 : (active + step + options.length) % Math.max(1, options.length))
      setOpen(true)
    } else if (event.key === "Escape" && open) {
      // Otherwise Esc would also close a dialog around it.
      event.preventDefault()
      setOpen(false)
    } else if (event.key === "Enter" && (open || typed.trim() !== value)) {
      event.preventDefault()
      choose(options[active]?.value ?? typed.trim())
    }
  }

  return frame(
    <div class="combobox">
      <input
        {...control}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        value={typed}
        autoComplete="off"
        spellcheck={false}
        dir="auto"
        placeholder={placeholder}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={() => onTyped?.(typed)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => choose(typed.trim())}
      />
      <div
        id={list}
        role="listbox"
        aria-label={props.label}
        class="panel"
        hidden={!open || options.length === 0}
      >
        {options.map((option, index) => (
          // The focus stays in the field, and its arrow keys move between the options.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={option.value}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option.value)}
          >
            <Given>{option.value}</Given>
            {option.note && (
              <small>
                <Given>{option.note}</Given>
              </small>
            )}
          </div>
        ))}
      </div>
      <p class={open && options.length === 0 ? "panel nothing" : "unseen"} role="status">
        {!open ? "" : options.length === 0 ? nothing : parts.suggestions(options.length)}
      </p>
    </div>
  )
}
