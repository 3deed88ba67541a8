import { type Context, Effect } from "effect"
import type { PartnerId } from "../../../rewards/Id.ts"
import type { Member } from "../../../rewards/members/Member.ts"
import { isId } from "../../../schema/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { findVisible } from "../../parties/visible.ts"

/** The user behind a member, with the values that the user allows the partner to see. */
export interface VisibleUser {
  readonly id: string
  readonly name: string | null
  readonly tag: string | null
}

/** The users behind members, by the ids of the members. */
export type VisibleUsers = (
  partnerId: PartnerId,
  members: ReadonlyArray<Member>
) => Effect.Effect<ReadonlyMap<string, VisibleUser>, DatabaseFailure>

const idsOf = ({ linkedId, userId }: Member): ReadonlyArray<string> =>
  [userId, linkedId].filter((id) => id !== null).filter(isId)

export const makeVisibleUsers = (database: Context.Tag.Service<Database>): VisibleUsers =>
  Effect.fnUntraced(function* (partnerId, members) {
    const rows = yield* database.run(
      findVisible,
      members.flatMap(idsOf).map((id) => ({ partner_id: partnerId, id }))
    )
    const users = new Map(rows.map((user) => [user.id, user]))
    const found = members.flatMap((member) =>
      idsOf(member)
        .flatMap((id) => users.get(id) ?? [])
        .map((user): [string, VisibleUser] => [member.id, user])
    )
    return new Map(found)
  })
