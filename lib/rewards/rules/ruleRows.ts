import { Array as Arr, Schema } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import { maxPageBytes } from "../../schema/Page.ts"
import { type Declared, given, statement } from "../../sql/Statement.ts"
import { When } from "../activities/When.ts"
import { Limit } from "../limits/Limit.ts"
import { byFilter, foundRow, lastOfWindow, ownColumn, type Scan, searchScans } from "../listStatements.ts"
import { conditions, rates, rules } from "../tables.ts"
import { type Rule, type StoredRule, type Terms, UserLimit } from "./Rule.ts"

/** Reads and locks rules. A rule is read as one row for the rule itself, and one row for each of its sub-rules. */

const ofRule = rules.except("id")
const ofCondition = conditions.except("partnerId")

const RuleRow = Schema.extend(rules.row(...ofRule), conditions.row(...ofCondition))
type RuleRow = typeof RuleRow.Type

const columns = `${rules.list("r", ...ofRule)}, ${conditions.list("c", ...ofCondition)}`

const byName = { partnerId: "uuid", name: "text" } as const
const byId = { partnerId: "uuid", id: "uuid" } as const

/**
 * SQL to write after the columns of a SELECT: the rules whose own name, or the name of a sub-rule, is in `input`. Each rule is joined with
 * its own condition and those of its sub-rules.
 */
const named = `FROM input
  CROSS JOIN rewards_condition n CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE n.partner_id = input.partner_id AND n.name = input.name
    AND r.partner_id = n.partner_id AND r.id = n.rule_id
    AND c.partner_id = r.partner_id AND c.rule_id = r.id`

const chosen = `FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE r.partner_id = input.partner_id AND r.id = input.id AND c.partner_id = r.partner_id AND c.rule_id = r.id`

/**
 * Every transaction that waits for locks of rules takes them in this order. Their conditions are locked too, so that no name or status
 * changes before COMMIT.
 */
const order = "r.partner_id, r.id, c.ordinal"

/**
 * Finds the rules that decide about an activity in `input`. For such a rule, the rule itself or a sub-rule has an active row in
 * `rewards_condition` that names the activity.
 */
const ofActivity = `SELECT n.partner_id, n.rule_id FROM input CROSS JOIN rewards_condition n
    WHERE n.partner_id = input.partner_id AND n.activity = input.activity AND n.status = 'active'`

const byActivity = `FROM (SELECT DISTINCT d.partner_id, d.rule_id FROM (${ofActivity}) AS d) AS n
  CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE r.partner_id = n.partner_id AND r.id = n.rule_id
    AND c.partner_id = r.partner_id AND c.rule_id = r.id`

/** Finds rules by their ids, by their names or those of their sub-rules, and by the types of activities about which they decide. */
const byAny = `FROM (
    SELECT n.partner_id, n.rule_id FROM input CROSS JOIN rewards_condition n
    WHERE n.partner_id = input.partner_id AND n.name = input.name
    UNION SELECT input.partner_id, input.rule_id FROM input WHERE input.rule_id IS NOT NULL
    UNION ${ofActivity}
  ) AS n CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
  WHERE r.partner_id = n.partner_id AND r.id = n.rule_id
    AND c.partner_id = r.partner_id AND c.rule_id = r.id`

const read = <const Input extends Readonly<Record<string, Declared>>>(input: Input, from: string) =>
  statement({ input, output: RuleRow, sql: `SELECT ${columns} ${from}` })

const lock = <const Input extends Readonly<Record<string, Declared>>>(input: Input, from: string) =>
  statement({ input, output: RuleRow, sql: ({ lock }) => `SELECT ${columns} ${from}${lock("r, c", order)}` })

export const readByName = read(byName, named)
export const lockByName = lock(byName, named)
export const readById = read(byId, chosen)
export const lockById = lock(byId, chosen)
export const readByActivity = read({ partnerId: "uuid", activity: "text" }, byActivity)
export const lockByActivity = lock({ partnerId: "uuid", activity: "text" }, byActivity)
export const lockByAny = lock({ partnerId: "uuid", name: "text?", ruleId: "uuid?", activity: "text?" }, byAny)
export const readByAny = read({ partnerId: "uuid", name: "text?", ruleId: "uuid?", activity: "text?" }, byAny)

