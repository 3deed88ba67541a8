import type { Wanted } from "../../baselines/award.ts"

type Checked = { readonly wanted: Wanted } | { readonly faults: string }

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === "string" &&
  value.length >= min &&
  value.length <= max &&
  !value.includes("\u0000") &&
  value.isWellFormed()

const fault = (field: string, value: unknown, expectation: string): string =>
  value === undefined
    ? `${field} is required`
    : `${field} must be ${expectation}, got ${JSON.stringify(value).slice(0, 60)}`

/** A hand-written check of an award's body. It names every fault. */
export const checkAward = (body: Readonly<Record<string, unknown>>): Checked => {
  const { userId, narration = null } = body
  const ruleName = typeof body.ruleName === "string" ? body.ruleName.trim().toLowerCase() : body.ruleName
  const faults: Array<string> = []
  if (!isText(userId, 1, 128)) faults.push(fault("userId", userId, "text of 1 to 128 characters"))
  if (!isText(ruleName, 1, 128)) faults.push(fault("ruleName", ruleName, "a name of 1 to 128 characters"))
  if (narration !== null && !isText(narration, 0, 500)) {
    faults.push(fault("narration", narration, "text of 0 to 500 characters"))
  }
  if (faults.length > 0) return { faults: faults.join("; ") }
  return { wanted: { userId, ruleName, note: narration } as Wanted }
}
