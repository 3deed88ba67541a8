import { Schema } from "effect"
import { maxPageSize } from "../../schema/Page.ts"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
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

const ofMember = `a.member_id = ${given("member_id")}`
/** The sum is that of the index of a rule's awards. Beside a member or metadata, that index is not the one to read along. */
const ofRule = ({ member, metadata }: Filter): string =>
  `a.rule_id = ${given("rule_id")} AND a.ordinal${member || metadata ? "" : " + 0"} = ${given("ordinal")}`
const isReversed =
  "EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id)"

const inState: Readonly<Record<AwardState, string>> = {
  paid: `a.awarded = TRUE AND NOT ${isReversed}`,
  counted: `a.awarded = FALSE AND a.suppressed_by IS NULL AND NOT ${isReversed}`,
  suppressed: "a.awarded = FALSE AND a.suppressed_by IS NOT NULL",
  reversed: isReversed
}

/** The relation whose order is that of the list, with the name of its column of award ids. */
const alongside = ({ member, metadata, rule, state }: Filter): readonly [from: string, id: string] => {
  if (member || (rule && !metadata)) return ["rewards_award a WHERE a.partner_id", "a.id"]
  if (metadata) {
    const named = `x.name = ${given("name")} AND x.value = ${given("value")} AND x.name <> ''`
    return [
      `rewards_text x JOIN rewards_award a ON a.partner_id = x.partner_id AND a.id = x.record_id WHERE ${named} AND x.partner_id`,
      "x.record_id"
    ]
  }
  if (state === "reversed") {
    return [
      "rewards_reversal x JOIN rewards_award a ON a.partner_id = x.partner_id AND a.id = x.award_id WHERE x.partner_id",
      "x.award_id"
    ]
  }
  if (state === "paid") {
    return [
      "rewards_transfer x JOIN rewards_award a ON a.partner_id = x.partner_id AND a.id = x.id WHERE x.kind = 'award' AND x.partner_id",
      "x.id"
    ]
  }
  return ["rewards_award a WHERE a.partner_id", "a.id"]
}

/** The literal limit tells PostgreSQL that the page is small; without it, PostgreSQL would read and sort all the awards. */
const makeList = (filter: Filter) => {
  const [along, id] = alongside(filter)
  const metadata = `EXISTS (SELECT 1 FROM rewards_text x WHERE x.partner_id = a.partner_id AND x.record_id = a.id
    AND x.name = ${given("name")} AND x.value = ${given("value")})`
  const conditions = [
    `${id} < ${given("before")}`,
    `${id} >= ${given("since")}`,
    `a.created_at >= ${given("from_at")} AND a.created_at < ${given("to_at")}`,
    ...(filter.member ? [ofMember] : []),
    ...(filter.rule ? [ofRule(filter)] : []),
    ...(filter.metadata && filter.member ? [metadata] : []),
    ...(filter.state === undefined ? [] : [inState[filter.state]])
  ]
  return statement({
    input,
    output,
    sql: `SELECT page.id, page.partner_id AS "partnerId", c.id AS "ruleId", c.name AS "ruleName", m.user_id AS "userId",
         page.awarded, COALESCE(t.amount, 0) AS coins, page.suppressed_by AS "suppressedBy", page.created_at AS "createdAt",
         (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = page.partner_id AND v.award_id = page.id) AS "reversedAt"
       FROM (
         SELECT * FROM (
           SELECT a.id, a.partner_id, a.rule_id, a.ordinal, a.member_id, a.awarded, a.suppressed_by, a.created_at
           FROM ${along} = ${given("partner_id")} AND ${conditions.join(" AND ")}
           ORDER BY ${id} DESC LIMIT ${maxPageSize + 1}
         ) AS found
         ORDER BY id DESC LIMIT ${given("size")}
       ) AS page
       JOIN rewards_condition c ON c.partner_id = page.partner_id AND c.rule_id = page.rule_id AND c.ordinal = page.ordinal
       JOIN rewards_member m ON m.partner_id = page.partner_id AND m.id = page.member_id
       LEFT JOIN rewards_transfer t ON t.partner_id = page.partner_id AND t.id = page.id
       ORDER BY page.id DESC`
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
