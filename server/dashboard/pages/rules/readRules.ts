import { call } from "../../api.ts"
import type { LimitUsage, Query, Rule } from "../../contract.ts"
import type { Listed } from "../../parts/fullPage.ts"

/** A rule with its usage: its places first, then its limits for all members together. */
export interface RuleWithUsage extends Rule {
  readonly used: ReadonlyArray<LimitUsage>
}

/** A page of rules with their usage. */
export const readRules = async (
  query: Query<"rules.list">,
  signal: AbortSignal
): Promise<Listed<RuleWithUsage>> => {
  const [page, usage] = await Promise.all([
    call("rules.list", { query, signal }),
    call("rules.usage", { query, signal })
  ])
  const known = new Map(usage.data.map(({ limits, ruleId }) => [ruleId, limits]))
  return { ...page, data: page.data.map((rule) => ({ ...rule, used: known.get(rule.id) ?? [] })) }
}

/** Whether awards can name the rule by this name: its own, or that of a sub-rule. */
const hasName = (name: string) => (rule: Rule) =>
  rule.name === name || rule.rules.some((part) => part.name === name)

const size = 100
const mostPages = 10

/** The rule that has this name, or a sub-rule with this name; undefined if there is none. */
export const findRule = async (name: string, signal: AbortSignal): Promise<Rule | undefined> => {
  const search = name.trim().toLowerCase()
  if (search === "") return undefined
  let after: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const query: Query<"rules.list"> = { search, limit: String(size), ...(after !== null && { after }) }
    const { data, next }: Listed<Rule> = await call("rules.list", { query, signal })
    const found = data.find(hasName(search))
    if (found !== undefined || next === null) return found
    after = next
  }
  return undefined
}
