import { Either } from "effect"
import * as Coins from "../Coins.ts"
import { InsufficientCoins } from "../Errors.ts"
import type { AwardId, TransferId } from "../Id.ts"
import type { CoinsExpire } from "./period.ts"

/** The coins of a wallet that expire at the same instant. Coins that do not expire are in no lot: they are undated. */
export interface Lot {
  readonly expiresAt: Date
  /** The time zone of the rule that made the lot, or UTC if an adjustment made it. Refunds use it if they have to make another lot. */
  readonly timeZone: string
  readonly coins: Coins.Coins
  /** The coins of pending awards that will flow into the lot. */
  readonly maturing: Coins.Coins
  /** The coins that expired and were not taken back by a reversal. */
  readonly expired: Coins.Coins
  /** How often the lot has expired. It expires more than once only if a clock went back. */
  readonly expirations: number
  /** The id of the next transfer with which the lot expires. */
  readonly expiryId: TransferId
  /** Whether the event `coins.expiring` was written for the lot, or is not needed any more. */
  readonly noticed: boolean
}

/** An award whose coins wait until they mature, or have waited. */
export interface Pending {
  readonly id: AwardId
  /** The coins that still wait. */
  readonly coins: Coins.Coins
  readonly maturesAt: Date
  readonly maturedAt: Date | null
  /** The id of the transfer with which the award will mature at `maturesAt`, or with which it has matured. */
  readonly maturityId: TransferId
  /** The lot that the coins will flow into; null if they will not expire. */
  readonly expiresAt: Date | null
  readonly coinsExpire: CoinsExpire | null
  readonly timeZone: string
}

/**
 * The pending awards and lots of a wallet that a transaction may change. The other coins of the wallet are undated. Both lists are sorted
 * by their instants. The lists may lack later lots and awards, which the transaction does not need.
 */
export interface Holdings {
  readonly lots: ReadonlyArray<Lot>
  readonly pending: ReadonlyArray<Pending>
  /** When something is due next among the lots and pending awards that the lists lack; null if the lists contain what is due next. */
  readonly otherDue: Date | null
}

export const noHoldings: Holdings = { lots: [], pending: [], otherDue: null }

/** Makes holdings from rows in any order. A row may occur more than once. */
export const holdingsOf = (
  lots: ReadonlyArray<Lot>,
  pending: ReadonlyArray<Pending>,
  otherDue: Date | null = null
): Holdings => ({
  otherDue,
  lots: inOrder(
    lots,
    ({ expiresAt }) => expiresAt.getTime(),
    ({ expiresAt }) => expiresAt
  ),
  pending: inOrder(
    pending,
    ({ id }) => id,
    ({ maturesAt }) => maturesAt
  )
})

/** Returns the rows sorted by their instants, without repeated rows. Most wallets have at most one lot and no pending award. */
const inOrder = <A>(
  rows: ReadonlyArray<A>,
  key: (row: A) => string | number,
  instant: (row: A) => Date
): ReadonlyArray<A> =>
  rows.length < 2
    ? rows
    : Array.from(new Map(rows.map((row) => [key(row), row])).values()).sort(
        (one, other) => instant(one).getTime() - instant(other).getTime()
      )

/** How a movement changes a lot: `coins` and `expired` are added to those of the lot. */
export interface LotChange {
  readonly expiresAt: Date
  readonly coins: Coins.Coins
  readonly expired: Coins.Coins
}

/** How a merge changes a lot of one of the two members. */
export interface MemberLotChange extends LotChange {
  /** Whether the lot belongs to the merged member. */
  readonly isFrom: boolean
}

/**
 * Returns the index of the first lot that expires at `at` or later. Uses a binary search, because a wallet can have thousands of lots, and
 * all of them can expire at once.
 */
const placeOf = (lots: ReadonlyArray<Lot>, at: Date): number => {
  let [low, high] = [0, lots.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const lot = lots[middle]
    if (lot !== undefined && lot.expiresAt < at) low = middle + 1
    else high = middle
  }
  return low
}

