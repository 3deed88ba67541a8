import type { Wanted } from "../../baselines/award.ts"
import { faultsOf, isAmount, isField, isStorable } from "./contract.ts"

type Body = Readonly<Record<string, unknown>>
type Checked = { readonly wanted: Wanted } | { readonly faults: string }

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === "string" && value.length >= min && value.length <= max && isStorable(value)

const isMetadata = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length <= 50 && entries.every(([key, text]) => isText(key, 1, 40) && isText(text, 0, 500))
}

/** A hand-written check of an award's body. It names every fault. */
export const checkAward = (body: Body): Checked => {
  const { userId, amount, narration = null, metadata } = body
  const ruleName = typeof body.ruleName === "string" ? body.ruleName.trim().toLowerCase() : body.ruleName
  const refused: Array<string> = []
  if (!isText(userId, 1, 128)) refused.push("userId")
  if (!isText(ruleName, 1, 128)) refused.push("ruleName")
  if (amount !== undefined && !isAmount(amount)) refused.push("amount")
  if (narration !== null && !isText(narration, 0, 500)) refused.push("narration")
  if (metadata !== undefined && !isMetadata(metadata)) refused.push("metadata")
  for (const name in body) if (!isField(name)) refused.push(name)
  if (refused.length > 0) return { faults: faultsOf(body, refused) }
  return { wanted: { userId, ruleName, note: narration === "" ? null : narration } as Wanted }
}
