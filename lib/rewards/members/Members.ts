import { Context, Effect, Either, Layer, Schema } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { type AlreadyLinked, type MemberNotFound, PartnerNotFound } from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import type { MemberId } from "../Id.ts"
import { Ids, takenAt } from "../Ids.ts"
import { walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { EventLog } from "../ports.ts"
import * as tables from "../tables.ts"
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
import { claimIds, findMember, findMembers } from "./memberIds.ts"
import { type JoinInput, makeJoin } from "./memberJoin.ts"
import { makeList } from "./memberList.ts"

export interface Joined {
  readonly member: Member
  /** The member that had the linked id before and was removed; null if no member was removed. */
  readonly removed: MemberId | null
  /** False if both ids already belonged to this member. */
  readonly changed: boolean
}

/** A partner's members. In `onboard`, `get` and `wallet`, `userId` can be a member's own id or its linked id. */
export class Members extends Context.Tag("rewards/Members")<
  Members,
  {
    /** Makes a user a member of a partner, with an empty wallet. If the user already is a member, returns that member. */
    readonly onboard: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** Like `onboard`, for up to 1 000 users. Either all users become members, or none. */
    readonly onboardMany: (
      inputs: ReadonlyArray<MemberKeyInput>
    ) => Effect.Effect<ReadonlyArray<Member>, InvalidInput | PartnerNotFound | DatabaseFailure>

    readonly get: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | MemberNotFound | DatabaseFailure>

    /** The wallet of a member. The `userId` of the answer is the `userId` of the input. */
    readonly wallet: (
      input: MemberKeyInput | Unparsed
    ) => Effect.Effect<Wallet, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * A page of a partner's members, each with its coins, in the order of onboarding. With `search`, it lists only members with an
     * id that starts with `search`, in the order of these ids. `after` is the `id` of the last member of the previous page.
     */
    readonly list: (input: ListMembersInput) => Effect.Effect<MemberPage, InvalidInput | DatabaseFailure>

    /**
     * Makes two ids belong to one member, permanently. `userId` becomes the member's own id, and `linkedId` its linked id. Call it in
     * a transaction that also checks whether the two ids may be joined.
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

const maxOnboarded = 1000

const insertMembers = tables.members.insert()

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

  /** Creates members for the keys that have no member, and returns the new members. */
  const insert = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      // Feeds are locked before ids are inserted. A group of commands takes its locks in the same order.
      const feeds = yield* events.open(Array.from(new Set(keys.map(({ partnerId }) => partnerId))))
      const createdAt = yield* now
      const memberIds = yield* ids.take(keys.length)
      const claimed = yield* database.run(
        claimIds,
        keys.map((key, index) => ({ ...key, memberId: takenAt(memberIds, index) }))
      )
      const members = claimed.map((member) => ({ ...member, createdAt }))
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
        members.map((member) => [memberKey(member), { ...member, linkedId: null }])
      )
    })

  /** The member of each key. If a key has no member, its partner does not exist. */
  const inOrder = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, Member>) =>
    Either.all(
      keys.map((key) =>
        Either.fromNullable(
          known.get(memberKey(key)),
          () => new PartnerNotFound({ partnerId: key.partnerId })
        )
      )
    )

  const onboardAll = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const known = yield* findMembers(database, keys)
      const missing = new Map(without(keys, known).map((key) => [memberKey(key), key]))
      if (missing.size === 0) return yield* inOrder(keys, known)
      // The keys are sorted, so that two calls that insert the same members do not deadlock.
      const sorted = Array.from(missing.entries()).sort(([a], [b]) => (a < b ? -1 : 1))
      return yield* database.transaction(
        Effect.gen(function* () {
          const all = yield* insert(sorted.map(([, key]) => key))
          for (const [key, member] of known) all.set(key, member)
          // Another process may have inserted some of the ids since the first read.
          for (const [key, member] of yield* findMembers(database, without(keys, all))) all.set(key, member)
          return yield* inOrder(keys, all)
        })
      )
    })

  const get = (key: MemberKey) => findMember(database, key)

  const onboard = (key: MemberKey) =>
    Effect.flatMap(onboardAll([key]), ([member]) =>
      member === undefined ? Effect.dieMessage("onboarding returned no member") : Effect.succeed(member)
    )

  const list = makeList(database)
  const join = makeJoin(
    database,
    ledger,
    (partnerId) => events.open([partnerId]),
    (partnerId, userId) => onboard({ partnerId, userId })
  )

  return Members.of({
    onboard: Effect.fn("Members.onboard")((input) => Effect.flatMap(parseKey(input), onboard)),
    onboardMany: Effect.fn("Members.onboardMany")((inputs) =>
      Effect.flatMap(parseKeys({ members: inputs }), ({ members }) => onboardAll(members))
    ),
    get: Effect.fn("Members.get")((input) => Effect.flatMap(parseKey(input), get)),
    wallet: Effect.fn("Members.wallet")(function* (input) {
      const { partnerId, userId } = yield* parseKey(input)
      const { id } = yield* get({ partnerId, userId })
      const coins = yield* ledger.balance({ partnerId, id: walletOf(id) })
      return { id, partnerId, userId, coins }
    }),
    list: Effect.fn("Members.list")((input) => Effect.flatMap(parseList(input), list)),
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
