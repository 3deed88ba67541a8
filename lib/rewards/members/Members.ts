import { Context, Effect, Layer, Schema } from "effect"
import { shareUsers } from "../../accounts/users/statements.ts"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { MemberNotFound, PartnerNotFound } from "../Errors.ts"
import { Ids } from "../Ids.ts"
import { walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { lookUp } from "./lookUp.ts"
import { type Member, MemberKey, type MemberKeyInput, memberKey, type Wallet } from "./Member.ts"
import { insertMembers } from "./statements.ts"

/**
 * A partner's members. One who is linked to a user of the service has two names: the partner's own id, which it goes by,
 * and the user's id. Both are good wherever a member is asked for; see Links.
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

    readonly find: (
      input: MemberKeyInput
    ) => Effect.Effect<Member, InvalidInput | MemberNotFound | DatabaseFailure>

    /** The wallet of the member with either name; it is told under the name that was asked for. */
    readonly wallet: (
      input: MemberKeyInput
    ) => Effect.Effect<Wallet, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Members, never, Database | Ledger | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const maxOnboarded = 1000

const parseKey = parser(MemberKey)
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

  const without = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, Member>) =>
    keys.filter((key) => !known.has(memberKey(key)))

  /** Those of whom nobody is linked meanwhile: a user may have become a member under the partner's own id by now. */
  const settled = (missing: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const users = missing.filter(({ userId }) => isId(userId))
      if (users.length === 0) return missing
      yield* database.run(
        shareUsers,
        users.map(({ userId }) => ({ id: userId }))
      )
      return without(missing, yield* lookUp(database, missing))
    })

  const insert = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const createdAt = yield* now
      const memberIds = yield* ids.take(keys.length)
      const inserted = yield* database.run(
        insertMembers,
        keys.map(({ partnerId, userId }, index) => ({
          partner_id: partnerId,
          id: memberIds[index] ?? "",
          user_id: userId,
          created_at: createdAt.toISOString()
        }))
      )
      yield* database.send(ledger.openWallets(inserted, createdAt))
    })

  /** Every key's member, or the first partner that does not exist. */
  const inOrder = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, Member>) =>
    Effect.forEach(keys, (key) => {
      const member = known.get(memberKey(key))
      return member === undefined
        ? Effect.fail(new PartnerNotFound({ partnerId: key.partnerId }))
        : Effect.succeed(member)
    })

  const onboardAll = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const known = yield* lookUp(database, keys)
      // Sorted, so that two calls with the same newcomers wait for each other instead of deadlocking.
      const missing = new Map(without(keys, known).map((key) => [memberKey(key), key]))
      if (missing.size === 0) return yield* inOrder(keys, known)
      const sorted = Array.from(missing.entries()).sort(([a], [b]) => (a < b ? -1 : 1))
      return yield* database.transaction(
        Effect.gen(function* () {
          yield* insert(yield* settled(sorted.map(([, key]) => key)))
          return yield* inOrder(keys, yield* lookUp(database, keys))
        })
      )
    })

  const find = (key: MemberKey) =>
    Effect.flatMap(lookUp(database, [key]), (known) => {
      const member = known.get(memberKey(key))
      return member === undefined
        ? Effect.fail(new MemberNotFound({ userId: key.userId }))
        : Effect.succeed(member)
    })

  return Members.of({
    onboard: Effect.fn("Members.onboard")(function* (input) {
      const key = yield* parseKey(input)
      const [member] = yield* onboardAll([key])
      return member ?? (yield* new PartnerNotFound({ partnerId: key.partnerId }))
    }),
    onboardMany: Effect.fn("Members.onboardMany")(function* (inputs) {
      const { members: keys } = yield* parseKeys({ members: inputs })
      return yield* onboardAll(keys)
    }),
    find: Effect.fn("Members.find")(function* (input) {
      return yield* find(yield* parseKey(input))
    }),
    wallet: Effect.fn("Members.wallet")(function* (input) {
      const { partnerId, userId } = yield* parseKey(input)
      const { id } = yield* find({ partnerId, userId })
      const coins = yield* ledger.balance({ partnerId, id: walletOf(id) })
      return { id, partnerId, userId, coins }
    })
  })
})
