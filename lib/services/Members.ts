import { Context, Effect, Layer, Schema } from "effect"
import { MemberNotFound, PartnerNotFound } from "../domain/Errors.ts"
import { type InvalidInput, parser } from "../domain/Input.ts"
import { walletOf } from "../domain/Ledger.ts"
import { type Member, MemberKey, type MemberKeyInput, type Wallet } from "../domain/Member.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Id, Instant } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"
import { Ids } from "./Ids.ts"

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

const memberColumns = { partner_id: "uuid", id: "uuid", user_id: "text", created_at: "instant" } as const

const insertMembers = statement({
  input: memberColumns,
  output: Schema.Struct({ partnerId: Id("PartnerId"), id: Id("MemberId") }),
  sql: `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
    SELECT input.partner_id, input.id, input.user_id, input.created_at
    FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id
    ON CONFLICT (partner_id, user_id) DO NOTHING
    RETURNING partner_id AS "partnerId", id`
})

/** For members that the caller has just found missing: one that is there by now is a conflict, to be looked at again. */
export const admitMembers = statement({
  input: memberColumns,
  sql: `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
    SELECT partner_id, id, user_id, created_at FROM input`
})

export const findMembers = statement({
  input: { partner_id: "uuid", user_id: "text" },
  output: Schema.Struct({
    id: Id("MemberId"),
    partnerId: Id("PartnerId"),
    userId: Schema.String,
    createdAt: Instant
  }),
  sql: `SELECT m.id, m.partner_id AS "partnerId", m.user_id AS "userId", m.created_at AS "createdAt"
     FROM input CROSS JOIN rewards_member m
     WHERE m.partner_id = input.partner_id AND m.user_id = input.user_id`
})

/** The same for those who need no more than the id. */
export const findMemberIds = statement({
  input: { partner_id: "uuid", user_id: "text" },
  output: Schema.Struct({ id: Id("MemberId"), partnerId: Id("PartnerId"), userId: Schema.String }),
  sql: `SELECT m.id, m.partner_id AS "partnerId", m.user_id AS "userId"
    FROM input CROSS JOIN rewards_member m
    WHERE m.partner_id = input.partner_id AND m.user_id = input.user_id`
})

const parseKey = parser(MemberKey)
const parseKeys = parser(
  Schema.Struct({
    members: Schema.Array(MemberKey).pipe(
      Schema.maxItems(maxOnboarded, { message: () => `must hold at most ${maxOnboarded} members` })
    )
  })
)

/** A partner's id has a fixed length, so that no two keys read alike. */
export const memberKey = ({ partnerId, userId }: MemberKey): string => `${partnerId}${userId}`

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids

  const lookUp = (keys: ReadonlyArray<MemberKey>) =>
    Effect.map(
      database.run(
        findMembers,
        keys.map(({ partnerId, userId }) => ({ partner_id: partnerId, user_id: userId }))
      ),
      (members) => new Map(members.map((member) => [memberKey(member), member]))
    )

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
      yield* ledger.openWallets(inserted, createdAt)
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
      const known = yield* lookUp(keys)
      // Sorted, so that two calls with the same newcomers wait for each other instead of deadlocking.
      const missing = new Map(
        keys.filter((key) => !known.has(memberKey(key))).map((key) => [memberKey(key), key])
      )
      if (missing.size === 0) return yield* inOrder(keys, known)
      const sorted = Array.from(missing.entries()).sort(([a], [b]) => (a < b ? -1 : 1))
      return yield* database.transaction(
        Effect.gen(function* () {
          yield* insert(sorted.map(([, key]) => key))
          return yield* inOrder(keys, yield* lookUp(keys))
        })
      )
    })

  const find = (key: MemberKey) =>
    Effect.flatMap(lookUp([key]), (known) => {
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
      const { id, partnerId, userId } = yield* find(yield* parseKey(input))
      const coins = yield* ledger.balance({ partnerId, id: walletOf(id) })
      return { id, partnerId, userId, coins }
    })
  })
})
