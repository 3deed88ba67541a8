import { Schema } from "effect"
import { Id, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { covers } from "../authorization/grants.ts"

export const findEcosystem = statement({
  input: { partner_id: "uuid", ecosystem: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `SELECT l.partner_id AS "partnerId" FROM input CROSS JOIN rewards_login l
    WHERE l.partner_id = input.partner_id AND l.ecosystem = input.ecosystem`
})

/** Finds the user if the user allows the partner to see the tag: a success tells the partner whose tag it is. */
export const findConsenting = statement({
  input: { partner_id: "uuid", tag: "text" },
  output: Schema.Struct({ id: Uuid, tag: Schema.String }),
  sql: `SELECT u.id, u.tag FROM input CROSS JOIN rewards_user u
    WHERE u.tag = input.tag AND ${covers("input.partner_id", "u.id", "profile")}`
})

/** Moves a member's record to another member, unless that member has one. */
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
