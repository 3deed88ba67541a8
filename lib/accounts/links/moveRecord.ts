import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import { statement } from "../../sql/Statement.ts"
import { memberNames, memberRecords } from "../tables.ts"

/** Moves rows of one member to another member, unless the other member has a record. */
const move = (table: string) =>
  statement({
    input: { partnerId: "uuid", fromId: "uuid", toId: "uuid" },
    sql: `UPDATE ${table} SET member_id = input.to_id FROM input
      WHERE ${table}.partner_id = input.partner_id AND ${table}.member_id = input.from_id
        AND NOT EXISTS (SELECT 1 FROM rewards_member_data d
          WHERE d.partner_id = input.partner_id AND d.member_id = input.to_id)`
  })

const moveNames = move(memberNames.name)
const moveRecords = move(memberRecords.name)
const deleteNames = memberNames.by("partnerId", "memberId").delete()
const deleteRecords = memberRecords.delete()

/** Deletes the record of a member, with the names by which it is found. */
export const deleteRecord = (member: {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}): Batch.Batch<void> => Batch.inOrder([Batch.of(deleteNames, [member]), Batch.of(deleteRecords, [member])])

/** Moves the record of one member to another member. If the other member has a record, it keeps that record. */
export const moveRecord = (partnerId: PartnerId, fromId: MemberId, toId: MemberId): Batch.Batch<void> => {
  const rows = [{ partnerId, fromId, toId }]
  return Batch.inOrder([
    // The names move first, because both statements find out whether the other member has a record.
    Batch.of(moveNames, rows),
    Batch.of(moveRecords, rows),
    deleteRecord({ partnerId, memberId: fromId })
  ])
}
