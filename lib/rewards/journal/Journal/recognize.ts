import { type Context, Effect } from "effect"
import { shareUsers } from "../../../accounts/users/statements.ts"
import { isId } from "../../../schema/Id.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { MemberId } from "../../Id.ts"
import type { Ids } from "../../Ids.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { findLinkedIds, findMemberIds } from "../../members/statements.ts"

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

  const byKey = (found: ReadonlyArray<Newcomer>): MemberIds =>
    new Map(found.map((member) => [memberKey(member), member.id]))

  const linked = (keys: ReadonlyArray<MemberKey>) =>
    Effect.map(database.run(findLinkedIds, rowsOf(keys)), byKey)

  const without = (keys: ReadonlyArray<MemberKey>, known: MemberIds) =>
    keys.filter((key) => !known.has(memberKey(key)))

  const lookForUsers = Effect.fnUntraced(function* (keys: ReadonlyArray<MemberKey>) {
    // In one order, so that two groups with the same strangers wait for each other instead of deadlocking.
    const wanted = keys.toSorted((a, b) => (memberKey(a) < memberKey(b) ? -1 : 1))
    const before = yield* linked(wanted)
    const rest = without(wanted, before)
    const userIds = new Set(rest.map(({ userId }) => userId))
    const rows = yield* database.run(
      shareUsers,
      Array.from(userIds, (id) => ({ id }))
    )
    const users = new Set(rows.map(({ id }) => id))
    const ofUsers = rest.filter(({ userId }) => users.has(userId))
    const since = yield* linked(ofUsers)
    const found = without(ofUsers, since)
    const newIds = yield* ids.take(found.length)
    const newcomers = found.map(
      (key, index): Newcomer => ({
        ...key,
        id: MemberId.make(newIds[index] ?? "", { disableValidation: true })
      })
    )
    return { known: new Map([...before, ...since]), newcomers }
  })

  return {
    /** Those who go by one of these names. */
    named: (keys: ReadonlyArray<MemberKey>): Batch.Batch<MemberIds> =>
      Batch.map(Batch.of(findMemberIds, rowsOf(keys)), byKey),

    /** The others, and all of them together. */
    others: (
      keys: ReadonlyArray<MemberKey>,
      named: MemberIds
    ): Effect.Effect<Recognized, DatabaseFailure> => {
      const unnamed = without(keys, named).filter(({ userId }) => isId(userId))
      return unnamed.length === 0
        ? Effect.succeed({ known: named, newcomers: [] })
        : Effect.map(lookForUsers(unnamed), ({ known, newcomers }) => ({
            known: new Map([...named, ...known]),
            newcomers
          }))
    }
  }
}
