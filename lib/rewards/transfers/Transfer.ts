import { Schema } from "effect"
import { mustBe, required } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import { text } from "../../schema/Text.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { Entry, TransferKind } from "../ledger/Account.ts"
import { listing } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { Metadata } from "../texts/Metadata.ts"

/** Coins that a member gives back to the partner, out of the wallet with that partner. */
export const TransferCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  coins: required(Coins.PositiveAmount),
  narration: Schema.optional(Schema.NullOr(text(0, 500))),
  metadata: Schema.optional(Metadata),
  idempotencyKey: Schema.optional(IdempotencyKey),
  /**
   * Text of the caller's own that is kept with the key. It is no part of what the key stands for, and must hold nothing of a
   * person: it stays when the person is forgotten.
   */
  attachment: Schema.optional(text(0, 4000))
})
export type TransferCommand = typeof TransferCommand.Type
export type TransferInput = typeof TransferCommand.Encoded

/** The record of one accepted transfer; `balance` is what the wallet held right after it. */
export const WalletTransfer = Schema.Struct({
  id: TransferId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount,
  balance: Coins.Amount,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date,
  /** The attachment of the call that wrote the transfer, also in replays; absent where it had none or no key. */
  attachment: Schema.optional(Schema.String)
})
export type WalletTransfer = typeof WalletTransfer.Type

/** What the rows of a transfer and of its idempotency key say of it, and keep for good. */
export type TransferFacts = Pick<WalletTransfer, "id" | "balance" | "createdAt" | "attachment">

/** The record of a transfer, of what the command says and what its rows say. */
export const transferOf = (
  { partnerId, userId, coins, narration = null }: TransferCommand,
  { id, balance, createdAt, ...kept }: TransferFacts
): WalletTransfer => ({ id, partnerId, userId, coins, balance, narration, createdAt, ...kept })

/** An entry of a wallet as lists show it, with its texts. An award without a narration has the name of its rule. */
export const Transaction = Schema.Struct({
  ...Entry.fields,
  /** The id by which the member goes, or by which it was asked for. */
  userId: Schema.String,
  narration: Schema.NullOr(Schema.String),
  metadata: Metadata,
  /** Whether an award was reversed, or a transfer refunded, since. */
  reversed: Schema.Boolean
})
export type Transaction = typeof Transaction.Type

export const TransactionType = TransferKind.pipe(
  mustBe('"award", "user_partner_transfer", "award_reversal" or "user_partner_refund"')
)

export const ListTransactions = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  type: Schema.optional(TransactionType),
  ...listing,
  after: Schema.optional(TransferId)
})
export type ListTransactions = typeof ListTransactions.Type
export type ListTransactionsInput = typeof ListTransactions.Encoded

export const TransactionPage = pageOf(Transaction)
export type TransactionPage = typeof TransactionPage.Type

/** A page of a wallet's entries, newest first. */
export const History = Schema.Struct({
  userId: Schema.String,
  entries: Schema.Array(Transaction),
  count: Schema.Int,
  page: Schema.Int,
  size: Schema.Int
})
export type History = typeof History.Type
