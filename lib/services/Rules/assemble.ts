import { Array as Arr } from "effect"
import { type Rule, type SubRule, type Terms, UserLimit } from "../../domain/Rule.ts"
import type { RuleRow } from "./statements.ts"

export const toUserLimit = (column: number | null): UserLimit =>
  column === null ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: column })

export const fromUserLimit: (limit: UserLimit) => number | null = UserLimit.$match({
  Unlimited: () => null,
  AtMost: ({ awards }) => awards
})

const subRule = ({ id, name, condition, status }: RuleRow): SubRule => ({ id, name, condition, status })

const terms = (own: RuleRow, parts: ReadonlyArray<RuleRow>): Terms => {
  if (own.type === "batched") return { _tag: "Batched", completionNumber: own.completionNumber ?? 1 }
  const subRules = parts.map(subRule)
  return own.type === "combined" && Arr.isNonEmptyReadonlyArray(subRules)
    ? { _tag: "Combined", subRules }
    : { _tag: "Single" }
}

/** Rows come ordered by rule and place, so that each rule is one run of rows that starts at place 0. */
export const assemble = (rows: ReadonlyArray<RuleRow>): ReadonlyArray<Rule> => {
  const rules: Array<Rule> = []
  let start = 0
  while (start < rows.length) {
    const own = rows[start]
    if (own === undefined) break
    let end = start + 1
    while (rows[end] !== undefined && rows[end]?.place !== 0) end += 1
    rules.push({
      id: own.ruleId,
      partnerId: own.partnerId,
      name: own.name,
      coinValue: own.coinValue,
      maxNumberOfParticipant: own.maxNumberOfParticipant,
      participants: own.participants,
      userLimitAward: toUserLimit(own.userLimitAward),
      condition: own.condition,
      status: own.status,
      terms: terms(own, rows.slice(start + 1, end)),
      createdAt: own.createdAt,
      updatedAt: own.updatedAt
    })
    start = end
  }
  return rules
}
