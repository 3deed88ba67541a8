import { type Context, Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import { walletOf } from "../../rewards/ledger/Account.ts"
import type { Ledger } from "../../rewards/ledger/Ledger.ts"
import type { Members } from "../../rewards/members/Members.ts"
import type { Database } from "../../sql/Database.ts"
import type { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/actor.ts"
import { AlreadyLinked, Forbidden } from "../Errors.ts"
import type { LinkUser } from "./Link.ts"
import {
  deleteDetails,
  deleteMember,
  findAward,
  findEcosystem,
  insertLink,
  lockByTag,
  moveDetails,
  readSituation,
  renameMember
} from "./statements.ts"

const notAllowed = () =>
  new Forbidden({
    reason: "tag must be that of a user who has allowed you this: send them to the authorization page first"
  })

interface Situation {
  readonly partnerId: PartnerId
  readonly userId: string
  readonly ownMember: MemberId | null
  readonly userMember: MemberId
}

interface Services {
  readonly audit: Context.Tag.Service<Audit>
  readonly database: Context.Tag.Service<Database>
  readonly ledger: Context.Tag.Service<Ledger>
  readonly members: Context.Tag.Service<Members>
}

/** Makes two names one member, in the running transaction; who locks what is told at Links. */
export const makeJoin = ({ audit, database, ledger, members }: Services) => {
  /** One answer, whether there is no such user or one who has not allowed it. */
  const lockUser = Effect.fnUntraced(function* ({ ecosystem, partnerId, tag }: LinkUser) {
    const own = yield* database.run(findEcosystem, [{ partner_id: partnerId, ecosystem }])
    if (own.length === 0) {
      return yield* new Forbidden({ reason: "the path must name the ecosystem that you are registered in" })
    }
    const [user] = yield* database.run(lockByTag, [{ partner_id: partnerId, tag }])
    return user ?? (yield* notAllowed())
  })

  /** Only a member of whom there is nothing yet can give way to the other. */
  const remove = Effect.fnUntraced(function* (partnerId: PartnerId, from: MemberId, to: MemberId) {
    yield* database.run(moveDetails, [{ partner_id: partnerId, from_id: from, to_id: to }])
    yield* database.run(deleteDetails, [{ partner_id: partnerId, member_id: from }])
    yield* database.run(deleteMember, [{ partner_id: partnerId, id: from }])
    yield* ledger.closeWallet({ partnerId, id: from })
  })

  /** Makes the name of the user's own member free, and that of the partner too when it can be the same member. */
  const settle = Effect.fnUntraced(function* ({ ownMember, partnerId, userId, userMember }: Situation) {
    const wallet = walletOf(userMember)
    const book = yield* database.send(ledger.lock([{ partnerId, id: wallet }]))
    if (ownMember === null) {
      yield* database.run(renameMember, [{ partner_id: partnerId, id: userMember, user_id: userId }])
      return
    }
    const awards = yield* database.run(findAward, [{ partner_id: partnerId, member_id: userMember }])
    if (awards.length > 0 || book.account(wallet).version > 0) {
      return yield* new AlreadyLinked({
        userId,
        reason: "both have been awarded under ids of their own: go on with the two"
      })
    }
    yield* remove(partnerId, userMember, ownMember)
  })

  return Effect.fnUntraced(function* (input: LinkUser) {
    const { partnerId, userId } = input
    const user = yield* lockUser(input)
    const [found] = yield* database.run(readSituation, [
      { partner_id: partnerId, own_name: userId, user_name: user.id, user_id: user.id }
    ])
    const { linkedMember = null, linkedUser = null, ownMember = null, userMember = null } = found ?? {}
    if (linkedMember !== null && linkedMember !== ownMember) {
      return yield* new AlreadyLinked({ userId, reason: "another id of yours is, use that one" })
    }
    if (linkedUser !== null && linkedUser !== user.id) {
      return yield* new AlreadyLinked({ userId, reason: "it is linked to another user, use another id" })
    }
    if (userMember !== null) yield* settle({ partnerId, userId, ownMember, userMember })
    const member = yield* Effect.catchTag(
      members.onboard({ partnerId, userId }),
      "PartnerNotFound",
      Effect.die
    )
    if (linkedMember === null) {
      const created_at = (yield* now).toISOString()
      yield* database.run(insertLink, [
        { partner_id: partnerId, user_id: user.id, member_id: member.id, created_at }
      ])
      yield* audit.record({
        action: "member.link",
        outcome: "done",
        actor: yield* actorOf(database, partnerId),
        partnerId,
        userId: user.id,
        detail: `linked to userId ${userId}`
      })
    }
    return { ...member, tag: user.tag }
  })
}
