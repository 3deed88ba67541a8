import type { RuleDraft } from "./Command.ts"

/**
 * The wording of answers. The model's answers and the library's are compared, and failures reported, as these lines.
 */

export const coins = (units: number): string => String(units / 10_000)

export const award = (user: string, rule: string, units: number): string =>
  units > 0 ? `paid ${coins(units)} to ${user} for ${rule}` : `counted ${rule} for ${user}`

export const transfer = (user: string, units: number, left: number): string =>
  `moved ${coins(units)} from ${user}, who keeps ${coins(left)}`

export const replayed = (line: string): string => `${line} (replayed)`

export const member = (user: string): string => `${user} is a member`

export const rule = (
  rule: Omit<RuleDraft, "coins"> & { readonly coins: string },
  participants: number
): string => {
  const shape = rule.type === "batched" ? `batched by ${rule.completions}` : rule.type
  const parts = rule.parts.map((part) => ` ${part.name} (${part.status})`).join("")
  return `rule ${rule.name}, ${rule.status}, ${shape}${parts}, pays ${Number(rule.coins)}, ${participants} of ${rule.max}, limit ${rule.limit}`
}

/** A member's wallet, its latest entries (newest first), and the names of the partner's rules. */
export const look = (
  user: string,
  held: number,
  entries: ReadonlyArray<number>,
  rules: ReadonlyArray<string>
): string =>
  `${user} holds ${coins(held)}, lately [${entries.map(coins).join(", ")}]; rules ${rules.toSorted().join(", ")}`

export const statementSize = 20
