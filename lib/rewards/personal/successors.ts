import { Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { statement } from "../../sql/Statement.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { idDigest } from "../idempotency/fingerprint.ts"
import { erasures, members } from "../tables.ts"

/**
 * Who comes back under the id of an erased member is a new member, its successor: see `inheritance.ts`. If a successor is erased and comes
 * back, the new successor succeeds all members before it. So no successor has a successor.
 */

/** A new member that has the id of an erased one. */
export interface Successor {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly erasedId: MemberId
}

interface Key {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

interface NewMember {
  readonly partnerId: PartnerId
  readonly id: MemberId
  readonly userId: string
}

const findByHash = statement({
  input: { partnerId: "uuid", memberId: "uuid", hash: "bytes" },
  output: Schema.Struct({
    partnerId: erasures.fields.partnerId,
    memberId: members.fields.id,
    erasedId: members.fields.id
  }),
  sql: `SELECT e.partner_id, input.member_id, e.member_id AS erased_id FROM input CROSS JOIN rewards_erasure e
    WHERE e.partner_id = input.partner_id AND e.hash = input.hash ORDER BY e.created_at`
})

/**
 * The new members that have the id of an erased one. It must run after the statement that looked for the id or claimed it: then it sees
 * every erasure that freed the id.
 */
export const findSuccessors = (newMembers: ReadonlyArray<NewMember>): Batch.Batch<ReadonlyArray<Successor>> =>
  Batch.map(
    Batch.of(
      findByHash,
      newMembers.map(({ id: memberId, partnerId, userId }) => ({
        partnerId,
        memberId,
        hash: idDigest(partnerId, userId)
      }))
    ),
    // If several erased members had the id, it is the last one that comes back.
    (rows) => (rows.length < 2 ? rows : Array.from(new Map(rows.map((row) => [row.memberId, row])).values()))
  )

const findSuccessorIds = erasures.find("memberId", "successorId")

/** The successors of erased members. The lock of a wallet of an erased member protects the successor. */
export const findSuccessorsOf = (erased: ReadonlyArray<Key>): Batch.Batch<ReadonlyMap<MemberId, MemberId>> =>
  Batch.map(
    Batch.of(findSuccessorIds, erased),
    (rows) =>
      new Map(
        rows.flatMap(({ memberId, successorId }) =>
          successorId === null ? [] : [[memberId, successorId] as const]
        )
      )
  )

const findErased = erasures.by("partnerId", "successorId").find("memberId", "successorId")

/** The erased members that each of these members has succeeded. */
export const findErasedBefore = (
  ids: ReadonlyArray<{ readonly partnerId: PartnerId; readonly subjectId: string }>
): Batch.Batch<ReadonlyMap<string, ReadonlyArray<MemberId>>> =>
  Batch.map(
    Batch.of(
      findErased,
      ids.map(({ partnerId, subjectId: successorId }) => ({ partnerId, successorId }))
    ),
    (rows) => {
      const erased = new Map<string, Array<MemberId>>()
      for (const { memberId, successorId } of rows) {
        if (successorId !== null) erased.set(successorId, [...(erased.get(successorId) ?? []), memberId])
      }
      return erased
    }
  )
