import { Either } from "effect"
import * as Coins from "../../Coins.ts"
import { type BalanceTooLarge, InsufficientCoins } from "../../Errors.ts"
import { type AwardId, type MemberId, type PartnerId, TransferId } from "../../Id.ts"
import { idAt } from "../../Ids.ts"
import { noMonth, type Transfer, walletOf } from "../../ledger/Account.ts"
import { dueOf } from "../../lots/due.ts"
import { expiryIdOf } from "../../lots/expiryId.ts"
import {
  changed,
  expired,
  type Holdings,
  type Lot,
  type LotChange,
  lotAt,
  matured,
  type Pending,
  pendingOfAward,
  spend,
  type Taken,
  takeBack,
  takeBackUndated,
  unmatured,
  withLot,
  withPending
} from "../../lots/Holdings.ts"
import { CoinsExpire, endOfDayAfter, instantsOf } from "../../lots/period.ts"
import type { ReturnedLot } from "../../reversals/Reversal.ts"
import type { Rule } from "../../rules/Rule.ts"
import type { Caused } from "../Command.ts"
import type { Changes } from "./Changes.ts"

/** Moves coins into and out of wallets, with the lots and the pending awards of these coins. */

interface Draft extends Pick<Transfer, "partnerId" | "id" | "amount" | "month" | "orderedBy"> {
  readonly memberId: MemberId
}

type Moved = Either.Either<Transfer, InsufficientCoins | BalanceTooLarge>
type Deposited = Either.Either<Transfer, BalanceTooLarge>

const transferId = (id: string): TransferId => TransferId.make(id, { disableValidation: true })

const maturityIdOf = (awardId: AwardId, maturesAt: Date): TransferId =>
  transferId(idAt(maturesAt, `maturity ${awardId}`))

/** Returns the holdings with a lot that ends at `expiresAt`. If they have no such lot, adds an empty one. */
const ensureLot = (holdings: Holdings, memberId: MemberId, expiresAt: Date, timeZone: string): Holdings =>
  lotAt(holdings, expiresAt) === undefined
    ? withLot(holdings, {
        expiresAt,
        timeZone,
        coins: Coins.zero,
        maturing: Coins.zero,
        expired: Coins.zero,
        expirations: 0,
        expiryId: expiryIdOf(memberId, expiresAt, 0),
        noticed: false
      })
    : holdings

const into = (expiresAt: Date, coins: Coins.Coins): LotChange => ({ expiresAt, coins, expired: Coins.zero })

/** Adds coins to a wallet and to its lot that ends at `expiresAt`. If `expiresAt` is null, the coins do not expire, and are in no lot. */
export const deposit = (
  changes: Changes,
  movement: "award" | "credit",
  draft: Draft,
  { expiresAt, timeZone }: { readonly expiresAt: Date | null; readonly timeZone: string }
): Deposited => {
  const { at: createdAt, book, wallets } = changes.state
  const lots = expiresAt === null ? [] : [into(expiresAt, draft.amount)]
  const moved = book.transfer(movement, { ...draft, createdAt, lots })
  if (Either.isLeft(moved) || expiresAt === null) return moved
  const holdings = ensureLot(wallets.of(draft.memberId), draft.memberId, expiresAt, timeZone)
  wallets.set(draft.partnerId, draft.memberId, changed(holdings, lots))
  return moved
}

/** Pays an award into the wallet, or into the pending account if the rule has `pendingDays`. The transfer has the id of the award. */
export const pay = (
  changes: Changes,
  draft: Draft & { readonly awardId: AwardId },
  rule: Rule
): Deposited => {
  const { at: createdAt, book, wallets } = changes.state
  const { awardId, ...award } = draft
  const { amount: coins, memberId, partnerId } = award
  const { expiresAt, maturesAt } = instantsOf(rule, createdAt)
  if (maturesAt === null) return deposit(changes, "award", award, { expiresAt, timeZone: rule.timeZone })
  book.ensurePending(partnerId, memberId)
  const moved = book.transfer("pending_award", { ...award, createdAt })
  if (Either.isLeft(moved)) return moved
  const { coinsExpire, timeZone } = rule
  let holdings = wallets.of(memberId)
  if (expiresAt !== null) {
    holdings = ensureLot(holdings, memberId, expiresAt, timeZone)
    const lot = lotOf(holdings, expiresAt)
    holdings = withLot(holdings, { ...lot, maturing: Coins.make(lot.maturing + coins) })
  }
  const pending: Pending = {
    id: awardId,
    coins,
    maturesAt,
    maturedAt: null,
    maturityId: maturityIdOf(awardId, maturesAt),
    expiresAt,
    coinsExpire,
    timeZone
  }
  wallets.set(partnerId, memberId, withPending(holdings, pending))
  return moved
}

