import { Schema } from "effect"
import { maxPageSize } from "../../schema/Page.ts"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

export const findCondition = statement({
  input: { partner_id: "uuid", name: "text" },
  output: Schema.Struct({ ruleId: Id("RuleId"), ordinal: Integer }),
  sql: `SELECT c.rule_id AS "ruleId", c.ordinal FROM input CROSS JOIN rewards_condition c
     WHERE c.partner_id = input.partner_id AND c.name = input.name`
})

/**
 * One statement for each choice of filters: a single one for all of them could use no index. The literal limit
 * tells PostgreSQL that the page is small; without it, PostgreSQL would read and sort all the awards.
 */
const readAwards = (filter: string) =>
  statement({
    input: {
      partner_id: "uuid",
      before: "uuid",
      size: "integer",
      member_id: "uuid?",
      rule_id: "uuid?",
      ordinal: "integer?"
    },
    output: Schema.Struct({
      id: Id("AwardId"),
      partnerId: Id("PartnerId"),
      ruleId: Id("RuleId"),
      ruleName: Schema.String,
      userId: Schema.String,
      awarded: Bool,
      coins: Coins,
      note: Schema.NullOr(Schema.String),
      createdAt: Instant
    }),
    sql: `SELECT a.id, a.partner_id AS "partnerId", c.id AS "ruleId", c.name AS "ruleName", m.user_id AS "userId",
         a.awarded, COALESCE(t.amount, 0) AS coins, a.note, a.created_at AS "createdAt"
       FROM (
         SELECT * FROM (
           SELECT a.id, a.partner_id, a.rule_id, a.ordinal, a.member_id, a.awarded, a.note, a.created_at
           FROM rewards_award a
           WHERE a.partner_id = (SELECT partner_id FROM input) AND a.id < (SELECT before FROM input)${filter}
           ORDER BY a.id DESC LIMIT ${maxPageSize}
         ) AS a
         ORDER BY a.id DESC LIMIT (SELECT size FROM input)
       ) AS a
       JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
       JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.member_id
       LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
       ORDER BY a.id DESC`
  })

const ofMember = " AND a.member_id = (SELECT member_id FROM input)"
const ofRule = " AND a.rule_id = (SELECT rule_id FROM input) AND a.ordinal = (SELECT ordinal FROM input)"

export const readAll = readAwards("")
export const readOfMember = readAwards(ofMember)
export const readOfRule = readAwards(ofRule)
export const readOfBoth = readAwards(ofMember + ofRule)