export const lotAt = ({ lots }: Holdings, expiresAt: Date): Lot | undefined => {
  const lot = lots[placeOf(lots, expiresAt)]
  return lot?.expiresAt.getTime() === expiresAt.getTime() ? lot : undefined
}

export const pendingOfAward = ({ pending }: Holdings, id: AwardId): Pending | undefined =>
  pending.find((each) => each.id === id)

export const withLot = (holdings: Holdings, lot: Lot): Holdings => {
  const place = placeOf(holdings.lots, lot.expiresAt)
  const replaced = holdings.lots[place]?.expiresAt.getTime() === lot.expiresAt.getTime() ? 1 : 0
  return { ...holdings, lots: holdings.lots.toSpliced(place, replaced, lot) }
}

/** Adds or replaces a pending award. The instant at which an award matures never changes, so a changed award keeps its place. */
export const withPending = (holdings: Holdings, pending: Pending): Holdings => {
  const index = holdings.pending.findIndex(({ id }) => id === pending.id)
  if (index >= 0) return { ...holdings, pending: holdings.pending.with(index, pending) }
  const later = holdings.pending.findIndex(({ maturesAt }) => maturesAt > pending.maturesAt)
  const place = later < 0 ? holdings.pending.length : later
  return { ...holdings, pending: holdings.pending.toSpliced(place, 0, pending) }
}

/**
 * Applies changes to lots. Throws if the holdings lack one of the lots. Copies the list once, because a spend can change thousands of lots.
 */
export const changed = (holdings: Holdings, changes: ReadonlyArray<LotChange>): Holdings => {
  const lots = [...holdings.lots]
  for (const { coins, expired, expiresAt } of changes) {
    const place = placeOf(lots, expiresAt)
    const lot = lots[place]
    if (lot?.expiresAt.getTime() !== expiresAt.getTime()) {
      throw new Error(`the lot that ends at ${expiresAt.toISOString()} was not read`)
    }
    lots[place] = {
      ...lot,
      coins: Coins.make(lot.coins + coins),
      expired: Coins.make(lot.expired + expired)
    }
  }
  return { ...holdings, lots }
}

const least = (...amounts: ReadonlyArray<number>): Coins.Coins => Coins.make(Math.min(...amounts))

const minus = (lot: Lot, coins: Coins.Coins): LotChange => ({
  expiresAt: lot.expiresAt,
  coins: Coins.make(-coins),
  expired: Coins.zero
})

/**
 * Returns the changes of lots if coins are taken from them in the order of the list. If the lots have too few coins, the rest is taken from
 * undated coins and changes no lot.
 */
const takeFrom = (lots: ReadonlyArray<Lot>, coins: Coins.Coins): ReadonlyArray<LotChange> => {
  const changes: Array<LotChange> = []
  let rest: number = coins
  for (const lot of lots) {
    if (rest === 0) break
    const taken = least(rest, lot.coins)
    if (taken > 0) changes.push(minus(lot, taken))
    rest -= taken
  }
  return changes
}

/**
 * Returns the changes of lots if coins are spent: first from the lot that expires first, and last from undated coins. The wallet has enough
 * coins.
 */
export const spend = ({ lots }: Holdings, coins: Coins.Coins): ReadonlyArray<LotChange> =>
  takeFrom(lots, coins)

/** The coins that the reversal of a deposit takes from the wallet and from expired coins. */
export interface Taken {
  readonly fromWallet: Coins.Coins
  readonly fromExpired: Coins.Coins
  /** How the reversal changes the lots. */
  readonly changes: ReadonlyArray<LotChange>
}

/**
 * Computes how the coins of a lot are taken back: first the coins that are still in the lot, then the expired coins of the lot, then other
 * coins of the wallet, in the order in which they expire. `balance` is the balance of the wallet.
 */