const lotOf = (holdings: Holdings, expiresAt: Date): Lot => {
  const lot = lotAt(holdings, expiresAt)
  if (lot === undefined) throw new Error(`there is no lot that ends at ${expiresAt.toISOString()}`)
  return lot
}

/** Takes coins from a wallet: first the coins that expire first, and last the coins that do not expire. */
export const withdraw = (changes: Changes, movement: "transfer" | "debit", draft: Draft): Moved => {
  const { at: createdAt, book, wallets } = changes.state
  const { amount, memberId, partnerId } = draft
  if (!wallets.has(memberId)) return book.transfer(movement, { ...draft, createdAt })
  const holdings = wallets.of(memberId)
  const lots = spend(holdings, amount)
  const moved = book.transfer(movement, { ...draft, createdAt, lots })
  if (Either.isRight(moved)) wallets.set(partnerId, memberId, changed(holdings, lots))
  return moved
}

/**
 * Returns coins to the lots that they came from. Coins of a lot that has ended go to a new lot, which ends 30 local days later. If the
 * member was erased, a second transfer with the id `erasureId` moves the coins to the partner's expired coins at once.
 */
export const giveBack = (
  changes: Changes,
  movement: "refund" | "debit_reversal",
  draft: Draft,
  lots: ReadonlyArray<ReturnedLot>,
  erasureId: TransferId
): Deposited => {
  const { at, book, wallets } = changes.state
  const { amount, memberId, partnerId } = draft
  if (changes.isErased(memberId)) {
    const moved = book.transfer(movement, { ...draft, createdAt: at })
    if (Either.isLeft(moved)) return moved
    const { orderedBy } = draft
    const erasure = { partnerId, memberId, amount, id: erasureId, month: noMonth, createdAt: at, orderedBy }
    ensureMoved(changes, book.transfer("erasure", erasure))
    changes.addErasedCoins(memberId, amount)
    return moved
  }
  const returned = new Map<number, LotChange>()
  let holdings = wallets.of(memberId)
  for (const lot of lots) {
    const expiresAt = returnedTo(lot, at)
    holdings = ensureLot(holdings, memberId, expiresAt, lot.timeZone)
    const before = returned.get(expiresAt.getTime())?.coins ?? Coins.zero
    returned.set(expiresAt.getTime(), into(expiresAt, Coins.make(before - lot.coins)))
  }
  const returnedLots = Array.from(returned.values())
  const moved = book.transfer(movement, { ...draft, createdAt: at, lots: returnedLots })
  if (Either.isRight(moved) && returnedLots.length > 0) {
    wallets.set(partnerId, memberId, changed(holdings, returnedLots))
  }
  return moved
}

const graceDays = CoinsExpire.make("P30D")

/** Returns the new expiry time of coins that return to their lot at `at`. */
export const returnedTo = ({ expiresAt, timeZone }: ReturnedLot, at: Date): Date =>
  expiresAt > at ? expiresAt : endOfDayAfter(timeZone, graceDays, at)

/**
 * Computes how the coins of a deposit are taken back. The deposit went into the lot that ends at `expiresAt`, or into no lot if `expiresAt`
 * is null.
 */
export const takenFrom = (
  holdings: Holdings,
  balance: Coins.Coins,
  expiresAt: Date | null,
  coins: Coins.Coins
): Either.Either<Taken, InsufficientCoins> =>
  expiresAt === null
    ? takeBackUndated(holdings, balance, coins)
    : takeBack(holdings, balance, expiresAt, coins)

