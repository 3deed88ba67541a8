import { Either, Schema } from "effect"
import * as Coins from "../Coins.ts"
import { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import { AccountId, type MemberId, PartnerId, TransferId } from "../Id.ts"

/**
 * A wallet belongs to one member and is never below zero. Issuance (where awarded coins come from, so its balance is negative)
 * and treasury (where coins go that members give back) belong to the partner and are striped: see `stripeId`. Coins may return
 * through another stripe than the one that they came through, so one stripe may be above or below zero although all of
 * the partner's together are not.
 */
export const AccountKind = Schema.Literal("wallet", "issuance", "treasury")
export type AccountKind = typeof AccountKind.Type
export type PartnerSide = Exclude<AccountKind, "wallet">

/** An account as of its latest transfer; `version` counts its transfers, so each leaves its own number behind. */
export interface Account {
  readonly partnerId: PartnerId
  readonly id: AccountId
  readonly kind: AccountKind
  readonly balance: Coins.Coins
  readonly version: number
}

/** Awards and transfers, and the two that undo them: a reversal takes an award back, a refund gives a transfer back. */
export const TransferKind = Schema.Literal(
  "award",
  "user_partner_transfer",
  "award_reversal",
  "user_partner_refund"
)
export type TransferKind = typeof TransferKind.Type

/**
 * One movement of coins. Debit and credit side share its one amount: it cannot be out of balance. `month` is the one in which
 * the coins count, as `monthOf` has it: that of the award or transfer, also for what undoes it later.
 */
export interface Transfer {
  readonly partnerId: PartnerId
  readonly id: TransferId
  readonly kind: TransferKind
  readonly amount: Coins.Coins
  readonly debit: Account
  readonly credit: Account
  readonly createdAt: Date
  readonly month: number
}

/** One side of a transfer as its account sees it; `amount` is negative on the debit side. */
export const Entry = Schema.Struct({
  partnerId: PartnerId,
  transferId: TransferId,
  accountId: AccountId,
  version: Schema.Int,
  kind: TransferKind,
  amount: Coins.Amount,
  balance: Coins.Amount,
  createdAt: Schema.Date
})
export type Entry = typeof Entry.Type

/** How many rows one partner side is spread over; every writer uses one of them, so that writers rarely meet. */
export const stripes = 16

/** The calendar month of an instant in UTC as one number: twelve times the year, plus the month from 1 to 12. */
export const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth() + 1

/**
 * The account of one stripe of a partner side. It is the partner's id with the version digit 8 ("custom" in RFC 9562)
 * and the last byte saying which side and stripe, so that no look-up is needed to find it.
 */
export const stripeId = (partnerId: PartnerId, side: PartnerSide, stripe: number): AccountId => {
  const last = ((side === "issuance" ? 0 : 0x80) + stripe).toString(16).padStart(2, "0")
  return AccountId.make(`${partnerId.slice(0, 14)}8${partnerId.slice(15, 34)}${last}`, {
    disableValidation: true
  })
}

export const walletOf = (memberId: MemberId): AccountId =>
  AccountId.make(memberId, { disableValidation: true })

const applied = (account: Account, amount: number): Account => ({
  ...account,
  balance: Coins.make(account.balance + amount),
  version: account.version + 1
})

interface Sides {
  readonly debit: Account
  readonly credit: Account
}

const move = (
  debit: Account,
  credit: Account,
  amount: Coins.Coins
): Either.Either<Sides, BalanceTooLarge> => {
  const after = { debit: applied(debit, -amount), credit: applied(credit, amount) }
  if (after.debit.balance < -Coins.max)
    return Either.left(new BalanceTooLarge({ accountId: debit.id, max: Coins.max }))
  if (after.credit.balance > Coins.max)
    return Either.left(new BalanceTooLarge({ accountId: credit.id, max: Coins.max }))
  return Either.right(after)
}

/** Both sides after coins left a wallet; a wallet gives only what it has. */
const moveOut = (
  wallet: Account,
  side: Account,
  amount: Coins.Coins
): Either.Either<Sides, InsufficientCoins | BalanceTooLarge> =>
  wallet.balance < amount
    ? Either.left(new InsufficientCoins({ have: wallet.balance, need: amount }))
    : move(wallet, side, amount)

/** Both sides after new coins went from the partner's issuance into a wallet. */
export const issue = (
  issuance: Account,
  wallet: Account,
  amount: Coins.Coins
): Either.Either<Sides, BalanceTooLarge> => move(issuance, wallet, amount)

/** Both sides after coins went back from a wallet to the partner's treasury. */
export const redeem = (
  wallet: Account,
  treasury: Account,
  amount: Coins.Coins
): Either.Either<Sides, InsufficientCoins | BalanceTooLarge> => moveOut(wallet, treasury, amount)

/** Both sides after the coins of an award went from the wallet back to the partner's issuance. */
export const takeBack = (
  wallet: Account,
  issuance: Account,
  amount: Coins.Coins
): Either.Either<Sides, InsufficientCoins | BalanceTooLarge> => moveOut(wallet, issuance, amount)

/**
 * Both sides after the coins of a transfer went from the partner's treasury back into the wallet. Does not ask what the stripe
 * has: another one may have received the coins.
 */
export const giveBack = (
  treasury: Account,
  wallet: Account,
  amount: Coins.Coins
): Either.Either<Sides, BalanceTooLarge> => move(treasury, wallet, amount)
