import { Array as Arr, Schema } from "effect"
import { Limit } from "../limits/Limit.ts"
import { type Rule, type RuleCore, type SubRule, type Terms, UserLimit } from "./Rule.ts"
import type { RuleCoreRow, RuleRow } from "./statements.ts"

export const toUserLimit = (column: number | null): UserLimit =>
  column === null ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: column })

export const fromUserLimit: (limit: UserLimit) => number | null = UserLimit.$match({
  Unlimited: () => null,
  AtMost: ({ awards }) => awards
})

const Limits = Schema.parseJson(Schema.Array(Limit))
const readLimits = Schema.decodeSync(Limits)
const writeLimits = Schema.encodeSync(Limits)

/** The lists that were read last, by their text: most awards name a rule that was named a moment ago. */
const known = new Map<string, ReadonlyArray<Limit>>()
const noLimits: ReadonlyArray<Limit> = []

export const toLimits = (column: string | null): ReadonlyArray<Limit> => {
  if (column === null) return noLimits
  const found = known.get(column)
  if (found !== undefined) return found
  const limits = readLimits(column)
  if (known.size >= 1000) known.clear()
  known.set(column, limits)
  return limits
}

export const fromLimits = (limits: ReadonlyArray<Limit>): string | null =>
  limits.length === 0 ? null : writeLimits(limits)

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
  terms: terms(own, parts),
  limits: toLimits(own.limits),
  timeZone: own.timeZone,
  startsAt: own.startsAt,
  endsAt: own.endsAt,
  atLimit: own.atLimit,
  generation: own.generation,
  countedUntil: own.countedUntil
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

/** A rule as it is known outside: without what only its counters need. */
export const assemble = (rows: ReadonlyArray<RuleRow>): ReadonlyArray<Rule> =>
  grouped(rows).map(([own, parts]) => {
    const { countedUntil: _, generation: __, ...rule } = core(own, parts)
    return { ...rule, createdAt: own.createdAt, updatedAt: own.updatedAt }
  })
