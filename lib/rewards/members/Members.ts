import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { startOf } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type {
  AlreadyLinked,
  BalanceTooLarge,
  CannotMerge,
  MemberNotFound,
  MergeLimitReached,
  PartnerNotFound
} from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import type { MemberId } from "../Id.ts"
import { Ids } from "../Ids.ts"
import { walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { readWalletCoins } from "../lots/settledWallets.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { inHeldTime } from "../partners/PartnerClocks.ts"
import { Holders } from "../personal/Holders.ts"
import { EventLog } from "../ports.ts"
import { memberIds } from "../tables.ts"
import { noAttributes } from "./Attributes.ts"
import { pageAttributes, readAttributes } from "./attributeRows.ts"
import {
  ListMembers,
  type ListMembersInput,
  type Member,
  MemberKey,
  type MemberKeyInput,
  type MemberPage,
  OnboardUser,
  type OnboardUserInput,
  type Wallet
} from "./Member.ts"
import { type Merged, MergeMembers, type MergeMembersInput } from "./Merge.ts"
import { findMember, keepOwnIds } from "./memberIds.ts"
import { type JoinInput, makeJoin } from "./memberJoin.ts"
import { makeList } from "./memberList.ts"
import { makeMerge } from "./memberMerge.ts"
import { makeOnboarding } from "./memberOnboarding.ts"

export interface Joined {
  readonly member: Member
  /** The member that had the linked id before and was removed; null if no member was removed. */
  readonly removed: MemberId | null
  /** False if both ids already belonged to this member. */
  readonly changed: boolean
}

/**
 * The members of partners. In `onboard`, `get` and `wallet`, `userId` can be any id that leads to the member: its own id, its linked id, or
 * an id of a member that was merged into it.
 */
export class Members extends Context.Tag("rewards/Members")<
  Members,
  {
    /**
     * Makes a user a member of a partner, with an empty wallet. If the user already is a member, returns that member. Sets the given
     * attributes by name; null removes an attribute. A member has at most 20 attributes.
     */
    readonly onboard: (
      input: OnboardUserInput
    ) => Effect.Effect<Member, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** Like `onboard`, for up to 1 000 users. Either all users become members, or none. */
    readonly onboardMany: (
      inputs: ReadonlyArray<OnboardUserInput>
    ) => Effect.Effect<ReadonlyArray<Member>, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** Returns a member by the user id. */
    readonly get: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Returns the wallet of a member. The `userId` of the answer is the `userId` of the input. */
    readonly wallet: (
      input: MemberKeyInput | Unparsed
    ) => Effect.Effect<Wallet, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * Returns a page of a partner's members, each with its coins, in the order of onboarding. With `search`, it lists only members with an
     * id that starts with `search`, in the order of these ids. `after` is the `id` of the last member of the previous page. A page with
     * many attributes can be short although `hasMore` is true.
     */
    readonly list: (input: ListMembersInput) => Effect.Effect<MemberPage, InvalidInput | DatabaseFailure>

    /**
     * Makes two ids belong to one member. Only `unlink` separates them again. `userId` becomes the member's own id, and `linkedId` its
     * linked id. Call it in a transaction that also checks whether the two ids may be joined.
     */
    readonly join: (
      input: JoinInput
    ) => Effect.Effect<Joined, InvalidInput | PartnerNotFound | AlreadyLinked | DatabaseFailure>

    /**
     * Merges two members who are the same person, permanently. `from` becomes a part of `into`, and all ids of both lead to `into`. The
     * merge pays nothing. Coins, pending coins, points, payments, progress and counts of activities add up. Fails with `MergeLimitReached`
     * if the two were paid more together than a rule pays one member, unless `force` is true.
     */
    readonly merge: (
      input: MergeMembersInput | Unparsed
    ) => Effect.Effect<
      Merged,
      InvalidInput | MemberNotFound | CannotMerge | MergeLimitReached | BalanceTooLarge | DatabaseFailure
    >

    /**
     * Removes the linked id of a member. If this id is the own id of a merged member, it is no longer linked, but still leads to the
     * member. Does nothing if the id is not a linked id.
     */
    readonly unlink: (link: Pick<JoinInput, "partnerId" | "linkedId">) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Members,
    never,
    CommandWriter | Database | Holders | Ledger | Ids | Orderers
  > = Layer.suspend(() => Layer.effect(this, make))
}

const maxOnboarded = 1000

const deleteLinks = memberIds.by("partnerId", "userId", "linked").delete()

const parseKey = parser(MemberKey)
const parseOnboard = parser(OnboardUser)
const parseList = parser(ListMembers)
const parseMerge = parser(MergeMembers)
const parseMany = parser(
  Schema.Struct({
    members: Schema.Array(OnboardUser).pipe(
      Schema.maxItems(maxOnboarded, { message: () => `must hold at most ${maxOnboarded} members` })
    )
  })
)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids
  const orderers = yield* Orderers
  const events = makeRecord(database, yield* EventLog)

  const { findOrCreate, onboardMany } = makeOnboarding(database, ledger, ids, orderers, events)

  const one = <A, E>(all: Effect.Effect<ReadonlyArray<A>, E>) =>
    Effect.flatMap(all, ([member]) =>
      member === undefined ? Effect.dieMessage("onboarding returned no member") : Effect.succeed(member)
    )

  const get = Effect.fnUntraced(function* (key: MemberKey) {
    const member = yield* findMember(database, key)
    const { id: memberId, partnerId } = member
    const attributes = yield* database.send(readAttributes([{ partnerId, memberId }]))
    return { ...member, attributes: attributes.get(memberId) ?? noAttributes }
  })

  const listRows = makeList(database)
  const writer = yield* CommandWriter
  const holders = yield* Holders
  const merge = makeMerge({ database, events, holders, ids, ledger, writer })
  const join = makeJoin(
    database,
    ledger,
    (partnerId) => events.open([partnerId]),
    (partnerId, userId) => one(Effect.map(findOrCreate([{ partnerId, userId }]), ({ members }) => members))
  )

  return Members.of({
    onboard: Effect.fn("Members.onboard")((input) =>
      Effect.flatMap(parseOnboard(input), (member) => one(onboardMany([member], () => "attributes")))
    ),
    onboardMany: Effect.fn("Members.onboardMany")((inputs) =>
      Effect.flatMap(parseMany({ members: inputs }), ({ members }) =>
        onboardMany(members, (index) => `members.${index}.attributes`)
      )
    ),
    get: Effect.fn("Members.get")((input) => Effect.flatMap(parseKey(input), get)),
    wallet: Effect.fn("Members.wallet")(function* (input) {
      const { partnerId, userId } = yield* parseKey(input)
      const { id } = yield* findMember(database, { partnerId, userId })
      const account = yield* ledger.account({ partnerId, id: walletOf(id) })
      const coins = { coins: account?.balance ?? Coins.zero, pendingCoins: Coins.zero, expiring: [] }
      const isPlain = (account?.nextDue ?? null) === null
      const held = isPlain ? coins : yield* readWalletCoins(database, { partnerId, memberId: id }, yield* now)
      return { id, partnerId, userId, ...held }
    }),
    list: Effect.fn("Members.list")(function* (input) {
      const asked = yield* parseList(input)
      const page = yield* listRows(asked)
      const ids = page.data.map(({ id }) => id)
      const attributes = yield* database.send(pageAttributes(asked.partnerId, ids))
      const fitting = startOf(page, attributes.fits)
      const named = yield* orderers.named(
        asked.partnerId,
        fitting.data.map(({ orderedBy }) => orderedBy)
      )
      return {
        ...fitting,
        data: fitting.data.map((member) => ({
          ...member,
          attributes: attributes.of(member.id),
          orderedBy: named(member.orderedBy)
        }))
      }
    }),
    merge: Effect.fn("Members.merge")((input) =>
      Effect.flatMap(parseMerge(input), (parsed) =>
        database.transaction(
          Effect.flatMap(orderers.current(parsed.partnerId), (orderedBy) =>
            inHeldTime(database, parsed.partnerId, merge(parsed, orderedBy))
          )
        )
      )
    ),
    unlink: Effect.fn("Members.unlink")(({ linkedId: userId, partnerId }) =>
      database.send(
        Batch.inOrder([
          Batch.of(keepOwnIds, [{ partnerId, userId }]),
          Batch.of(deleteLinks, [{ partnerId, userId, linked: true }])
        ])
      )
    ),
    join: Effect.fn("Members.join")(function* (input) {
      const { linkedId, partnerId, userId } = input
      return yield* database.transaction(
        Effect.flatMap(orderers.current(partnerId), (orderedBy) => {
          const write = Effect.gen(function* () {
            const joined = yield* join(input)
            const member = yield* Effect.catchTag(get(input), "MemberNotFound", Effect.die)
            if (joined.changed) {
              const data = { memberId: member.id, userId, linkedId, removedId: joined.removed }
              yield* events.record({ partnerId, orderedBy, fact: { type: "member.linked", data } })
            }
            return { member, ...joined }
          })
          return inHeldTime(database, partnerId, write)
        })
      )
    })
  })
})
