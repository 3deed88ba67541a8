import { Array as Arr, type Context, Effect, Order } from "effect"
import { isId } from "../../../schema/Id.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { MemberId } from "../../Id.ts"
import { type Ids, takenAt } from "../../Ids.ts"
import type { KnownUsers } from "../../members/KnownUsers.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"

/** A user who becomes a partner's member with the first award. */
export interface Newcomer extends MemberKey {
  readonly id: MemberId
}

/** Members by the ids that were asked for: see `memberKey`. */
export type MemberIds = ReadonlyMap<string, MemberId>

export type FindNewcomers = (
  keys: ReadonlyArray<MemberKey>,
  known: MemberIds
) => Effect.Effect<ReadonlyArray<Newcomer>, DatabaseFailure>

const byKey = Order.mapInput(Order.string, memberKey)

/**
 * Those of the keys that lead to no member but belong to a user, each with the id that its member will have if an
 * award is accepted. They come in the order of their keys, so that two groups with the same newcomers wait for each
 * other instead of deadlocking.
 */
export const makeNewcomers =
  (users: Context.Tag.Service<KnownUsers>, ids: Context.Tag.Service<Ids>): FindNewcomers =>
  (keys, known) => {
    const unknown = keys.filter((key) => isId(key.userId) && !known.has(memberKey(key)))
    if (unknown.length === 0) return Effect.succeed([])
    return Effect.gen(function* () {
      const accounts = yield* users.among(Array.from(new Set(unknown.map(({ userId }) => userId))))
      const found = Arr.sort(
        unknown.filter(({ userId }) => accounts.has(userId)),
        byKey
      )
      const newIds = yield* ids.take(found.length)
      return found.map((key, index) => ({
        ...key,
        id: MemberId.make(takenAt(newIds, index), { disableValidation: true })
      }))
    })
  }
