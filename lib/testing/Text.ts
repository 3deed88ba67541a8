import type { RuleDraft } from "./Command.ts"
import type { Outcome } from "./Model.ts"

/**
 * The wording of outcomes. The model's outcomes and the subject's are compared, and failures reported, as these lines.
 */

export const coins = (units: number): string => String(units / 10_000)

export const replayed = (line: string): string => `${line} (replayed)`

export const refused = (reason: string, facts = ""): string =>
  facts === "" ? `refused: ${reason}` : `refused: ${reason} ${facts}`

/** The terms of a rule, without its participants. */
export const terms = (rule: RuleDraft): string => {
  const shape = rule.type === "batched" ? `batched by ${rule.completions}` : rule.type
  const parts = rule.parts.map((part) => ` ${part.name} (${part.status})`).join("")
  return `rule ${rule.name}, ${rule.status}, ${shape}${parts}, pays ${Number(rule.coins)}, ${rule.max} places, limit ${rule.limit}`
}

export const say = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return refused(outcome.reason, outcome.facts)
    case "Rule":
      return `${terms(outcome.rule)}, ${outcome.participants} taken`
    case "Member":
      return `${outcome.user} is a member`
    case "Award":
      return outcome.units > 0
        ? `paid ${coins(outcome.units)} to ${outcome.user} for ${outcome.rule}`
        : `counted ${outcome.rule} for ${outcome.user}`
    case "Transfer":
      return `moved ${coins(outcome.units)} from ${outcome.user}, who keeps ${coins(outcome.left)}`
    case "Wallet": {
      const lately = outcome.entries.map(coins).join(", ")
      return `${outcome.user} holds ${coins(outcome.held)}, lately [${lately}]; rules ${outcome.rules.toSorted().join(", ")}`
    }
  }
}

export const statementSize = 20

/** Marks added lines with "+" and removed lines with "-". */
export const compare = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`)
  ]
}