/** Returns the change of a lot from which expired coins are taken back; empty if there are none. */
export const expiredChange = (expiresAt: Date | null, fromExpired: Coins.Coins): ReadonlyArray<LotChange> =>
  expiresAt === null || fromExpired === 0
    ? []
    : [{ expiresAt, coins: Coins.zero, expired: Coins.make(-fromExpired) }]

/**
 * Takes back coins that an award or a credit put into a wallet. Expired coins go back to issuance with another transfer, whose id is
 * `expiredId`. Returns whether there is such a transfer. All coins of an erased member are expired coins.
 */
export const reclaim = (
  changes: Changes,
  movement: "award_reversal" | "credit_reversal",
  draft: Draft,
  { expiresAt }: { readonly expiresAt: Date | null },
  expiredId: TransferId
): Either.Either<{ readonly tookExpired: boolean }, InsufficientCoins | BalanceTooLarge> => {
  const { at: createdAt, book, wallets } = changes.state
  const { amount, memberId, partnerId } = draft
  if (changes.isErased(memberId)) {
    const have = changes.erasedCoins(memberId)
    if (have < amount) return Either.left(new InsufficientCoins({ have, need: amount }))
    const moved = book.transfer("expired_reversal", { ...draft, id: expiredId, createdAt })
    if (Either.isRight(moved)) changes.addErasedCoins(memberId, Coins.make(-amount))
    return Either.map(moved, () => ({ tookExpired: true }))
  }
  if (!wallets.has(memberId)) {
    return Either.map(book.transfer(movement, { ...draft, createdAt }), () => ({ tookExpired: false }))
  }
  const holdings = wallets.of(memberId)
  const taken = takenFrom(holdings, book.account(walletOf(memberId)).balance, expiresAt, amount)
  if (Either.isLeft(taken)) return Either.left(taken.left)
  const { changes: lots, fromExpired, fromWallet } = taken.right
  if (fromWallet > 0) {
    const moved = book.transfer(movement, { ...draft, amount: fromWallet, createdAt, lots })
    if (Either.isLeft(moved)) return Either.left(moved.left)
  }
  const fromExpiredLot = expiredChange(expiresAt, fromExpired)
  const isDated = fromExpiredLot.length > 0
  if (isDated) {
    const expired = { ...draft, id: expiredId, amount: fromExpired, createdAt, lots: fromExpiredLot }
    const moved = book.transfer("expired_reversal", expired)
    // If a side of the partner is full, the transaction starts over. It must not commit, because coins of the wallet have moved already.
    if (ensureMoved(changes, moved) === undefined) return Either.map(moved, () => ({ tookExpired: true }))
  }
  wallets.set(partnerId, memberId, changed(holdings, [...lots, ...fromExpiredLot]))
  return Either.right({ tookExpired: isDated })
}

/** Takes back coins of an award that has not matured. */
export const cancelPending = (changes: Changes, draft: Draft, pending: Pending): Moved => {
  const { at: createdAt, book, wallets } = changes.state
  const moved = book.transfer("pending_reversal", { ...draft, createdAt })
  if (Either.isRight(moved)) {
    const { amount, memberId, partnerId } = draft
    wallets.set(partnerId, memberId, unmatured(wallets.of(memberId), pending, amount))
  }
  return moved
}

/** Returns the pending award with this id, if some of its coins are still pending. */
export const waitingOf = (changes: Changes, memberId: MemberId, id: AwardId): Pending | undefined => {
  const pending = pendingOfAward(changes.state.wallets.of(memberId), id)
  return pending !== undefined && pending.coins > 0 ? pending : undefined
}

/** The member whose coins move, and the cause of the movement. */
export interface Owner {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly userId: string
  /** Empty if the movement was due, so that no command caused it. */
  readonly cause: Caused
}

/**
 * Returns the transfer, or undefined if the partner's side is full: the transaction then starts over. Throws for any other refusal. There
 * should be none, because these movements take only coins that exist, and do not increase the coins of a member.
 */
export const ensureMoved = (changes: Changes, moved: Moved): Transfer | undefined => {
  if (Either.isRight(moved)) return moved.right
  if (changes.state.book.full.length === 0) throw moved.left
  return undefined
}

