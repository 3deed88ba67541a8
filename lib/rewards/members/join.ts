import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { AlreadyLinked } from "../Errors.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { keyRows } from "./lookUp.ts"
import {
  deleteIds,
  deleteMember,
  findAward,
  insertIds,
  lockIds,
  readLinks,
  renameMember,
  turnIntoLink
} from "./statements.ts"

/** Two ids that are to lead to one member: the one that the partner uses, and the one that is linked to it. */
export interface JoinInput {
  readonly partnerId: PartnerId
  readonly userId: string
  readonly linkedId: string
}

/**
 * Makes two ids lead to one member, in the running transaction. `onboard` gives the member of an id, a new one if need be.
 * Answers with the member that had to be removed for it, if there was one, and whether anything changed.
 *
 * Locks, until commit: the rows of both ids, then the wallet of a member that is to be removed, then the partner's feed. An id without a row cannot
 * be locked; its primary key turns the second writer into a conflict, which starts over and finds the first one's row.
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
    const awards = yield* database.run(findAward, [{ partner_id: partnerId, member_id: id }])
    if (awards.length > 0 || book.account(wallet).version > 0) {
      return yield* new AlreadyLinked({
        userId,
        reason: "both have been awarded under ids of their own: go on with the two"
      })
    }
    yield* database.run(deleteIds, [{ partner_id: partnerId, member_id: id }])
    yield* database.run(deleteMember, [{ partner_id: partnerId, id }])
    yield* ledger.closeWallet({ partnerId, id })
  })

  const insertLink = ({ partnerId, linkedId }: JoinInput, memberId: MemberId) =>
    database.run(insertIds, [{ partner_id: partnerId, user_id: linkedId, member_id: memberId, linked: true }])

  /** The member goes by the linked id so far: it gets the partner's id for its own, and keeps the other as its link. */
  const rename = Effect.fnUntraced(function* ({ partnerId, userId, linkedId }: JoinInput, id: MemberId) {
    yield* database.run(turnIntoLink, [{ partner_id: partnerId, user_id: linkedId }])
    yield* database.run(insertIds, [{ partner_id: partnerId, user_id: userId, member_id: id, linked: false }])
    yield* database.run(renameMember, [{ partner_id: partnerId, id, user_id: userId }])
  })

  return Effect.fnUntraced(function* (input: JoinInput) {
    const { partnerId, userId, linkedId } = input
    const both = keyRows([
      { partnerId, userId },
      { partnerId, userId: linkedId }
    ])
    yield* database.run(lockIds, both)
    const found = new Map((yield* database.run(readLinks, both)).map((row) => [row.userId, row]))
    const own = found.get(userId)
    const other = found.get(linkedId)
    if (other?.linked === true) {
      if (other.memberId === own?.memberId) return { removed: null, changed: false }
      return yield* new AlreadyLinked({ userId, reason: "another id of yours is, use that one" })
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
    // Before the new ids, for which a group can wait that has locked the feed.
    yield* lockFeed(partnerId)
    const { id } = own === undefined ? yield* onboard(partnerId, userId) : { id: own.memberId }
    yield* insertLink(input, id)
    return { removed: other?.memberId ?? null, changed: true }
  })
}
