import { statement } from "../../sql/Statement.ts"

/** Moves the record of one member to another member, unless the other member has a record. */
export const moveRecord = statement({
  input: { partnerId: "uuid", fromId: "uuid", toId: "uuid" },
  sql: `UPDATE rewards_member_data SET member_id = input.to_id FROM input
    WHERE rewards_member_data.partner_id = input.partner_id AND rewards_member_data.member_id = input.from_id
      AND NOT EXISTS (SELECT 1 FROM rewards_member_data d
        WHERE d.partner_id = input.partner_id AND d.member_id = input.to_id)`
})
