import type { RuleDraft } from "./Command.ts"
import type { Explanation, LimitStanding, Outcome } from "./Model.ts"

/**
 * The wording of outcomes. The model's outcomes and the subject's are compared, and failures reported, as these lines.
 */

export const coins = (units: number): string => String(units / 10_000)

export const replayed = (line: string): string => `${line} (replayed)`

export const refused = (reason: string, facts = ""): string =>
  facts === "" ? `refused: ${reason}` : `refused: ${reason} ${facts}`

const moment = (at: number): string => new Date(at).toISOString()

/** When a rule runs. */
export const schedule = ({ startsAt, endsAt }: Pick<RuleDraft, "startsAt" | "endsAt">): string =>
  `from ${startsAt === null ? "ever" : moment(startsAt)} until ${endsAt === null ? "ever" : moment(endsAt)}`

/** A limit and what is used of it. */
export const limit = ({ per, period, measure, used, max, resetsAt }: LimitStanding): string =>
  `${per} ${period} ${measure} ${used} of ${max}${resetsAt === null ? "" : ` until ${moment(resetsAt)}`}`

export const shortage = (have: number, need: number): string => `have ${coins(have)} need ${coins(need)}`

interface Programme extends Pick<RuleDraft, "limits" | "timeZone" | "startsAt" | "endsAt"> {
  readonly atLimit: string
}

/** What of a rule is beyond the interface's own fields; nothing where there is nothing of it. */
export const programme = (rule: Programme): string => {
  const limits = rule.limits.map(
    ({ per, period, awards, coins }) =>
      `, at most${awards === undefined ? "" : ` ${awards} awards`}${coins === undefined ? "" : ` ${Number(coins)} coins`} per ${per} and ${period}`
  )
  const runs = rule.startsAt === null && rule.endsAt === null ? "" : `, runs ${schedule(rule)}`
  const atLimit = rule.atLimit === "reject" ? "" : `, ${rule.atLimit}`
  return `${limits.join("")}${rule.timeZone === "UTC" ? "" : ` in ${rule.timeZone}`}${runs}${atLimit}`
}

/** The terms of a rule, without its participants. */
export const terms = (rule: RuleDraft): string => {
  const shape = rule.type === "batched" ? `batched by ${rule.completions}` : rule.type
  const parts = rule.parts.map((part) => ` ${part.name} (${part.status})`).join("")
  return `rule ${rule.name}, ${rule.status}, ${shape}${parts}, pays ${Number(rule.coins)}, ${rule.max} places, limit ${rule.limit}${programme(rule)}`
}

const explained = (explanation: Explanation): string => {
  const { decision, limits, progress, refusal, suppressedBy, units } = explanation
  const what = {
    pays: `pay ${coins(units)}`,
    counts: "count",
    suppressed: `be suppressed by ${suppressedBy}`,
    refused: `be ${refused(refusal?.reason ?? "", refusal?.facts)}`
  }[decision]
  return [`would ${what}`, `${progress.done} of ${progress.of} done`, ...limits.map(limit)].join("; ")
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
      if (outcome.suppressedBy !== null)
        return `suppressed ${outcome.rule} for ${outcome.user} by ${outcome.suppressedBy}`
      return outcome.units > 0
        ? `paid ${coins(outcome.units)} to ${outcome.user} for ${outcome.rule}`
        : `counted ${outcome.rule} for ${outcome.user}`
    case "Transfer":
      return `moved ${coins(outcome.units)} from ${outcome.user}, who keeps ${coins(outcome.left)}`
    case "Undone":
      return `took back ${outcome.what === "award" ? "an award" : "a transfer"} of ${coins(outcome.units)}`
    case "Explained":
      return explained(outcome)
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
