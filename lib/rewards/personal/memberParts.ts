import { type Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import type { MemberRow } from "../members/Member.ts"
import { findMerged } from "../members/mergeRows.ts"
import { memberIds } from "../tables.ts"
import type { PersonalMember } from "./Holders.ts"

const findNames = memberIds.by("partnerId", "memberId").find("userId")

/** Adds to a member all user ids that lead to it, and the ids of the members that were merged into it. */
export const withParts = (
  database: Context.Tag.Service<Database>,
  member: MemberRow
): Effect.Effect<PersonalMember, Effect.Effect.Error<ReturnType<typeof database.send>>> => {
  const { id: memberId, linkedId, partnerId, userId } = member
  const key = { partnerId, memberId }
  return Effect.map(
    database.send(Batch.all({ names: Batch.of(findNames, [key]), merged: Batch.of(findMerged, [key]) })),
    ({ merged, names }) => {
      const known = linkedId === null ? [userId] : [userId, linkedId]
      const others = names.map((each) => each.userId).filter((each) => !known.includes(each))
      return {
        ...member,
        names: [...known, ...others],
        parts: [memberId, ...merged.map(({ mergedId }) => mergedId)]
      }
    }
  )
}
