import type { RuleChange, RuleDraft } from "./Command.ts"

/** The fields of requests, which the services and the HTTP interface share. */

/** A well-formed id that belongs to nothing. */
export const unknownId = "00000000-0000-7000-8000-000000000000"

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const createBody = (rule: RuleDraft) => ({
  name: rule.name,
  type: rule.type,
  coinValue: rule.coins,
  maxNumberOfParticipant: rule.max,
  userLimitAward: rule.limit,
  status: rule.status,
  ...(rule.type === "batched" ? { completionNumber: rule.completions } : {}),
  ...(rule.type === "combined"
    ? { rules: rule.parts.map((part) => ({ ...part, condition: "as the harness says" })) }
    : { condition: "as the harness says" }),
  // What is the default is left out, as by callers who know of none of it.
  ...(rule.limits.length === 0 ? {} : { limits: rule.limits }),
  ...(rule.timeZone === "UTC" ? {} : { timeZone: rule.timeZone }),
  ...(rule.startsAt === null ? {} : { startsAt: moment(rule.startsAt) }),
  ...(rule.endsAt === null ? {} : { endsAt: moment(rule.endsAt) }),
  ...(rule.atLimit === "reject" ? {} : { atLimit: rule.atLimit })
})

export const updateBody = ({ name, coins, max, limit, status, parts, ...programme }: RuleChange) => ({
  ...(name === undefined ? {} : { name }),
  ...(coins === undefined ? {} : { coinValue: coins }),
  ...(max === undefined ? {} : { maxNumberOfParticipant: max }),
  ...(limit === undefined ? {} : { userLimitAward: limit }),
  ...(status === undefined ? {} : { status }),
  ...(parts === undefined ? {} : { rules: parts }),
  ...(programme.limits === undefined ? {} : { limits: programme.limits }),
  ...(programme.timeZone === undefined ? {} : { timeZone: programme.timeZone }),
  ...(programme.startsAt === undefined ? {} : { startsAt: moment(programme.startsAt) }),
  ...(programme.endsAt === undefined ? {} : { endsAt: moment(programme.endsAt) }),
  ...(programme.atLimit === undefined ? {} : { atLimit: programme.atLimit })
})