/** Moves the coins of a pending award into the wallet at the instant `at`. Returns when they expire. */
const mature = (
  changes: Changes,
  { cause, memberId, partnerId, userId }: Owner,
  pending: Pending,
  { at, id }: { readonly at: Date; readonly id: TransferId }
): Date | null => {
  const { wallets } = changes.state
  const { coins, coinsExpire, id: awardId, maturesAt, timeZone } = pending
  const isEarly = at < maturesAt
  const expiresAt =
    isEarly && coinsExpire !== null ? endOfDayAfter(timeZone, coinsExpire, at) : pending.expiresAt
  const before = wallets.of(memberId)
  const held = expiresAt === null ? before : ensureLot(before, memberId, expiresAt, timeZone)
  const { orderedBy = null } = cause
  const draft = { partnerId, memberId, id, amount: coins, month: noMonth, createdAt: at, orderedBy }
  const lots = expiresAt === null ? [] : [into(expiresAt, coins)]
  const moved = ensureMoved(changes, changes.state.book.transfer("maturity", { ...draft, lots }))
  if (moved === undefined) return expiresAt
  wallets.set(partnerId, memberId, matured(held, pending, { at, id }, expiresAt))
  const { creditBalance: balance } = moved
  const data = { id, awardId, memberId, userId, coins, expiresAt, balance, createdAt: at }
  changes.addFact(partnerId, cause, { type: "award.matured", data })
  return expiresAt
}

const expire = (changes: Changes, { cause, memberId, partnerId, userId }: Owner, expiresAt: Date): void => {
  const { book, wallets } = changes.state
  const lot = lotOf(wallets.of(memberId), expiresAt)
  const { coins, expirations, expiryId: id } = lot
  const moment = { createdAt: expiresAt, month: noMonth, orderedBy: null }
  const draft = { partnerId, memberId, id, amount: coins, ...moment }
  const lots = [{ expiresAt, coins: Coins.make(-coins), expired: coins }]
  const moved = ensureMoved(changes, book.transfer("expiry", { ...draft, lots }))
  if (moved === undefined) return
  const next = expiryIdOf(memberId, expiresAt, expirations + 1)
  wallets.set(partnerId, memberId, expired(wallets.of(memberId), lot, next))
  const { debitBalance: balance } = moved
  const data = { id, memberId, userId, coins, balance, createdAt: expiresAt }
  changes.addFact(partnerId, cause, { type: "coins.expired", data })
}

/**
 * Writes the maturities and expiries that are due in a wallet, in the order of their instants, and at most `most` of them. Returns whether
 * nothing else is due.
 */
export const settleDue = (changes: Changes, owner: Owner, most: number): boolean => {
  const { at, book, wallets } = changes.state
  // Marks the wallet as changed, so that its `next_due` is written even if nothing is due any more.
  wallets.set(owner.partnerId, owner.memberId, wallets.of(owner.memberId))
  const all = dueOf(wallets.of(owner.memberId), at)
  for (const due of all.slice(0, most)) {
    if (due.pending === null) expire(changes, owner, due.at)
    else mature(changes, owner, due.pending, due)
    // If a side of the partner is full, the transaction starts over with more stripes.
    if (book.full.length > 0) break
  }
  return all.length <= most
}

/**
 * Adds an event `coins.expiring` for each lot with coins that ends at `until` or before, and marks the lot, so that it has only one such
 * event. If the partner has no subscriber, does nothing: a later call finds the lots again.
 */
export const noticeExpiring = (
  changes: Changes,
  { cause, memberId, partnerId, userId }: Owner,
  until: Date
): void => {
  const { wallets } = changes.state
  if (!changes.isWatched(partnerId)) return
  for (const lot of wallets.of(memberId).lots) {
    const { coins, expiresAt, noticed } = lot
    if (noticed || coins === 0 || expiresAt > until) continue
    wallets.set(partnerId, memberId, withLot(wallets.of(memberId), { ...lot, noticed: true }))
    const data = { memberId, userId, coins, expiresAt }
    changes.addFact(partnerId, cause, { type: "coins.expiring", data })
  }
}

/** Matures a pending award before the instant at which it would mature. Returns when the coins expire. */
export const confirmPending = (
  changes: Changes,
  owner: Owner,
  pending: Pending,
  id: TransferId
): Date | null => mature(changes, owner, pending, { at: changes.state.at, id })
