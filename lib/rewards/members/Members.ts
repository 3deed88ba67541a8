import { Context, Effect, Either, Layer, Schema } from "effect"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { type AlreadyLinked, MemberNotFound, PartnerNotFound } from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import type { MemberId } from "../Id.ts"
import { Ids, takenAt } from "../Ids.ts"
import { walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { EventLog } from "../ports.ts"
import { type JoinInput, makeJoin } from "./join.ts"
import { makeList } from "./list.ts"
import { lookUp } from "./lookUp.ts"
import {
  ListMembers,
  type ListMembersInput,
  type Member,
  MemberKey,
  type MemberKeyInput,
  type MemberPage,
  memberKey,
  type Wallet
} from "./Member.ts"
import { claimIds, insertMembers } from "./statements.ts"

/** What became of two ids that were joined. */
export interface Joined {
  readonly member: Member
  /** The member without any history that went by the linked id and was removed, if there was one. */
  readonly removed: MemberId | null
  /** False when the two ids led to this member already. */
  readonly changed: boolean
}

/**
 * A partner's members. A member has an id of its own, the partner's, and may have a second one that was linked to it. Both
 * lead to it wherever a member is asked for.
 */
export class Members extends Context.Tag("rewards/Members")<
  Members,
  {
    /** Makes a user a member of a partner, with an empty wallet. Again: the same member. */
    readonly onboard: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** The same for up to 1 000 at once; all of them or none. */
    readonly onboardMany: (
      inputs: ReadonlyArray<MemberKeyInput>
    ) => Effect.Effect<ReadonlyArray<Member>, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** The member that an id leads to. */
    readonly get: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | MemberNotFound | DatabaseFailure>

    /** The wallet of the member that an id leads to. `userId` of the answer is the id that was asked for. */
    readonly wallet: (
      input: MemberKeyInput
    ) => Effect.Effect<Wallet, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * A page of a partner's members, each with its coins, after the last member of the page before. In the order of
     * onboarding; with `search`, those of whose ids one starts with it, in the order of these ids.
     */
    readonly list: (input: ListMembersInput) => Effect.Effect<MemberPage, InvalidInput | DatabaseFailure>

    /**
     * Makes two ids lead to one member, for good; the member goes by `userId` from then on. Belongs in a transaction of
     * the caller, who decides whether the two may be joined.
     */
    readonly join: (
      input: JoinInput
    ) => Effect.Effect<Joined, InvalidInput | PartnerNotFound | AlreadyLinked | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Members, never, Database | Ledger | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const maxOnboarded = 1000

const parseKey = parser(MemberKey)
const parseList = parser(ListMembers)
const parseKeys = parser(
  Schema.Struct({
    members: Schema.Array(MemberKey).pipe(
      Schema.maxItems(maxOnboarded, { message: () => `must hold at most ${maxOnboarded} members` })
    )
  })
)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids
  const events = makeRecord(database, yield* EventLog)

  const without = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, Member>) =>
    keys.filter((key) => !known.has(memberKey(key)))

  /** Makes members of those keys whose ids are free, and returns them. */
  const insert = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      // The feeds come before the new ids, which can wait for a group that has locked its feeds.
      const feeds = yield* events.open(Array.from(new Set(keys.map(({ partnerId }) => partnerId))))
      const createdAt = yield* now
      const memberIds = yield* ids.take(keys.length)
      const claimed = yield* database.run(
        claimIds,
        keys.map(({ partnerId, userId }, index) => ({
          partner_id: partnerId,
          user_id: userId,
          member_id: takenAt(memberIds, index)
        }))
      )
      const members = claimed.map(({ partnerId, id, userId }) => ({
        partner_id: partnerId,
        id,
        user_id: userId,
        created_at: createdAt.toISOString()
      }))
      yield* database.send(
        Batch.inOrder([ledger.openWallets(claimed, createdAt), Batch.of(insertMembers, members)])
      )
      if (feeds.size > 0) {
        yield* events.write(
          feeds,
          claimed.map(({ id: memberId, partnerId, userId }) => ({
            partnerId,
            fact: { type: "member.onboarded", data: { memberId, userId, createdAt } }
          }))
        )
      }
      return new Map<string, Member>(
        claimed.map((made) => [memberKey(made), { ...made, linkedId: null, createdAt }])
      )
    })

  /** Every key's member, or the first partner that does not exist. */
  const inOrder = (
    keys: ReadonlyArray<MemberKey>,
    known: ReadonlyMap<string, Member>
  ): Either.Either<ReadonlyArray<Member>, PartnerNotFound> => {
    const members: Array<Member> = []
    for (const key of keys) {
      const member = known.get(memberKey(key))
      if (member === undefined) return Either.left(new PartnerNotFound({ partnerId: key.partnerId }))
      members.push(member)
    }
    return Either.right(members)
  }

  const onboardAll = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const known = yield* lookUp(database, keys)
      // Sorted, so that two calls with the same newcomers wait for each other instead of deadlocking.
      const missing = new Map(without(keys, known).map((key) => [memberKey(key), key]))
      if (missing.size === 0) return yield* inOrder(keys, known)
      const sorted = Array.from(missing.entries()).sort(([a], [b]) => (a < b ? -1 : 1))
      return yield* database.transaction(
        Effect.gen(function* () {
          const made = yield* insert(sorted.map(([, key]) => key))
          for (const [key, member] of known) made.set(key, member)
          // Another process may have taken some of the ids meanwhile.
          for (const [key, member] of yield* lookUp(database, without(keys, made))) made.set(key, member)
          return yield* inOrder(keys, made)
        })
      )
    })

  const get = (key: MemberKey) =>
    Effect.flatMap(lookUp(database, [key]), (known) => {
      const member = known.get(memberKey(key))
      return member === undefined
        ? Effect.fail(new MemberNotFound({ userId: key.userId }))
        : Effect.succeed(member)
    })

  const onboard = (key: MemberKey) =>
    Effect.flatMap(onboardAll([key]), ([member]) =>
      member === undefined ? Effect.dieMessage("onboarding gave no member") : Effect.succeed(member)
    )

  const list = makeList(database)
  const join = makeJoin(
    database,
    ledger,
    (partnerId) => events.open([partnerId]),
    (partnerId, userId) => onboard({ partnerId, userId })
  )

  return Members.of({
    onboard: Effect.fn("Members.onboard")(function* (input) {
      return yield* onboard(yield* parseKey(input))
    }),
    onboardMany: Effect.fn("Members.onboardMany")(function* (inputs) {
      const { members: keys } = yield* parseKeys({ members: inputs })
      return yield* onboardAll(keys)
    }),
    get: Effect.fn("Members.get")(function* (input) {
      return yield* get(yield* parseKey(input))
    }),
    wallet: Effect.fn("Members.wallet")(function* (input) {
      const { partnerId, userId } = yield* parseKey(input)
      const { id } = yield* get({ partnerId, userId })
      const coins = yield* ledger.balance({ partnerId, id: walletOf(id) })
      return { id, partnerId, userId, coins }
    }),
    list: Effect.fn("Members.list")(function* (input) {
      return yield* list(yield* parseList(input))
    }),
    join: Effect.fn("Members.join")(function* (input) {
      return yield* database.transaction(
        Effect.gen(function* () {
          const joined = yield* join(input)
          const member = yield* Effect.catchTag(get(input), "MemberNotFound", Effect.die)
          if (joined.changed) {
            const { linkedId, partnerId, userId } = input
            const data = { memberId: member.id, userId, linkedId, removedId: joined.removed }
            yield* events.record(partnerId, { type: "member.linked", data })
          }
          return { member, ...joined }
        })
      )
    })
  })
})
