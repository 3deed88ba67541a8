import { type Context, Effect, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import { Bool } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { idDigest } from "../idempotency/fingerprint.ts"
import { walletOf } from "../ledger/Account.ts"
import { findAccounts, type Ledger } from "../ledger/Ledger.ts"
import { type MemberKey, memberKey } from "../members/Member.ts"
import { erasedIds, memberIds, members } from "../tables.ts"
import type { Successor } from "./successors.ts"

/**
 * Recognises persons who come back under an id of an erased member. All ids of an erased member belonged to one person: the first id that
 * comes back makes a new member, the successor, and the other ids then lead to this member. So limits still count the earlier payments to
 * this person, and count each of them only once.
 */

/** A user who becomes a member of the partner. */
export interface Newcomer extends MemberKey {
  /** The id of the member. Two users of one transaction have the same id if they are one person. */
  readonly id: MemberId
}

/** Newcomers, and which of them come back. */
export interface Recognised {
  readonly newcomers: ReadonlyArray<Newcomer>
  /** The newcomers who are the first to come back. */
  readonly successors: ReadonlyArray<Successor>
  /** The newcomers who are members already, because they came back under another id before. */
  readonly joining: ReadonlyArray<Newcomer>
  /** The keys of all newcomers who come back. */
  readonly returning: ReadonlyArray<MemberKey>
}

const findReturning = statement({
  input: { partnerId: "uuid", userId: "text", hash: "bytes" },
  output: Schema.Struct({
    partnerId: memberIds.fields.partnerId,
    userId: Schema.String,
    memberId: members.fields.id,
    isErased: Bool
  }),
  sql: `SELECT input.partner_id, input.user_id, COALESCE(e.successor_id, e.member_id) AS member_id,
      e.successor_id IS NULL OR EXISTS (SELECT 1 FROM rewards_erasure s
        WHERE s.partner_id = e.partner_id AND s.member_id = e.successor_id) AS is_erased
    FROM input CROSS JOIN rewards_erased_id d CROSS JOIN rewards_erasure e
    WHERE d.partner_id = input.partner_id AND d.hash = input.hash
      AND e.partner_id = d.partner_id AND e.member_id = d.member_id`
})

const digestOf = ({ partnerId, userId }: MemberKey) => ({ partnerId, hash: idDigest(partnerId, userId) })

/**
 * Finds the ids that erased members had, and reads to which members they lead now. It must run after the statement that searched for the
 * ids or inserted them, so that it sees every erasure that freed one of them.
 */
export const readReturning = (users: ReadonlyArray<MemberKey>) =>
  Batch.of(
    findReturning,
    users.map((each) => ({ ...digestOf(each), userId: each.userId }))
  )

/** Returns which newcomers come back. `rows` is the result of `readReturning`. */
export const recognised = (
  newcomers: ReadonlyArray<Newcomer>,
  rows: Batch.Value<ReturnType<typeof readReturning>>
): Recognised => {
  if (rows.length === 0) return { newcomers, successors: [], joining: [], returning: [] }
  const found = new Map(rows.map((row) => [memberKey(row), row]))
  const successors = new Map<MemberId, Successor>()
  const joining: Array<Newcomer> = []
  const placed = newcomers.map((each) => {
    const row = found.get(memberKey(each))
    if (row === undefined) return each
    const { isErased, memberId: led } = row
    if (!isErased) {
      const member = { ...each, id: led }
      joining.push(member)
      return member
    }
    const first = successors.get(led)
    if (first !== undefined) return { ...each, id: first.memberId }
    successors.set(led, { partnerId: each.partnerId, memberId: each.id, erasedId: led })
    return each
  })
  const returning = newcomers.filter((each) => found.has(memberKey(each)))
  return { newcomers: placed, successors: Array.from(successors.values()), joining, returning }
}

const forget = erasedIds.delete()

/** Deletes the digests of ids that lead to a member again. */
export const forgetIds = (returning: ReadonlyArray<MemberKey>): Batch.Batch<unknown> =>
  Batch.of(forget, returning.map(digestOf))

const remember = statement({
  input: erasedIds.types,
  sql: ({ owner, source }) => `INSERT INTO rewards_erased_id (partner_id, member_id, hash)
    SELECT ${owner()}, input.member_id, input.hash FROM ${source()} WHERE true
    ON CONFLICT (partner_id, hash) DO UPDATE SET member_id = excluded.member_id`
})

/** Stores the digests of the ids of an erased member. */
export const rememberIds = (
  partnerId: PartnerId,
  memberId: MemberId,
  names: ReadonlyArray<string>
): Batch.Batch<unknown> =>
  Batch.of(
    remember,
    names.map((userId) => ({ ...digestOf({ partnerId, userId }), memberId }))
  )

/**
 * Locks the wallets of members to which another id will lead, so that these members are not merged or erased at the same time. The
 * transaction already holds other locks, so this function does not wait: if a wallet is locked or closed, it fails with a conflict, and the
 * transaction starts over.
 */
export const lockJoined = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  joining: ReadonlyArray<Newcomer>
) {
  if (joining.length === 0) return
  const keys = new Map(joining.map(({ id, partnerId }) => [id, { partnerId, id: walletOf(id) }]))
  const wallets = Array.from(keys.values())
  const free = yield* database.send(ledger.lockFree(wallets))
  const found = yield* database.run(findAccounts, wallets)
  if (free.length < wallets.length || found.some(({ closedAt }) => closedAt !== null)) {
    return yield* new TransactionConflict({ reason: "a member that came back is being changed" })
  }
})
