import { Schema } from "effect"
import * as Coins from "../Coins.ts"
import { AccountId, type MemberId, PartnerId, TransferId } from "../Id.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"

/**
 * A wallet belongs to one member, and its balance is never below zero. The pending coins of a member are in another account, `pending`,
 * which a member gets with the first pending coins. A partner has three sides. Awards and adjustments use the issuance side. All coins come
 * from it, so its balance is never above zero. The treasury side receives the coins that members spend, and the `expired` side those that
 * expire. Each side consists of several accounts, its stripes. A reversal or refund may use another stripe than the original transfer. So a
 * single stripe can be above or below zero.
 */
export const AccountKind = Schema.Literal("wallet", "pending", "issuance", "treasury", "expired")
export type AccountKind = typeof AccountKind.Type
export type PartnerSide = Exclude<AccountKind, "wallet" | "pending">

/** An account after its latest transfer. `version` counts its transfers. */
export interface Account {
  readonly partnerId: PartnerId
  readonly id: AccountId
  readonly kind: AccountKind
  readonly balance: Coins.Coins
  readonly version: number
  /** For a wallet: the earliest instant at which one of its pending awards matures or a lot ends; null if nothing waits. */
  readonly nextDue: Date | null
  /** For a wallet: when its member was erased, or merged into another; otherwise null. */
  readonly closedAt: Date | null
}

/** The columns of `rewards_account` that make an `Account`. */
export const accountColumns = [
  "partnerId",
  "id",
  "kind",
  "balance",
  "version",
  "nextDue",
  "closedAt"
] as const

/**
 * The kinds of transfers. Lists of a wallet's entries show the kinds in `WalletKind`. A `user_partner_transfer` moves coins from a wallet
 * to the partner. A `pending_award` and a `pending_reversal` do not touch a wallet. A `maturity` moves coins from the pending account to
 * the wallet of a member, and an `expired_reversal` moves expired coins back to the issuance side. An `erasure` and a `pending_erasure`
 * move the coins of an erased member to the `expired` side. A `merge` and a `pending_merge` move the coins of a merged member to the member
 * that remains. There is one `merge` for each merged member, even if it had no coins.
 */
export const TransferKind = Schema.Literal(
  "award",
  "user_partner_transfer",
  "award_reversal",
  "user_partner_refund",
  "adjustment",
  "adjustment_reversal",
  "pending_award",
  "pending_reversal",
  "maturity",
  "expiry",
  "expired_reversal",
  "erasure",
  "pending_erasure",
  "merge",
  "pending_merge"
)
export type TransferKind = typeof TransferKind.Type

/** The kinds of transfers that touch a wallet. */
export const WalletKind = Schema.Literal(
  "award",
  "user_partner_transfer",
  "award_reversal",
  "user_partner_refund",
  "adjustment",
  "adjustment_reversal",
  "maturity",
  "expiry",
  "erasure",
  "merge"
)
export type WalletKind = typeof WalletKind.Type

interface MovementOf {
  readonly kind: TransferKind
  readonly from: AccountKind
  readonly to: AccountKind
}

/** The movements of coins, and the kinds of accounts that they debit and credit. */
export const movements = {
  award: { kind: "award", from: "issuance", to: "wallet" },
  award_reversal: { kind: "award_reversal", from: "wallet", to: "issuance" },
  transfer: { kind: "user_partner_transfer", from: "wallet", to: "treasury" },
  refund: { kind: "user_partner_refund", from: "treasury", to: "wallet" },
  credit: { kind: "adjustment", from: "issuance", to: "wallet" },
  credit_reversal: { kind: "adjustment_reversal", from: "wallet", to: "issuance" },
  debit: { kind: "adjustment", from: "wallet", to: "issuance" },
  debit_reversal: { kind: "adjustment_reversal", from: "issuance", to: "wallet" },
  pending_award: { kind: "pending_award", from: "issuance", to: "pending" },
  pending_reversal: { kind: "pending_reversal", from: "pending", to: "issuance" },
  maturity: { kind: "maturity", from: "pending", to: "wallet" },
  expiry: { kind: "expiry", from: "wallet", to: "expired" },
  expired_reversal: { kind: "expired_reversal", from: "expired", to: "issuance" },
  erasure: { kind: "erasure", from: "wallet", to: "expired" },
  pending_erasure: { kind: "pending_erasure", from: "pending", to: "expired" }
} as const satisfies Record<string, MovementOf>
export type Movement = keyof typeof movements

/**
 * The movements that take coins from an account of the partner. They take no coins from a member, so they never fail with
 * `InsufficientCoins`.
 */
export type Deposit = {
  [Each in Movement]: (typeof movements)[Each]["from"] extends PartnerSide ? Each : never
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
  /** If one lot of the credited wallet received all coins, the instant at which this lot expires; otherwise null. */
  readonly expiresAt: Date | null
  readonly month: number
  /**
   * The number of the caller that ordered the command of the transfer; null if the caller is not known, or if the transfer happened at its
   * due time without a command.
   */
  readonly orderedBy: OrdererNumber
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

/** An entry of a wallet. */
export const WalletEntry = Schema.Struct({ ...Entry.fields, kind: WalletKind })
export type WalletEntry = typeof WalletEntry.Type

/** How many accounts each side of a partner has. A process uses one account of a side, or all: see `Ledger.side`. */
export const stripes = 16

/** Returns the UTC month of an instant as one number: twelve times the year, plus the month from 1 to 12. */
export const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth() + 1

const places: Readonly<Record<PartnerSide, number>> = { issuance: 0, expired: 0x40, treasury: 0x80 }

/** Returns the account id of a stripe: the partner's id as a UUID of version 8, with the side and the stripe in the last byte. */
export const stripeId = (partnerId: PartnerId, side: PartnerSide, stripe: number): AccountId => {
  const last = (places[side] + stripe).toString(16).padStart(2, "0")
  return AccountId.make(`${partnerId.slice(0, 14)}8${partnerId.slice(15, 34)}${last}`, {
    disableValidation: true
  })
}

export const walletOf = (memberId: MemberId): AccountId =>
  AccountId.make(memberId, { disableValidation: true })

/** Returns the id of a member's pending account: the member's id as a UUID of version 8. */
export const pendingOf = (memberId: MemberId): AccountId =>
  AccountId.make(`${memberId.slice(0, 14)}8${memberId.slice(15)}`, { disableValidation: true })
