import { Array as Arr } from "effect"
import { type Rule, type RuleCore, type SubRule, type Terms, UserLimit } from "./Rule.ts"
import type { RuleCoreRow, RuleRow } from "./statements.ts"

export const toUserLimit = (column: number | null): UserLimit =>
  column === null ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: column })

export const fromUserLimit: (limit: UserLimit) => number | null = UserLimit.$match({
  Unlimited: () => null,
  AtMost: ({ awards }) => awards
})

const subRule = ({ id, name, condition, status }: RuleCoreRow): SubRule => ({ id, name, condition, status })

const terms = (own: RuleCoreRow, parts: ReadonlyArray<RuleCoreRow>): Terms => {
  if (own.type === "batched") return { _tag: "Batched", completionNumber: own.completionNumber ?? 1 }
  const subRules = parts.map(subRule)
  return own.type === "combined" && Arr.isNonEmptyReadonlyArray(subRules)
    ? { _tag: "Combined", subRules }
    : { _tag: "Single" }
}

const core = (own: RuleCoreRow, parts: ReadonlyArray<RuleCoreRow>): RuleCore => ({
  id: own.ruleId,
  partnerId: own.partnerId,
  name: own.name,
  coinValue: own.coinValue,
  maxNumberOfParticipant: own.maxNumberOfParticipant,
  participants: own.participants,
  userLimitAward: toUserLimit(own.userLimitAward),
  condition: own.condition,
  status: own.status,
  terms: terms(own, parts)
})

/** The rows of each rule, its own first; a rule that was asked for by several names comes several times. */
const grouped = <Row extends RuleCoreRow>(
  rows: ReadonlyArray<Row>
): ReadonlyArray<readonly [Row, ReadonlyArray<Row>]> => {
  const rules = new Map<string, Map<number, Row>>()
  for (const row of rows) {
    const ordinals = rules.get(row.ruleId) ?? new Map<number, Row>()
    rules.set(row.ruleId, ordinals.set(row.ordinal, row))
  }
  return Array.from(rules.values(), (ordinals) => {
    const [own, ...parts] = Array.from(ordinals.values()).sort((a, b) => a.ordinal - b.ordinal)
    if (own === undefined) throw new Error("a rule without rows")
    return [own, parts]
  })
}

export const assembleCore = (rows: ReadonlyArray<RuleCoreRow>): ReadonlyArray<RuleCore> =>
  grouped(rows).map(([own, parts]) => core(own, parts))

export const assemble = (rows: ReadonlyArray<RuleRow>): ReadonlyArray<Rule> =>
  grouped(rows).map(([own, parts]) => ({
    ...core(own, parts),
    createdAt: own.createdAt,
    updatedAt: own.updatedAt
  }))
