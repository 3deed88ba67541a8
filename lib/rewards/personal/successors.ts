import * as Batch from "../../sql/Batch.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { erasures } from "../tables.ts"

/**
 * A person who comes back under an id of an erased member becomes a new member, the successor of the erased one: see `returning.ts` and
 * `inheritance.ts`. If a successor is erased and comes back, the new successor succeeds all of these erased members. So the stored
 * successor of an erased member is always the latest one.
 */

/** A new member that has an id of an erased member. */
export interface Successor {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly erasedId: MemberId
}

interface Key {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

const findSuccessorIds = erasures.find("memberId", "successorId")

/** Reads the successors of erased members. The lock of a wallet of an erased member protects the successor. */
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

/** Reads the erased members that each of these members has succeeded. */
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
