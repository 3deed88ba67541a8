import { type Context, Effect, Either } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { AlreadyLinked } from "../Errors.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { findErasedBefore } from "../personal/successors.ts"
import { activityCounts, awards, memberIds, members } from "../tables.ts"
import { changed, maxAttributes, noAttributes, problemOf } from "./Attributes.ts"
import { readAttributes, writeChanges } from "./attributeRows.ts"
import { type MemberRow, memberKey } from "./Member.ts"
import { findMembers } from "./memberIds.ts"

/** The two ids to join. `userId` is the id that the partner uses. `linkedId` is the id that will be linked to it. */
export interface JoinInput {
  readonly partnerId: PartnerId
  readonly userId: string
  readonly linkedId: string
}

/** Fails with a conflict if another transaction has just inserted the same id. */
const insertIds = memberIds.insert()
const updateLinked = memberIds.update("linked")
const updateUserId = members.update("userId")

/** Locks ids until commit, so that two joins of the same ids run one after the other. */
const lockIds = memberIds.lock("userId")

const findAward = statement({
  input: { partnerId: "uuid", memberId: "uuid" },
  output: awards.row("id"),
  sql: `SELECT a.id FROM input CROSS JOIN rewards_award a
    WHERE a.partner_id = input.partner_id AND a.member_id = input.member_id LIMIT 1`
})
const findActivityCount = activityCounts.by("partnerId", "memberId").find("type")

const deleteIds = memberIds.by("partnerId", "memberId").delete()
const deleteMember = members.delete()

/** Whether the member of `userId` is linked to `linkedId` already. Fails if it is linked to another id. */
const isLinked = (
  { linkedId, userId }: JoinInput,
  member: Pick<MemberRow, "linkedId">
): Either.Either<boolean, AlreadyLinked> =>
  member.linkedId === null || member.linkedId === linkedId
    ? Either.right(member.linkedId !== null)
    : Either.left(new AlreadyLinked({ userId, reason: "it is linked to another user, use another id" }))

/**
 * Makes two ids belong to one member, in the current transaction. `onboard` returns the member of an id, and creates it if needed. The
 * result contains the member that was removed, or null, and whether anything changed.
 *
 * The transaction takes these locks in this order: the rows of both ids, the wallet of a member that will be removed, the partner's
 * feed.
 */
export const makeJoin = <E>(
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  lockFeed: (partnerId: PartnerId) => Effect.Effect<unknown, DatabaseFailure>,
  onboard: (partnerId: PartnerId, userId: string) => Effect.Effect<Pick<MemberRow, "id" | "linkedId">, E>
) => {
  /**
   * Moves the attributes of the member `from` to the member `to`. Attributes that `to` already has keep their values. The locks of the
   * ids protect the attributes of both members.
   */
  const moveAttributes = Effect.fnUntraced(function* (
    { partnerId, userId }: Pick<JoinInput, "partnerId" | "userId">,
    from: MemberId,
    to: MemberId
  ) {
    const [source, target] = [
      { partnerId, memberId: from },
      { partnerId, memberId: to }
    ]
    const stored = yield* database.send(readAttributes([source, target]))
    const moved = stored.get(from) ?? noAttributes
    const before = stored.get(to) ?? noAttributes
    const after = changed(moved, before)
    if (problemOf(Object.keys(after).length) !== undefined) {
      return yield* new AlreadyLinked({
        userId,
        reason: `each of the two ids has its own member, and together these have more than ${maxAttributes} attributes`
      })
    }
    yield* database.send(
      writeChanges([
        { member: source, before: moved, after: noAttributes },
        { member: target, before, after }
      ])
    )
  })

  /**
   * Removes a member without awards, activities and transfers. Fails if the member has any of these, because they never move to another
   * member. Also fails if the member is the successor of an erased member, which may have had some.
   */
  const remove = Effect.fnUntraced(function* (
    { partnerId, userId }: JoinInput,
    id: MemberId,
    remainingId: MemberId
  ) {
    const wallet = walletOf(id)
    const book = yield* database.send(ledger.lock([{ partnerId, id: wallet }]))
    const awarded = yield* database.run(findAward, [{ partnerId, memberId: id }])
    const active = yield* database.run(findActivityCount, [{ partnerId, memberId: id }])
    const succeeded = yield* database.send(findErasedBefore([{ partnerId, subjectId: id }]))
    const isUsed = awarded.length > 0 || active.length > 0 || succeeded.size > 0
    if (isUsed || book.account(wallet).version > 0) {
      return yield* new AlreadyLinked({
        userId,
        reason:
          "each of the two ids has its own member, and the member of this user has awards, activities or transfers"
      })
    }
    yield* moveAttributes({ partnerId, userId }, id, remainingId)
    yield* database.run(deleteIds, [{ partnerId, memberId: id }])
    yield* database.run(deleteMember, [{ partnerId, id }])
    yield* ledger.closeWallet({ partnerId, id })
  })

  /** Makes `userId` the own id of the member to which `linkedId` leads. `linkedId` becomes the member's linked id. */
  const rename = Effect.fnUntraced(function* ({ partnerId, userId, linkedId }: JoinInput, id: MemberId) {
    yield* database.run(updateLinked, [{ partnerId, userId: linkedId, linked: true }])
    yield* database.run(insertIds, [{ partnerId, userId, memberId: id, linked: false }])
    yield* database.run(updateUserId, [{ partnerId, id, userId }])
  })

  return Effect.fnUntraced(function* (input: JoinInput) {
    const { partnerId, userId, linkedId } = input
    const ownKey = { partnerId, userId }
    const otherKey = { partnerId, userId: linkedId }
    yield* database.run(lockIds, [ownKey, otherKey])
    const found = yield* findMembers(database, [ownKey, otherKey])
    const own = found.get(memberKey(ownKey))
    const other = found.get(memberKey(otherKey))
    if (other !== undefined && other.linkedId !== null && other.id !== own?.id) {
      return yield* new AlreadyLinked({
        userId,
        reason:
          other.linkedId === linkedId
            ? "another id of yours is already linked, use that id"
            : "the member of this user is linked to another user since a merge"
      })
    }
    if (own !== undefined && (yield* isLinked(input, own))) return { removed: null, changed: false }
    // The two ids already lead to one member, because of a merge, or because a person came back under both ids after an erasure.
    if (other !== undefined && other.id === own?.id) {
      yield* lockFeed(partnerId)
      yield* database.run(updateLinked, [{ ...otherKey, linked: true }])
      if (other.userId === linkedId) yield* database.run(updateUserId, [{ partnerId, id: other.id, userId }])
      return { removed: null, changed: true }
    }
    if (other !== undefined && own === undefined) {
      yield* lockFeed(partnerId)
      yield* rename(input, other.id)
      return { removed: null, changed: true }
    }
    if (other !== undefined && own !== undefined) yield* remove(input, other.id, own.id)
    // The feed is locked before ids are inserted. A group of commands takes its locks in the same order.
    yield* lockFeed(partnerId)
    const member = own ?? (yield* onboard(partnerId, userId))
    // Onboarding can find a member: another transaction has just created it, or the person was erased and has already come back under
    // another id.
    if (yield* isLinked(input, member)) return { removed: null, changed: false }
    yield* database.run(insertIds, [{ partnerId, userId: linkedId, memberId: member.id, linked: true }])
    return { removed: other?.id ?? null, changed: true }
  })
}