const rulesScan: Scan = {
  from: "rewards_rule x",
  where: [`x.archived = ${given("archived")}`, `x.id > ${given("after")}`],
  id: "x.id",
  column: ownColumn
}

const ascending = { direction: "ASC", end: given("largest") } as const

const statusIs = `${given("status")} = (SELECT o.status FROM rewards_condition o
  WHERE o.partner_id = x.partner_id AND o.rule_id = x.id AND o.ordinal = 0)`

const typeIs = `x.type = ${given("type")}`

/** SQL that is true if the name of the rule, or of one of its sub-rules, matches the pattern. */
const isNamed = `(SELECT 1 FROM rewards_condition n WHERE n.partner_id = x.partner_id AND n.rule_id = x.id
  AND n.name LIKE ${given("pattern")} ESCAPE '!' LIMIT 1) IS NOT NULL`

/** Returns the LIKE pattern of names that contain a text. */
export const patternOf = (search: string): string => `%${search.replace(/[!%_]/g, "!$&")}%`

/** The filters that a list of rules has. */
interface RuleFilter {
  readonly hasStatus: boolean
  readonly hasType: boolean
  readonly hasSearch: boolean
}

/** Finds the ids of a page of a partner's rules, in the order of their creation. */
export const searchRules = byFilter(({ hasSearch, hasStatus, hasType }: RuleFilter) =>
  statement({
    input: {
      partnerId: "uuid",
      after: "uuid",
      largest: "uuid",
      archived: "boolean",
      status: "text?",
      type: "text?",
      pattern: "text?",
      size: "integer"
    },
    output: foundRow("RuleId"),
    sql: searchScans({
      scans: [rulesScan],
      filters: () => [
        ...(hasType ? [typeIs] : []),
        ...(hasStatus ? [statusIs] : []),
        ...(hasSearch ? [isNamed] : [])
      ],
      last: lastOfWindow([rulesScan], ascending),
      ...ascending
    })
  })
)

/**
 * Reads the first rules of a page. Stops before their conditions exceed `maxPageBytes` together, but always reads the first rule.
 * `place` is the position of a rule in the page.
 */
export const readFittingRules = statement({
  input: { partnerId: "uuid", id: "uuid", place: "small" },
  output: RuleRow,
  sql: `, sized AS MATERIALIZED (
      SELECT input.partner_id, input.id, input.place, (
        SELECT SUM(octet_length(s.condition) + COALESCE(octet_length(s.criteria), 0)) FROM rewards_condition s
        WHERE s.partner_id = input.partner_id AND s.rule_id = input.id
      ) AS bytes FROM input
    ), summed AS MATERIALIZED (
      SELECT z.partner_id, z.id, z.place, SUM(z.bytes) OVER (ORDER BY z.place) AS total FROM sized z
    )
    SELECT ${columns} FROM summed f CROSS JOIN rewards_rule r CROSS JOIN rewards_condition c
    WHERE (f.total <= ${maxPageBytes} OR f.place = 0) AND r.partner_id = f.partner_id AND r.id = f.id
      AND c.partner_id = r.partner_id AND c.rule_id = r.id`
})

const toUserLimit = (column: number | null): UserLimit =>
  column === null ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: column })

export const fromUserLimit: (limit: UserLimit) => number | null = UserLimit.$match({
  Unlimited: () => null,
  AtMost: ({ awards }) => awards
})

const Limits = Schema.parseJson(Schema.Array(Limit))
const readLimits = Schema.decodeSync(Limits)
const writeLimits = Schema.encodeSync(Limits)

/** Caches decoded limits. The keys are their texts. */
const known = new BoundedMap<ReadonlyArray<Limit>>(1000)
const noLimits: ReadonlyArray<Limit> = []

