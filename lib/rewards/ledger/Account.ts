import { Schema } from "effect"
import * as Coins from "../Coins.ts"
import { AccountId, type MemberId, PartnerId, TransferId } from "../Id.ts"

/**
 * A wallet belongs to one member, and its balance is never below zero. A partner has two sides. Awards and adjustments use the
 * issuance side. All coins come from it, so its balance is never above zero. The treasury side receives the coins that members spend.
 * Each side consists of several accounts, its stripes. A reversal or refund may use another stripe than the original transfer. So a
 * single stripe can be above or below zero.
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

/** The kinds of transfers. Lists show these names. A `user_partner_transfer` moves coins from a wallet to the partner. */
export const TransferKind = Schema.Literal(
  "award",
  "user_partner_transfer",
  "award_reversal",
  "user_partner_refund",
  "adjustment",
  "adjustment_reversal"
)
export type TransferKind = typeof TransferKind.Type

interface MovementOf {
  readonly kind: TransferKind
  readonly side: PartnerSide
  /** Whether the coins leave the wallet. Otherwise they enter it. */
  readonly leaves: boolean
}

/** The movements of coins between a wallet and a side of the partner. */
export const movements = {
  award: { kind: "award", side: "issuance", leaves: false },
  award_reversal: { kind: "award_reversal", side: "issuance", leaves: true },
  transfer: { kind: "user_partner_transfer", side: "treasury", leaves: true },
  refund: { kind: "user_partner_refund", side: "treasury", leaves: false },
  credit: { kind: "adjustment", side: "issuance", leaves: false },
  credit_reversal: { kind: "adjustment_reversal", side: "issuance", leaves: true },
  debit: { kind: "adjustment", side: "issuance", leaves: true },
  debit_reversal: { kind: "adjustment_reversal", side: "issuance", leaves: false }
} as const satisfies Record<string, MovementOf>
export type Movement = keyof typeof movements

/** The movements into a wallet. */
export type Deposit = {
  [Each in Movement]: (typeof movements)[Each]["leaves"] extends false ? Each : never
}[Movement]

/** The `month` of a transfer that counts on no board. */
export const noMonth = 0

/**
 * One movement of coins. The versions and balances are those of the accounts after the transfer. `month` is the month in which the
 * coins count on boards: see `monthOf`. A reversal or refund has the month of the transfer that it undoes. Adjustments have `noMonth`,
 * except those with `points`.
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

/** The debit or the credit of a transfer. The `amount` of a debit is negative. */
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

/** How many issuance and how many treasury accounts a partner has. A process uses one of each, or all: see `Ledger.side`. */
export const stripes = 16

/** The UTC month of an instant as one number: twelve times the year, plus the month from 1 to 12. */
export const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth() + 1

/** The account id of a stripe: the partner's id as a UUID of version 8, with the side and the stripe in the last byte. */
export const stripeId = (partnerId: PartnerId, side: PartnerSide, stripe: number): AccountId => {
  const last = ((side === "issuance" ? 0 : 0x80) + stripe).toString(16).padStart(2, "0")
  return AccountId.make(`${partnerId.slice(0, 14)}8${partnerId.slice(15, 34)}${last}`, {
    disableValidation: true
  })
}

export const walletOf = (memberId: MemberId): AccountId =>
  AccountId.make(memberId, { disableValidation: true })
