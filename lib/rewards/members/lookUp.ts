import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { type Member, type MemberKey, memberKey } from "./Member.ts"
import { findMembers } from "./statements.ts"

export const keyRows = (keys: ReadonlyArray<MemberKey>) =>
  keys.map(({ partnerId, userId }) => ({ partner_id: partnerId, user_id: userId }))

/** The members that these ids lead to, by the id that was asked for (`memberKey`). */
export const lookUp = (database: Context.Tag.Service<Database>, keys: ReadonlyArray<MemberKey>) =>
  Effect.map(
    database.run(findMembers, keyRows(keys)),
    (rows): ReadonlyMap<string, Member> =>
      new Map(
        rows.map(({ asked, ...member }) => [
          memberKey({ partnerId: member.partnerId, userId: asked }),
          member
        ])
      )
  )
