import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { AlreadyLinked } from "../Errors.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { awards, memberIds, members } from "../tables.ts"
import { byUserId, linkedId } from "./memberIds.ts"

/** Two ids that shall lead to one member: the one that the partner uses, and the one that is linked to it. */
export interface JoinInput {
  readonly partnerId: PartnerId
  readonly userId: string
  readonly linkedId: string
}

/** Fails if another transaction has inserted the same id meanwhile; this one then runs again. */
const insertIds = memberIds.insert()
const updateLinked = memberIds.update("linked")
const updateUserId = members.update("userId")

/** Locks ids until commit, so that two joins of the same ids run one after the other. */
const lockIds = memberIds.lock("userId")

/** The members of these ids, each with the id that is linked to it. */
const readLinks = statement({
  input: byUserId,
  output: Schema.extend(
    memberIds.row("userId", "memberId", "linked"),
    Schema.Struct({ linkedId: Schema.NullOr(Schema.String) })
  ),
  sql: `SELECT i.user_id, i.member_id, i.linked, ${linkedId} AS linked_id
    FROM input CROSS JOIN rewards_member_id i
    WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id`
})

/** One award of a member, to know whether there are any. */
const findAward = statement({
  input: { partnerId: "uuid", memberId: "uuid" },
  output: awards.row("id"),
  sql: `SELECT a.id FROM input CROSS JOIN rewards_award a
    WHERE a.partner_id = input.partner_id AND a.member_id = input.member_id LIMIT 1`
})

const deleteIds = memberIds.by("partnerId", "memberId").delete()
const deleteMember = members.delete()

/**
 * Makes two ids lead to one member, in the current transaction. `onboard` returns the member of an id, and creates it if needed.
 * Returns the member that was removed, if there was one, and whether anything changed.
 *
 * Locks, until commit: the rows of both ids, then the wallet of a member that will be removed, then the partner's feed. An id without
 * a row cannot be locked; if two transactions insert it, its primary key makes the second fail, run again, and find the row.
 */
export const makeJoin = <E>(
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  lockFeed: (partnerId: PartnerId) => Effect.Effect<unknown, DatabaseFailure>,
  onboard: (partnerId: PartnerId, userId: string) => Effect.Effect<{ readonly id: MemberId }, E>
) => {
  /** Removes a member that has neither awards nor transfers. Two histories are never merged. */
  const remove = Effect.fnUntraced(function* ({ partnerId, userId }: JoinInput, id: MemberId) {
    const wallet = walletOf(id)
    const book = yield* database.send(ledger.lock([{ partnerId, id: wallet }]))
    const awarded = yield* database.run(findAward, [{ partnerId, memberId: id }])
    if (awarded.length > 0 || book.account(wallet).version > 0) {
      return yield* new AlreadyLinked({
        userId,
        reason: "both have been awarded under their own ids, so they must stay two members"
      })
    }
    yield* database.run(deleteIds, [{ partnerId, memberId: id }])
    yield* database.run(deleteMember, [{ partnerId, id }])
    yield* ledger.closeWallet({ partnerId, id })
  })

  /** The member's own id so far becomes its linked id, and the partner's id becomes its own. */
  const rename = Effect.fnUntraced(function* ({ partnerId, userId, linkedId }: JoinInput, id: MemberId) {
    yield* database.run(updateLinked, [{ partnerId, userId: linkedId, linked: true }])
    yield* database.run(insertIds, [{ partnerId, userId, memberId: id, linked: false }])
    yield* database.run(updateUserId, [{ partnerId, id, userId }])
  })

  return Effect.fnUntraced(function* (input: JoinInput) {
    const { partnerId, userId, linkedId } = input
    const both = [
      { partnerId, userId },
      { partnerId, userId: linkedId }
    ]
    yield* database.run(lockIds, both)
    const found = new Map((yield* database.run(readLinks, both)).map((row) => [row.userId, row]))
    const own = found.get(userId)
    const other = found.get(linkedId)
    if (other?.linked === true) {
      if (other.memberId === own?.memberId) return { removed: null, changed: false }
      return yield* new AlreadyLinked({
        userId,
        reason: "another id of yours is linked already, use that one"
      })
    }
    if (own !== undefined && (own.linked || own.linkedId !== null)) {
      return yield* new AlreadyLinked({ userId, reason: "it is linked to another user, use another id" })
    }
    if (other !== undefined && own === undefined) {
      yield* lockFeed(partnerId)
      yield* rename(input, other.memberId)
      return { removed: null, changed: true }
    }
    if (other !== undefined) yield* remove(input, other.memberId)
    // The feed is locked before the new ids, because a group that has locked the feed may wait for those ids.
    yield* lockFeed(partnerId)
    const { id } = own === undefined ? yield* onboard(partnerId, userId) : { id: own.memberId }
    yield* database.run(insertIds, [{ partnerId, userId: linkedId, memberId: id, linked: true }])
    return { removed: other?.memberId ?? null, changed: true }
  })
}
