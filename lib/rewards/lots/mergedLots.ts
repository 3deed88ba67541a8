import * as Coins from "../Coins.ts"
import type { MemberId } from "../Id.ts"
import { expiryIdOf } from "./expiryId.ts"
import { type Holdings, holdingsOf, type Lot, type MemberLotChange, type Pending } from "./Holdings.ts"

interface Change {
  readonly before: Holdings
  readonly after: Holdings
}

const sum = (one: Coins.Coins, other: Coins.Coins): Coins.Coins => Coins.make(one + other)

/** Adds the lot `lot` of the merged member to the lot `other` of the member that remains. If there is no `other`, makes a new lot. */
const joined = (intoId: MemberId, lot: Lot, other: Lot | undefined): Lot =>
  other === undefined
    ? { ...lot, expirations: 0, expiryId: expiryIdOf(intoId, lot.expiresAt, 0) }
    : {
        ...other,
        coins: sum(lot.coins, other.coins),
        maturing: sum(lot.maturing, other.maturing),
        expired: sum(lot.expired, other.expired)
      }

const emptied = (lot: Lot): Lot => ({
  ...lot,
  coins: Coins.zero,
  maturing: Coins.zero,
  expired: Coins.zero,
  noticed: true
})

/**
 * Adds all lots of a merged member, even expired lots, to the lots of the member that remains. Later reversals search for these lots there.
 * `others` are the lots of the remaining member that expire at the same instants.
 */
export const mergedLots = (
  intoId: MemberId,
  lots: ReadonlyArray<Lot>,
  others: ReadonlyArray<Lot>,
  { otherDue, pending }: { readonly pending: ReadonlyArray<Pending>; readonly otherDue: Date | null }
): {
  readonly changes: ReadonlyArray<MemberLotChange>
  readonly holdings: { readonly from: Change; readonly into: Change }
} => {
  const otherAt = new Map(others.map((lot) => [lot.expiresAt.getTime(), lot]))
  const after = lots.map((lot) => joined(intoId, lot, otherAt.get(lot.expiresAt.getTime())))
  const changes = lots
    .filter(({ coins, expired }) => coins > 0 || expired > 0)
    .flatMap(({ coins, expired, expiresAt }) => [
      { expiresAt, coins: Coins.make(-coins), expired: Coins.make(-expired), isFrom: true },
      { expiresAt, coins, expired, isFrom: false }
    ])
  return {
    changes,
    holdings: {
      from: { before: holdingsOf(lots, []), after: holdingsOf(lots.map(emptied), []) },
      // `movePending` moves the rows of the merged member's pending awards.
      into: {
        before: holdingsOf(others, pending, otherDue),
        after: holdingsOf(after, pending, otherDue)
      }
    }
  }
}
