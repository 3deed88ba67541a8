import { Chunk, Context, Effect, Layer, Option, Stream } from "effect"
import type { InvalidInput } from "../../schema/Input.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { MemberNotFound } from "../Errors.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import type { MemberRow } from "../members/Member.ts"
import type { Merged } from "../members/Merge.ts"

export type ReadFailure = InvalidInput | MemberNotFound | DatabaseFailure

/** A record of a member as plain JSON. */
export type PersonalRecord = Readonly<Record<string, unknown>>

/** A member with all ids by which records refer to it. */
export interface PersonalMember extends MemberRow {
  /** All user ids that lead to the member: its own id, its linked id, and others, such as those of members that were merged into it. */
  readonly names: ReadonlyArray<string>
  /** The id of the member, and the ids of the members that were merged into it. */
  readonly parts: ReadonlyArray<MemberId>
}

/** A member that was erased. */
export interface ErasedMember {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  /** The pseudonym that replaced the ids of the member. */
  readonly userId: string
  /** The user ids that led to the member, also those of members that were merged into it. */
  readonly names: ReadonlyArray<string>
  /** The id of the member, and the ids of the members that were merged into it. */
  readonly parts: ReadonlyArray<MemberId>
}

/** A part of the library that stores data of members. No other part may name these tables in SQL, so the part handles them itself. */
export interface Holder {
  readonly name: string
  /** The sections that the part adds to the export of a member, in their order. Each reads its records in pages. */
  readonly sections: Readonly<
    Record<string, (member: PersonalMember) => Stream.Stream<PersonalRecord, ReadFailure>>
  >

  /** Deletes rows of a member at once, in the transaction that erases the member. */
  readonly forget?: (member: ErasedMember) => Effect.Effect<void, DatabaseFailure>

  /** Moves what is stored about a merged member to the member that remains, in the transaction that merges them. */
  readonly merge?: (merged: Merged) => Effect.Effect<void, DatabaseFailure>

  /**
   * Removes a slice of a member's texts and ids, in a transaction. `after` is the result of the previous slice, and null for the first one.
   * Returns null after the last slice.
   */
  readonly scrub?: (
    member: ErasedMember,
    after: string | null
  ) => Effect.Effect<string | null, DatabaseFailure>
}

/** The parts of the library that store data of members. Each part adds itself when its layer is built. */
export class Holders extends Context.Tag("rewards/Holders")<
  Holders,
  {
    readonly add: (holder: Holder) => void
    /** Returns the holders in the order of their names. */
    readonly all: () => ReadonlyArray<Holder>
  }
>() {
  static readonly layer: Layer.Layer<Holders> = Layer.sync(this, () => {
    const holders = new Map<string, Holder>()
    return {
      add: (holder) => void holders.set(holder.name, holder),
      all: () => Array.from(holders.values()).sort((one, other) => (one.name < other.name ? -1 : 1))
    }
  })
}

interface Page<A, Key> {
  readonly data: ReadonlyArray<A>
  /** Where the next page starts; null after the last page. */
  readonly next: Key | null
}

/** Returns all records of a list, which is read page by page. */
export const paged = <A, Key, E>(
  read: (after: Key | undefined) => Effect.Effect<Page<A, Key>, E>
): Stream.Stream<A, E> =>
  Stream.paginateChunkEffect<Key | undefined, A, E, never>(undefined, (after) =>
    Effect.map(read(after), ({ data, next }) => [Chunk.unsafeFromArray(data), Option.fromNullable(next)])
  )
