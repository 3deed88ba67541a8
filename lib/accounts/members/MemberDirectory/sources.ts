import { Schema } from "effect"
import { firstUserIdOf, memberBy } from "../../../rewards/sql.ts"
import { Id } from "../../../sql/Row.ts"
import { type Fragments, statement } from "../../../sql/Statement.ts"
import { covers } from "../../authorization/grants.ts"

const input = {
  partner_id: "uuid",
  /** The range of ids that the search finds: members with one of them were found by it. */
  first_id: "text",
  last_id: "text",
  /** The range of names. */
  prefix: "text",
  until: "text",
  /** The name that was found last, and the id of its member or user. */
  name: "text",
  tie: "uuid",
  /** Whether members are also found by the partner's records. */
  records: "boolean",
  size: "integer"
} as const

const output = Schema.Struct({ memberId: Id("MemberId") })

const given = (column: keyof typeof input) => `(SELECT ${column} FROM input)`

const inRange = (column: string) => `(${column} >= ${given("prefix")} AND ${column} < ${given("until")})`

const goesOn = (name: string, tie: string) =>
  `(${name}, ${tie}) > (${given("name")}, ${given("tie")}) AND ${name} < ${given("until")}`

/** Members are found once, by the first source that has them. */
const notById = (partner: string, member: string) =>
  `${firstUserIdOf(partner, member, given("first_id"), given("last_id"))} IS NULL`

const notByRecord = (partner: string, member: string) =>
  `(SELECT 1 FROM rewards_member_data r WHERE ${given("records")} AND r.partner_id = ${partner} AND r.member_id = ${member}
    AND (${inRange("r.tag_key")} OR ${inRange("r.name_key")})) IS NULL`

const records = (key: "tag_key" | "name_key", condition: string) =>
  statement({
    input,
    output,
    sql: `SELECT d.member_id AS "memberId" FROM rewards_member_data d
      WHERE d.partner_id = ${given("partner_id")} AND ${goesOn(`d.${key}`, "d.member_id")}
        AND ${condition} AND ${notById("d.partner_id", "d.member_id")}
      ORDER BY d.${key}, d.member_id LIMIT ${given("size")}`
  })

/** The grant is looked up for every row. */
const users = (scope: "profile" | "fullname", condition: string) =>
  statement({
    input,
    output,
    sql: ({ idText }: Fragments) => {
      const member = memberBy("n.partner_id", idText("n.user_id"))
      return `SELECT ${member} AS "memberId" FROM rewards_visible_name n
        WHERE n.partner_id = ${given("partner_id")} AND n.scope = '${scope}' AND ${goesOn("n.name", "n.user_id")}
          AND ${covers("n.partner_id", "n.user_id", scope)} AND ${member} IS NOT NULL
          AND ${condition} AND ${notById("n.partner_id", member)} AND ${notByRecord("n.partner_id", member)}
        ORDER BY n.name, n.user_id LIMIT ${given("size")}`
    }
  })

const notByTag = `(SELECT 1 FROM rewards_visible_name t WHERE t.partner_id = n.partner_id AND t.user_id = n.user_id
  AND t.scope = 'profile' AND ${inRange("t.name")} AND ${covers("t.partner_id", "t.user_id", "profile")}) IS NULL`

/** Where a search looks for names, in the order of its answer. Each source is one range of an index. */
export const sources = [
  { ofRecord: true, read: records("tag_key", "TRUE") },
  { ofRecord: true, read: records("name_key", `NOT ${inRange("d.tag_key")}`) },
  { ofRecord: false, read: users("profile", "TRUE") },
  { ofRecord: false, read: users("fullname", notByTag) }
] as const

/** The names of a member's record, in the form in which they are searched. */
export const findKeys = statement({
  input: { partner_id: "uuid", member_id: "uuid" },
  output: Schema.Struct({ tag: Schema.String, name: Schema.String }),
  sql: `SELECT d.tag_key AS tag, d.name_key AS name FROM input CROSS JOIN rewards_member_data d
    WHERE d.partner_id = input.partner_id AND d.member_id = input.member_id`
})
