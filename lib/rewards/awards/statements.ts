import { Schema } from "effect"
import { maxPageSize } from "../../schema/Page.ts"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { type AwardState, SuppressedBy } from "./Award.ts"

export const findCondition = statement({
  input: { partner_id: "uuid", name: "text" },
  output: Schema.Struct({ ruleId: Id("RuleId"), ordinal: Integer }),
  sql: `SELECT c.rule_id AS "ruleId", c.ordinal FROM input CROSS JOIN rewards_condition c
     WHERE c.partner_id = input.partner_id AND c.name = input.name`
})

const input = {
  partner_id: "uuid",
  before: "uuid",
  size: "integer",
  since: "uuid",
  from_at: "instant",
  to_at: "instant",
  member_id: "uuid?",
  rule_id: "uuid?",
  ordinal: "integer?",
  name: "text?",
  value: "text?"
} as const

const output = Schema.Struct({
  id: Id("AwardId"),
  partnerId: Id("PartnerId"),
  ruleId: Id("RuleId"),
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Bool,
  coins: Coins,
  suppressedBy: Schema.NullOr(SuppressedBy),
  createdAt: Instant,
  reversedAt: Schema.NullOr(Instant)
})
export type AwardRow = typeof output.Type

/** What a list is limited to. A list is read along the index of its most telling filter; the others are checked row by row. */
export interface Filter {
  readonly member: boolean
  readonly rule: boolean
  readonly metadata: boolean
  readonly state: AwardState | undefined
}

const given = (column: keyof typeof input): string => `(SELECT ${column} FROM input)`

/** A relation whose order is that of the list: where its rows are, their award ids, and the columns of their awards. */
interface Along {
  readonly from: string
  readonly where: ReadonlyArray<string>
  readonly id: string
  readonly award: (column: string) => string
}

/**
 * The column of an award that is known by its id. One look-up for each row: PostgreSQL cannot know that a page is short, and
 * would read all awards for a join. The same holds for every subquery below.
 */
const lookUp = (id: string) => (column: string) =>
  `(SELECT a.${column} FROM rewards_award a WHERE a.partner_id = x.partner_id AND a.id = ${id})`

const alongAwards: Along = {
  from: "rewards_award x",
  where: [],
  id: "x.id",
  award: (column) => `x.${column}`
}

const alongTexts: Along = {
  from: "rewards_text x",
  where: [`x.name = ${given("name")} AND x.value = ${given("value")} AND x.name <> ''`],
  id: "x.record_id",
  award: lookUp("x.record_id")
}

const alongReversals: Along = {
  from: "rewards_reversal x",
  where: ["x.award_id IS NOT NULL"],
  id: "x.award_id",
  award: lookUp("x.award_id")
}

/** The payout of an award has its id and its moment. */
const alongPayouts: Along = {
  from: "rewards_transfer x",
  where: ["x.kind = 'award'"],
  id: "x.id",
  award: (column) => (column === "created_at" ? "x.created_at" : lookUp("x.id")(column))
}

const alongOf = ({ member, metadata, rule, state }: Filter): Along => {
  if (member) return alongAwards
  if (metadata) return alongTexts
  if (rule) return alongAwards
  if (state === "reversed") return alongReversals
  return state === "paid" ? alongPayouts : alongAwards
}

const conditionsOf = (
  { holds }: Fragments,
  filter: Filter,
  { award, from, id }: Along
): ReadonlyArray<string> => {
  const reversal = `(SELECT 1 FROM rewards_reversal v WHERE v.partner_id = x.partner_id AND v.award_id = ${id})`
  const isPayout = from === alongPayouts.from
  // Where a rule is read along, in words that no partial index is declared in: such an index is not in the order of the list.
  const paid = (value: boolean): string =>
    filter.rule && !filter.member
      ? `${award("awarded")} IS NOT ${value ? "FALSE" : "TRUE"}`
      : holds(award("awarded"), value)
  const states: Readonly<Record<AwardState, ReadonlyArray<string>>> = {
    paid: [...(isPayout ? [] : [paid(true)]), `${reversal} IS NULL`],
    counted: [paid(false), `${award("suppressed_by")} IS NULL`, `${reversal} IS NULL`],
    suppressed: [paid(false), `${award("suppressed_by")} IS NOT NULL`],
    reversed: [`${reversal} IS NOT NULL`]
  }
  // The sum is that of the index of a rule's awards. Beside a member, that index is not the one to read along.
  const ordinal = filter.member ? award("ordinal") : `${award("ordinal")} + 0`
  const text = `(SELECT 1 FROM rewards_text t WHERE t.partner_id = x.partner_id AND t.record_id = ${id}
    AND t.name = ${given("name")} AND t.value = ${given("value")})`
  return [
    `${id} < ${given("before")}`,
    `${id} >= ${given("since")}`,
    `${award("created_at")} >= ${given("from_at")}`,
    `${award("created_at")} < ${given("to_at")}`,
    ...(filter.member ? [`${award("member_id")} = ${given("member_id")}`] : []),
    ...(filter.rule ? [`${award("rule_id")} = ${given("rule_id")}`, `${ordinal} = ${given("ordinal")}`] : []),
    ...(filter.metadata && filter.member ? [`${text} IS NOT NULL`] : []),
    ...(filter.state === undefined ? [] : states[filter.state])
  ]
}

/** The literal limit tells PostgreSQL that the page is small; without it, PostgreSQL would read and sort all the awards. */
const makeList = (filter: Filter) => {
  const along = alongOf(filter)
  const conditions = (fragments: Fragments): string =>
    [`x.partner_id = ${given("partner_id")}`, ...along.where, ...conditionsOf(fragments, filter, along)].join(
      " AND "
    )
  return statement({
    input,
    output,
    sql: (
      fragments
    ) => `SELECT a.id, a.partner_id AS "partnerId", c.id AS "ruleId", c.name AS "ruleName", m.user_id AS "userId",
         a.awarded, COALESCE(t.amount, 0) AS coins, a.suppressed_by AS "suppressedBy", a.created_at AS "createdAt",
         (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id) AS "reversedAt"
       FROM (
         SELECT * FROM (
           SELECT x.partner_id, ${along.id} AS id FROM ${along.from} WHERE ${conditions(fragments)}
           ORDER BY ${along.id} DESC LIMIT ${maxPageSize + 1}
         ) AS found
         ORDER BY id DESC LIMIT ${given("size")}
       ) AS page
       JOIN rewards_award a ON a.partner_id = page.partner_id AND a.id = page.id
       JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
       JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.member_id
       LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
       ORDER BY a.id DESC`
  })
}

const lists = new Map<string, ReturnType<typeof makeList>>()

/** One statement for each choice of filters: a single one for all of them could use no index. */
export const listAwards = (filter: Filter): ReturnType<typeof makeList> => {
  const key = [filter.member, filter.rule, filter.metadata, filter.state].join()
  const list = lists.get(key) ?? makeList(filter)
  lists.set(key, list)
  return list
}