const toLimits = (column: string | null): ReadonlyArray<Limit> =>
  column === null ? noLimits : (known.get(column) ?? known.remember(column, readLimits(column)))

const fromLimits = (limits: ReadonlyArray<Limit>): string | null =>
  limits.length === 0 ? null : writeLimits(limits)

/** Converts the fields of a rule that differ from the columns of its row. */
export const toColumns = <A extends Pick<Rule, "limits" | "userLimitAward">>(rule: A) => ({
  ...rule,
  limits: fromLimits(rule.limits),
  userLimitAward: fromUserLimit(rule.userLimitAward)
})

const Criteria = Schema.parseJson(When.omit("activity"))
type Criteria = typeof Criteria.Type
const readCriteria = Schema.decodeSync(Criteria)
const writeCriteria = Schema.encodeSync(Criteria)

/** Caches decoded criteria. The keys are their texts. */
const knownCriteria = new BoundedMap<Criteria>(1000)

/** Returns the `when` of a rule or sub-rule. */
const toWhen = (activity: string | null, criteria: string | null): When | null =>
  activity === null || criteria === null
    ? null
    : {
        activity,
        ...(knownCriteria.get(criteria) ?? knownCriteria.remember(criteria, readCriteria(criteria)))
      }

/** Returns the columns of a condition that contain `when`. */
export const fromWhen = (when: When | null | undefined) => {
  if (when === null || when === undefined) return { activity: null, criteria: null }
  const { activity, ...criteria } = when
  return { activity, criteria: writeCriteria(criteria) }
}

export const insertRate = rates.insert()

/** Returns the row of a rule's current rate. A rule without a unit has none. */
export const rateRows = ({
  coinValue,
  id: ruleId,
  maxCoins,
  partnerId,
  rate: number,
  unit
}: Pick<StoredRule, "coinValue" | "id" | "maxCoins" | "partnerId" | "rate" | "unit">) =>
  unit === null ? [] : [{ partnerId, ruleId, number, unit, coinValue, maxCoins }]

const termsOf = ({ completionNumber, type }: RuleRow, parts: ReadonlyArray<RuleRow>): Terms => {
  if (type === "batched") return { _tag: "Batched", completionNumber: completionNumber ?? 1 }
  const subRules = parts.map(({ activity, condition, criteria, id, name, status }) => ({
    id,
    name,
    condition,
    status,
    when: toWhen(activity, criteria)
  }))
  return type === "combined" && Arr.isNonEmptyReadonlyArray(subRules)
    ? { _tag: "Combined", subRules }
    : { _tag: "Single" }
}

const ruleOf = (own: RuleRow, parts: ReadonlyArray<RuleRow>): StoredRule => {
  const { activity, completionNumber, criteria, ordinal, ruleId, type, ...rule } = own
  return {
    ...rule,
    when: toWhen(activity, criteria),
    userLimitAward: toUserLimit(own.userLimitAward),
    limits: toLimits(own.limits),
    terms: termsOf(own, parts)
  }
}

/** Returns the rules of these rows, in the order of their first rows. If `rows` contains a rule twice, the result contains it once. */
export const assembleRules = (rows: ReadonlyArray<RuleRow>): ReadonlyArray<StoredRule> => {
  const found = new Map<string, Map<number, RuleRow>>()
  for (const row of rows) {
    const ordinals = found.get(row.ruleId) ?? new Map<number, RuleRow>()
    found.set(row.ruleId, ordinals.set(row.ordinal, row))
  }
  return Array.from(found.values(), (ordinals) => {
    const [own, ...parts] = Array.from(ordinals.values()).sort((a, b) => a.ordinal - b.ordinal)
    if (own === undefined) throw new Error("a rule has no rows")
    return ruleOf(own, parts)
  })
}

/** Returns a rule with only the fields that callers see. */
export const withoutCounters = ({
  changedBy: _,
  countedUntil: __,
  generation: ___,
  orderedBy: ____,
  rate: _____,
  ...rule
}: StoredRule): Rule => rule
