import { useState } from "preact/hooks"
import { Combobox, type Option } from "./Combobox.tsx"
import type { Common } from "./Field.tsx"

interface Props extends Common {
  readonly options: ReadonlyArray<Option>
  /** Shown if no option contains what was typed. */
  readonly nothing: string
  readonly placeholder?: string
}

const most = 30

/** A text field that suggests the options which contain what was typed, and accepts other texts too. */
export const Suggest = ({ options, ...props }: Props) => {
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  // The value that is already chosen does not filter the list.
  const isChosen = words === props.value.toLowerCase()
  const found = options.filter(({ value }) => isChosen || value.toLowerCase().includes(words))
  return <Combobox {...props} options={found.slice(0, most)} onTyped={setTyped} />
}
