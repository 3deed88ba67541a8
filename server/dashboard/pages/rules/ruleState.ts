import type { LimitUsage, Rule } from "../../contract.ts"

/** Whether a rule can be awarded now, and what keeps it from that. `nearly` is from 80 % of its places or of its budget on. */
export type RuleState = "running" | "nearly" | "full" | "ended" | "upcoming" | "inactive" | "archived"

const near = 0.8

const shareOf = ({ max, used }: LimitUsage): number => (Number(max) === 0 ? 1 : Number(used) / Number(max))

/** The limits that end a rule when they are used up: the members who can earn it, and what it pays in all. */
export const isFinal = ({ per, period }: Pick<LimitUsage, "per" | "period">): boolean =>
  per === "rule" && period === "ever"

export const stateOf = (
  { archived, endsAt, startsAt, status }: Pick<Rule, "archived" | "endsAt" | "startsAt" | "status">,
  usage: ReadonlyArray<LimitUsage>,
  now: string
): RuleState => {
  if (archived) return "archived"
  if (status === "inactive") return "inactive"
  if (endsAt !== null && endsAt <= now) return "ended"
  if (startsAt !== null && startsAt > now) return "upcoming"
  // Members who have a place can still earn a rule without free places, but nobody else can.
  const used = Math.max(0, ...usage.filter(isFinal).map(shareOf))
  return used >= 1 ? "full" : used >= near ? "nearly" : "running"
}

/** Whether the rule stands among those that pay: neither ended, nor full, nor still to begin. */
export const isPaying = (state: RuleState): boolean => state === "running" || state === "nearly"
