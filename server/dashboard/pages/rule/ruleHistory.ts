import { call } from "../../api.ts"
import type { AuditEntry, Rule } from "../../contract.ts"
import { idAfter } from "../awardDetails/deliveries.ts"

export interface HistoryEntry {
  readonly id: string
  readonly at: string
  readonly by: string
  /** What changed, such as "coinValue 10 → 20". Empty for the creation. */
  readonly changes: string
  readonly isCreation: boolean
}

/** The trail cannot be asked for one rule. The page looks at so many of the newest changes of rules. */
export const mostEntries = 100

/** The creation is recorded right after the rule was made, so it is among the entries before this time, in milliseconds. */
const soon = 5_000

const entryOf = ({ action, actor, createdAt, detail, id }: AuditEntry): HistoryEntry => ({
  id,
  at: createdAt,
  by: actor,
  changes: action === "rule.create" ? "" : (detail ?? "").replace(/^[^:]*: /, "").replaceAll(" -> ", " → "),
  isCreation: action === "rule.create"
})

const laterThan = (id: string): string => {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + soon
  const hex = time.toString(16).padStart(12, "0")
  return idAfter(`${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`)
}

/** The changes of a rule that the audit trail has, newest first, and whether older changes can be missing. */
export const readHistory = async ({ id }: Pick<Rule, "id">, signal: AbortSignal) => {
  const isOf = ({ detail }: AuditEntry) => detail?.startsWith(`${id}: `) ?? false
  const [changes, creation] = await Promise.all([
    call("iam.audit", { query: { action: "rule.update", limit: String(mostEntries) }, signal }),
    call("iam.audit", { query: { action: "rule.create", before: laterThan(id), limit: "20" }, signal })
  ])
  const entries = [...changes.data.filter(isOf), ...creation.data.filter(isOf)].map(entryOf)
  const oldest = changes.data.at(-1)?.id
  return { entries, isCut: changes.next !== null && oldest !== undefined && oldest > id }
}
