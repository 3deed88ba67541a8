import { useRef, useState } from "preact/hooks"
import { call, messageOf } from "../api.ts"
import type { Rule } from "../contract.ts"
import { parts as said } from "../words/common.ts"
import { Combobox, type Option } from "./Combobox.tsx"
import type { Common } from "./Field.tsx"
import { fullPage } from "./fullPage.ts"
import { useLoad, useSettled } from "./load.tsx"
import { paymentOf } from "./payment.ts"

/** The names that can be awarded: rules, and the sub-rules of combined rules. */
const optionsOf = (rules: ReadonlyArray<Rule>): ReadonlyArray<Option> =>
  rules.flatMap((rule) => {
    const { name, rules: parts, status, type } = rule
    const inactive = (state: Rule["status"]) => (state === "inactive" ? ` · ${said.inactive}` : "")
    return [
      { value: name, note: `${said.ruleTypes[type]} · ${paymentOf(rule)}${inactive(status)}` },
      ...parts.map((part) => ({
        value: part.name,
        note: `${said.conditionOf(name)}${inactive(status === "active" ? part.status : status)}`
      }))
    ]
  })

const most = 30
/** With fewer suggestions than this, more of the rules are searched. */
const few = 8

/** Finds a rule or sub-rule by a part of its name. */
export const RuleField = (props: Common) => {
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  // The name that is already chosen does not filter the list.
  const search = words === props.value ? "" : words
  const settled = useSettled(search)
  const known = useRef(new Map<string, Option>())
  const { data, failure, loading } = useLoad(
    async (signal) => {
      const query = { limit: String(most), ...(settled && { search: settled }) }
      const { data } = await fullPage(few, (after) =>
        call("rules.list", { query: { ...query, ...(after !== undefined && { after }) }, signal })
      )
      for (const option of optionsOf(data)) known.current.set(option.value, option)
      return settled
    },
    [settled]
  )
  // Names that were read before are offered at once, while the service searches.
  const options = Array.from(known.current.values()).filter(({ value }) => value.includes(search))
  return (
    <Combobox
      {...props}
      options={options.slice(0, most)}
      onTyped={setTyped}
      nothing={
        failure !== undefined ? messageOf(failure) : loading || data !== search ? said.searching : said.noRule
      }
      placeholder={said.ruleHint}
    />
  )
}