export const takeBack = (
  holdings: Holdings,
  balance: Coins.Coins,
  expiresAt: Date,
  coins: Coins.Coins
): Either.Either<Taken, InsufficientCoins> => {
  const lot = lotAt(holdings, expiresAt)
  if (lot === undefined) throw new Error(`the lot that ends at ${expiresAt.toISOString()} was not read`)
  const own = least(coins, lot.coins)
  const fromExpired = least(coins - own, lot.expired)
  const fromWallet = Coins.make(coins - fromExpired)
  if (fromWallet > balance) return Either.left(new InsufficientCoins({ have: balance, need: fromWallet }))
  const others = holdings.lots.filter((each) => each !== lot)
  const changes = [...(own > 0 ? [minus(lot, own)] : []), ...takeFrom(others, Coins.make(fromWallet - own))]
  return Either.right({ fromWallet, fromExpired, changes })
}

/** Computes how undated coins are taken back: first from undated coins of the wallet, and then from the lot that expires first. */
export const takeBackUndated = (
  { lots }: Holdings,
  balance: Coins.Coins,
  coins: Coins.Coins
): Either.Either<Taken, InsufficientCoins> => {
  if (coins > balance) return Either.left(new InsufficientCoins({ have: balance, need: coins }))
  const dated = lots.reduce((sum, lot) => sum + lot.coins, 0)
  const changes = takeFrom(lots, Coins.make(Math.max(0, coins - (balance - dated))))
  return Either.right({ fromWallet: coins, fromExpired: Coins.zero, changes })
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one

/** Returns the earliest instant at which something will be due; null if nothing waits. */
export const nextDue = ({ lots, otherDue, pending }: Holdings): Date | null => {
  const matures = pending.find(({ coins }) => coins > 0)?.maturesAt ?? null
  const expires = lots.find(({ coins }) => coins > 0)?.expiresAt ?? null
  return earlier(earlier(matures, expires), otherDue)
}

/**
 * Returns the holdings after an award has matured at `at` with the transfer `id`. The award's coins flow into the lot that expires at
 * `expiresAt`, which the holdings contain. If `expiresAt` is null, the coins flow into no lot.
 */
export const matured = (
  holdings: Holdings,
  pending: Pending,
  { at, id }: { readonly at: Date; readonly id: TransferId },
  expiresAt: Date | null
): Holdings => {
  const { coins } = pending
  const done = withPending(holdings, {
    ...pending,
    coins: Coins.zero,
    maturedAt: at,
    maturityId: id,
    expiresAt
  })
  if (pending.expiresAt === null || expiresAt === null) return done
  const planned = lotAt(done, pending.expiresAt)
  if (planned === undefined) throw new Error(`the lot of award ${pending.id} was not read`)
  return changed(withLot(done, { ...planned, maturing: Coins.make(planned.maturing - coins) }), [
    { expiresAt, coins, expired: Coins.zero }
  ])
}

/** Returns the holdings after a lot has expired. `expiryId` is the id of the transfer with which the lot expires if it gets coins again. */
export const expired = (holdings: Holdings, lot: Lot, expiryId: TransferId): Holdings =>
  withLot(holdings, {
    ...lot,
    coins: Coins.zero,
    expired: Coins.make(lot.expired + lot.coins),
    expirations: lot.expirations + 1,
    expiryId,
    noticed: true
  })

/** Returns the holdings after coins of a pending award were reversed. */
export const unmatured = (holdings: Holdings, pending: Pending, coins: Coins.Coins): Holdings => {
  const done = withPending(holdings, { ...pending, coins: Coins.make(pending.coins - coins) })
  const lot = pending.expiresAt === null ? undefined : lotAt(done, pending.expiresAt)
  return lot === undefined ? done : withLot(done, { ...lot, maturing: Coins.make(lot.maturing - coins) })
}

/** Returns the holdings after all coins went to the partner's `expired` side, because the member was erased. */
export const emptied = ({ lots, pending }: Holdings): Holdings => ({
  lots: lots.map((lot) => ({
    ...lot,
    coins: Coins.zero,
    maturing: Coins.zero,
    expired: Coins.make(lot.expired + lot.coins),
    noticed: true
  })),
  pending: pending.map((award) => ({ ...award, coins: Coins.zero })),
  otherDue: null
})
