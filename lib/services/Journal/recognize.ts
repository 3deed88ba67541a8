import { type Context, Effect } from "effect"
import { isId, MemberId } from "../../domain/Id.ts"
import { type MemberKey, memberKey } from "../../domain/Member.ts"
import type { Database } from "../../sql/Database.ts"
import type { Ids } from "../Ids.ts"
import { findLinkedIds, findMemberIds } from "../Members/statements.ts"
import { shareUsers } from "../Users/statements.ts"

/** A user of the service who becomes a partner's member with the first award. */
export interface Newcomer extends MemberKey {
  readonly id: MemberId
}

/** Members by the names under which they were asked for: see `memberKey`. */
export type MemberIds = ReadonlyMap<string, MemberId>

export interface Recognized {
  readonly known: MemberIds
  readonly newcomers: ReadonlyArray<Newcomer>
}

/**
 * Tells who is meant. Most are known by the name that they go by, and cost one statement. Whoever is not may be named
 * as a user of the service: one who is linked is a member already, any other becomes one with the first award, and gets
 * an id for it, to be written or not. Until commit nobody links those: their rows are shared, and their links read again
 * after that, since whoever was linking them had to be waited for.
 */
export const makeRecognize = (database: Context.Tag.Service<Database>, ids: Context.Tag.Service<Ids>) => {
  const rowsOf = (keys: ReadonlyArray<MemberKey>) =>
    keys.map(({ partnerId, userId }) => ({ partner_id: partnerId, user_id: userId }))

  const linked = (keys: ReadonlyArray<MemberKey>) => database.run(findLinkedIds, rowsOf(keys))

  const strangers = Effect.fnUntraced(function* (
    known: Map<string, MemberId>,
    keys: ReadonlyArray<MemberKey>
  ) {
    const add = (found: ReadonlyArray<Newcomer>) => {
      for (const member of found) known.set(memberKey(member), member.id)
    }
    const unknown = (among: ReadonlyArray<MemberKey>) => among.filter((key) => !known.has(memberKey(key)))
    // In one order, so that two groups with the same strangers wait for each other instead of deadlocking.
    const wanted = unknown(keys).toSorted((a, b) => (memberKey(a) < memberKey(b) ? -1 : 1))
    add(yield* linked(wanted))
    const rest = unknown(wanted)
    const userIds = new Set(rest.map(({ userId }) => userId))
    const rows = yield* database.run(
      shareUsers,
      Array.from(userIds, (id) => ({ id }))
    )
    const users = new Set(rows.map(({ id }) => id))
    const ofUsers = rest.filter(({ userId }) => users.has(userId))
    add(yield* linked(ofUsers))
    const found = unknown(ofUsers)
    const newIds = yield* ids.take(found.length)
    return found.map(
      (key, index): Newcomer => ({
        ...key,
        id: MemberId.make(newIds[index] ?? "", { disableValidation: true })
      })
    )
  })

  return (keys: ReadonlyArray<MemberKey>) =>
    Effect.flatMap(database.run(findMemberIds, rowsOf(keys)), (found) => {
      const known = new Map(found.map((member) => [memberKey(member), member.id]))
      const unnamed = keys.filter((key) => isId(key.userId) && !known.has(memberKey(key)))
      return unnamed.length === 0
        ? Effect.succeed<Recognized>({ known, newcomers: [] })
        : Effect.map(strangers(known, unnamed), (newcomers): Recognized => ({ known, newcomers }))
    })
}
