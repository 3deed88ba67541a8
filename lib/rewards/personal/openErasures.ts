import { Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import { members } from "../tables.ts"

/** The ids that a member had, as JSON. They are stored until all of the member's texts are erased. */
const Names = Schema.parseJson(Schema.Array(Schema.String))
export const writeNames = Schema.encodeSync(Names)
export const readNames = Schema.decodeSync(Names)

const findOpen = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ names: Names, userId: members.fields.userId }),
  sql: `SELECT e.names, m.user_id FROM input CROSS JOIN rewards_erasure e
    JOIN rewards_member m ON m.partner_id = e.partner_id AND m.id = e.member_id
    WHERE e.partner_id = input.partner_id AND e.finished_at IS NULL`
})

/** Reads the ids and the pseudonyms of erased members whose ids may still be stored in events and other texts of a partner. */
export const openErasures = (partnerId: PartnerId) => Batch.of(findOpen, [{ partnerId }])
