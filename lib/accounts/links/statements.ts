import { Schema } from "effect"
import { Id } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

export const findEcosystem = statement({
  input: { partner_id: "uuid", ecosystem: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `SELECT l.partner_id AS "partnerId" FROM input CROSS JOIN rewards_login l
    WHERE l.partner_id = input.partner_id AND l.ecosystem = input.ecosystem`
})

/** A user who has allowed the partner something; whoever would make them a member waits until commit. */
export const lockByTag = statement({
  input: { partner_id: "uuid", tag: "text" },
  output: Schema.Struct({ id: Schema.String, tag: Schema.String }),
  sql: ({ lock }) => `SELECT u.id, u.tag FROM input CROSS JOIN rewards_user u
    WHERE u.tag = input.tag AND EXISTS (SELECT 1 FROM rewards_grant g
      WHERE g.partner_id = input.partner_id AND g.user_id = u.id AND g.revoked_at IS NULL)${lock("u", "u.id")}`
})

/** The members that go by either name, and what each side is linked to. */
export const readSituation = statement({
  input: { partner_id: "uuid", own_name: "text", user_name: "text", user_id: "uuid" },
  output: Schema.Struct({
    ownMember: Schema.NullOr(Id("MemberId")),
    userMember: Schema.NullOr(Id("MemberId")),
    linkedMember: Schema.NullOr(Id("MemberId")),
    linkedUser: Schema.NullOr(Schema.String)
  }),
  sql: `SELECT o.id AS "ownMember", m.id AS "userMember", l.member_id AS "linkedMember", k.user_id AS "linkedUser"
    FROM input
    LEFT JOIN rewards_member o ON o.partner_id = input.partner_id AND o.user_id = input.own_name
    LEFT JOIN rewards_member m ON m.partner_id = input.partner_id AND m.user_id = input.user_name
    LEFT JOIN rewards_link l ON l.partner_id = input.partner_id AND l.user_id = input.user_id
    LEFT JOIN rewards_link k ON k.partner_id = o.partner_id AND k.member_id = o.id`
})

/** No award comes without its tally, and no tally without an award. */
export const findAward = statement({
  input: { partner_id: "uuid", member_id: "uuid" },
  output: Schema.Struct({ id: Id("AwardId") }),
  sql: `SELECT a.id FROM input CROSS JOIN rewards_award a
    WHERE a.member_id = input.member_id AND a.partner_id = input.partner_id LIMIT 1`
})

export const renameMember = statement({
  input: { partner_id: "uuid", id: "uuid", user_id: "text" },
  sql: `UPDATE rewards_member SET user_id = input.user_id FROM input
    WHERE rewards_member.partner_id = input.partner_id AND rewards_member.id = input.id`
})

/** The record that is kept of one member becomes that of another who has none. */
export const moveDetails = statement({
  input: { partner_id: "uuid", from_id: "uuid", to_id: "uuid" },
  sql: `UPDATE rewards_member_data SET member_id = input.to_id FROM input
    WHERE rewards_member_data.partner_id = input.partner_id AND rewards_member_data.member_id = input.from_id
      AND NOT EXISTS (SELECT 1 FROM rewards_member_data d
        WHERE d.partner_id = input.partner_id AND d.member_id = input.to_id)`
})

export const deleteDetails = statement({
  input: { partner_id: "uuid", member_id: "uuid" },
  sql: `DELETE FROM rewards_member_data
    WHERE (partner_id, member_id) IN (SELECT partner_id, member_id FROM input)`
})

export const deleteMember = statement({
  input: { partner_id: "uuid", id: "uuid" },
  sql: `DELETE FROM rewards_member WHERE (partner_id, id) IN (SELECT partner_id, id FROM input)`
})

export const insertLink = statement({
  input: { partner_id: "uuid", user_id: "uuid", member_id: "uuid", created_at: "instant" },
  sql: `INSERT INTO rewards_link (partner_id, user_id, member_id, created_at)
    SELECT partner_id, user_id, member_id, created_at FROM input`
})
