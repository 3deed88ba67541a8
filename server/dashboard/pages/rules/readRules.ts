import { call } from "../../api.ts"
import type { LimitUsage, Rule } from "../../contract.ts"

const size = 100
const most = 2000

/** A rule with its usage: its places first, then its limits for all members together. */
export interface RuleWithUsage extends Rule {
  readonly used: ReadonlyArray<LimitUsage>
}

const readPage = async (after: string | undefined, signal: AbortSignal) => {
  const query = { limit: String(size), ...(after === undefined ? {} : { after }) }
  const [page, usage] = await Promise.all([
    call("rules.list", { query, signal }),
    call("rules.usage", { query, signal })
  ])
  const known = new Map(usage.data.map(({ limits, ruleId }) => [ruleId, limits]))
  const rules = page.data.map((rule): RuleWithUsage => ({ ...rule, used: known.get(rule.id) ?? [] }))
  return { rules, next: page.next }
}

/** All rules of the partner, up to a maximum. The page says if there are more. */
export const readRules = async (
  signal: AbortSignal,
  rules: ReadonlyArray<RuleWithUsage> = [],
  after?: string
): Promise<{ readonly rules: ReadonlyArray<RuleWithUsage>; readonly hasMore: boolean }> => {
  const { next, ...page } = await readPage(after, signal)
  const all = [...rules, ...page.rules]
  return next !== null && all.length < most
    ? readRules(signal, all, next)
    : { rules: all, hasMore: next !== null }
}
