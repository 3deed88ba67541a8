import type { RuleChange, RuleDraft } from "./Command.ts"

/** The fields of requests, which the services and the HTTP interface share. */

/** A well-formed id that belongs to nothing. */
export const unknownId = "00000000-0000-7000-8000-000000000000"

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
    : { condition: "as the harness says" })
})

export const updateBody = ({ name, coins, max, limit, status, parts }: RuleChange) => ({
  ...(name === undefined ? {} : { name }),
  ...(coins === undefined ? {} : { coinValue: coins }),
  ...(max === undefined ? {} : { maxNumberOfParticipant: max }),
  ...(limit === undefined ? {} : { userLimitAward: limit }),
  ...(status === undefined ? {} : { status }),
  ...(parts === undefined ? {} : { rules: parts })
})
