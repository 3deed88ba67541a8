import { Schema } from "effect"
import * as Coins from "../Coins.ts"
import { AccountId, type MemberId, PartnerId, TransferId } from "../Id.ts"

/**
 * A wallet belongs to one member and is never below zero. The issuance account (awarded coins come from it, so its balance is
 * negative) and the treasury account (it receives the coins that members spend) belong to the partner. Each of these two sides is
 * spread over stripes: see `stripeId`. A stripe can be above or below zero although the whole side is not, because a refund or
 * reversal may use another stripe than the original.
 */
export const AccountKind = Schema.Literal("wallet", "issuance", "treasury")
export type AccountKind = typeof AccountKind.Type
export type PartnerSide = Exclude<AccountKind, "wallet">

/** An account after its latest transfer. `version` counts its transfers. */
export interface Account {
  readonly partnerId: PartnerId
  readonly id: AccountId
  readonly kind: AccountKind
  readonly balance: Coins.Coins
  readonly version: number
}

/** An award and its reversal, a transfer from a wallet to the partner and its refund. */
export const TransferKind = Schema.Literal(
  "award",
  "user_partner_transfer",
  "award_reversal",
  "user_partner_refund"
)
export type TransferKind = typeof TransferKind.Type

/** The kinds that take coins out of a wallet. The others pay coins into it. */
export const leavesWallet = (kind: TransferKind): boolean =>
  kind === "award_reversal" || kind === "user_partner_transfer"

/**
 * One movement of coins. Both sides share its amount, so it cannot be out of balance. Each side has the version and the balance that
 * its account has after the transfer. `month` is the one in which the coins count: see `monthOf`. A reversal or refund has the month
 * of the award or transfer that it undoes.
 */
export interface Transfer {
  readonly partnerId: PartnerId
  readonly id: TransferId
  readonly kind: TransferKind
  readonly amount: Coins.Coins
  readonly debitAccount: AccountId
  readonly debitVersion: number
  readonly debitBalance: Coins.Coins
  readonly creditAccount: AccountId
  readonly creditVersion: number
  readonly creditBalance: Coins.Coins
  readonly createdAt: Date
  readonly month: number
}

/** One side of a transfer. `amount` is negative on the debit side. */
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

/** The number of rows of each partner side. Every process uses one of them, so that processes rarely wait for each other. */
export const stripes = 16

/** The UTC month of an instant as one number: twelve times the year, plus the month from 1 to 12. */
export const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth() + 1

/**
 * The account of one stripe of a partner side. Its id needs no look-up: it is the partner's id with the version digit 8
 * ("custom" in RFC 9562), and the last byte holds the side and the stripe.
 */
export const stripeId = (partnerId: PartnerId, side: PartnerSide, stripe: number): AccountId => {
  const last = ((side === "issuance" ? 0 : 0x80) + stripe).toString(16).padStart(2, "0")
  return AccountId.make(`${partnerId.slice(0, 14)}8${partnerId.slice(15, 34)}${last}`, {
    disableValidation: true
  })
}

export const walletOf = (memberId: MemberId): AccountId =>
  AccountId.make(memberId, { disableValidation: true })
