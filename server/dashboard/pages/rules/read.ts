import { call } from "../../api.ts"
import type { Rule } from "../../contract.ts"

const size = 100
const most = 2000

/** All rules of the partner, up to a bound that the page states. */
export const readRules = async (
  signal: AbortSignal,
  rules: ReadonlyArray<Rule> = []
): Promise<{ readonly rules: ReadonlyArray<Rule>; readonly hasMore: boolean }> => {
  const after = rules.at(-1)?.id
  const query = { limit: String(size), ...(after === undefined ? {} : { after }) }
  const page = await call("rules.list", { query, signal })
  const all = [...rules, ...page.data]
  return page.hasMore && all.length < most ? readRules(signal, all) : { rules: all, hasMore: page.hasMore }
}
