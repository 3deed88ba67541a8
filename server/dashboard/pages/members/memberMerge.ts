import type { Faults } from "../../api.ts"
import type { Body, Data } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { words } from "../../words/members.ts"

/** A member with its coins, as a merge moves them. */
export interface Holder {
  /** The member's own id. */
  readonly userId: string
  readonly memberId: string | undefined
  /** Empty if it is unknown. */
  readonly name: string
  readonly coins: string
  readonly pending: string
}

/** The member that becomes a part of the other, and the member that remains. */
export interface Pair {
  readonly from: Holder
  readonly into: Holder
}

/** The coins of both members. */
export const together = ({ from, into }: Pair): Pick<Holder, "coins" | "pending"> => ({
  coins: decimalOf(partsOf(from.coins) + partsOf(into.coins)),
  pending: decimalOf(partsOf(from.pending) + partsOf(into.pending))
})

/** Why the two ids cannot be merged; undefined if the service decides. `given` is the id that was entered for the other member. */
export const refusalOf = ({ from, into }: Pair, given: string): string | undefined =>
  from.memberId === into.memberId ? words.leadsHere(given) : undefined

export const checkInto = ({ into }: { readonly into: string }): Faults =>
  into.trim() === "" ? { into: "is required" } : {}

export interface MergeValues {
  /** The typed id of the member that goes away. */
  readonly from: string
  /** Has an entry if the members are merged although a limit is passed. */
  readonly force: ReadonlyArray<"force">
}

export const noMerge: MergeValues = { from: "", force: [] }

export const bodyOf = ({ from, into }: Pair, force: boolean): Body<"members.merge"> => ({
  from: from.userId,
  into: into.userId,
  ...(force && { force })
})

/** The id of the member that goes away must be typed, exactly as it is. */
export const checkTyped =
  (userId: string) =>
  ({ from }: MergeValues): Faults =>
    from === userId ? {} : { from: `must be ${JSON.stringify(userId)}, got ${JSON.stringify(from)}` }

/** What becomes of both members. */
export const mergeConsequence = ({ from, into }: Pair): string =>
  words.mergeConsequence(from.userId, into.userId, Number(from.coins), Number(from.pending))

type Merged = Pick<Data<"members.merge">, "userId" | "mergedUserId" | "coins" | "pendingCoins">

/** The sentence after the merge. */
export const mergedWords = ({ coins, mergedUserId, pendingCoins, userId }: Merged): string =>
  words.merged(mergedUserId, userId, Number(coins), Number(pendingCoins))

/** True if an id that was merged leads to a third member since the figures were read. */
export const leadsElsewhere = ({ from, into }: Pair, now: Holder): boolean =>
  now.memberId !== from.memberId && now.memberId !== into.memberId
