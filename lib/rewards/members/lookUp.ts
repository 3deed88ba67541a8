import { type Context, Effect } from "effect"
import { isId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { type Member, type MemberKey, memberKey } from "./Member.ts"
import { findLinkedMembers, findMembers } from "./statements.ts"

const rowsOf = (keys: ReadonlyArray<MemberKey>) =>
  keys.map(({ partnerId, userId }) => ({ partner_id: partnerId, user_id: userId }))

/**
 * Members by the names that were asked for. Most go by that name; whoever does not may be meant as a user who is linked.
 * A link is for good, so that the second look cannot miss what the first has just missed.
 */
export const lookUp = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  keys: ReadonlyArray<MemberKey>
) {
  const found = yield* database.run(findMembers, rowsOf(keys))
  const members = new Map(found.map((member): [string, Member] => [memberKey(member), member]))
  const unnamed = keys.filter((key) => isId(key.userId) && !members.has(memberKey(key)))
  for (const { name, ...member } of yield* database.run(findLinkedMembers, rowsOf(unnamed))) {
    members.set(memberKey({ partnerId: member.partnerId, userId: name }), member)
  }
  const known: ReadonlyMap<string, Member> = members
  return known
})
