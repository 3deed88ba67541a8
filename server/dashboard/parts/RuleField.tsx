import { useState } from "preact/hooks"
import type { Rule } from "../contract.ts"
import { Combobox, type Option } from "./Combobox.tsx"
import type { Common } from "./Field.tsx"
import { paymentOf } from "./payment.ts"

/** The names that can be awarded: rules, and the sub-rules of combined rules. */
const optionsOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<Option> =>
  rules.flatMap((rule) => {
    const { name, rules: parts, status, type } = rule
    const inactive = (state: Rule["status"]) => (state === "inactive" ? " · inactive" : "")
    return [
      { value: name, note: `${type} · ${paymentOf(rule)}${inactive(status)}` },
      ...parts.map((part) => ({
        value: part.name,
        note: `condition of ${name}${inactive(status === "active" ? part.status : status)}`
      }))
    ]
  })

const most = 30

/** Finds a rule or sub-rule by name, with suggestions. */
export const RuleField = ({ rules, ...props }: Common & { readonly rules: ReadonlyArray<Rule> }) => {
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  // The name that is already chosen does not filter the list.
  const isChosen = words === props.value
  const options = optionsOf(rules).filter(({ value }) => isChosen || value.includes(words))
  return (
    <Combobox
      {...props}
      options={options.slice(0, most)}
      onTyped={setTyped}
      nothing="No rule or sub-rule has this in its name."
      placeholder="Name of a rule or sub-rule"
    />
  )
}
