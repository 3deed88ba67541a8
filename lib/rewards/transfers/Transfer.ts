import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required, text } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { WalletEntry, WalletKind } from "../ledger/Account.ts"
import { listing } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { Orderer } from "../orderers/Orderer.ts"
import { Metadata } from "../texts/Metadata.ts"
import { Narration } from "../texts/Narration.ts"

/** Moves coins from a member's wallet to the partner. */
export const TransferCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  coins: required(Coins.PositiveAmount),
  /** A text that lists return with the transfer. */
  narration: Schema.optional(Narration),
  metadata: Schema.optional(Metadata),
  idempotencyKey: Schema.optional(IdempotencyKey),
  /**
   * Text that the caller stores with the idempotency key. A retry with another text is still the same request. The text must not
   * contain personal data, because it stays when the narration and metadata are erased.
   */
  attachment: Schema.optional(text(0, 4000))
})
export type TransferCommand = typeof TransferCommand.Type
export type TransferInput = Documented.Of<typeof TransferCommand, Documented.TransferInput>

/** An accepted transfer. `balance` is the balance of the wallet after the transfer. */
export const WalletTransfer = Schema.Struct({
  id: TransferId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount,
  balance: Coins.Amount,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date,
  /** The attachment of the first call with the idempotency key. Absent if that call had no attachment or no key. */
  attachment: Schema.optional(Schema.String)
})
export type WalletTransfer = typeof WalletTransfer.Type

/** The fields of a transfer that a replay reads from the database. The others come from the command. */
export type TransferFacts = Pick<WalletTransfer, "id" | "balance" | "createdAt" | "attachment">

export const transferOf = (
  { partnerId, userId, coins, narration = null }: TransferCommand,
  { id, balance, createdAt, ...stored }: TransferFacts
): WalletTransfer => ({ id, partnerId, userId, coins, balance, narration, createdAt, ...stored })

/**
 * An entry of a wallet with its texts. If an award has no narration, `narration` contains the name of its rule or sub-rule. An
 * adjustment without a narration has its reason as `narration`.
 */
export const Transaction = Schema.Struct({
  ...WalletEntry.fields,
  /** The id by which the list was filtered. Without this filter, the member's own id. */
  userId: Schema.String,
  narration: Schema.NullOr(Schema.String),
  /** The reason of an adjustment; null for other transactions. */
  reason: Schema.NullOr(Schema.String),
  metadata: Metadata,
  /** Whether the whole award or adjustment was reversed, or the transfer refunded. */
  reversed: Schema.Boolean,
  /** Who ordered the transaction; null if the caller is not known, or if it happened at its due time without a request. */
  orderedBy: Schema.NullOr(Orderer)
})
/** `reversedAt` is when the whole award or adjustment was reversed, or the transfer refunded; null if neither happened. */
export interface Transaction extends Schema.Schema.Type<typeof Transaction> {
  readonly reversedAt: Date | null
}

export const TransactionType = WalletKind.pipe(mustBe(`one of ${WalletKind.literals.join(", ")}`))

export const ListTransactions = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  type: Schema.optional(TransactionType),
  ...listing,
  /** The `next` of the previous page. */
  after: Schema.optional(TransferId)
})
export type ListTransactions = typeof ListTransactions.Type
export type ListTransactionsInput = Documented.Of<typeof ListTransactions, Documented.ListTransactionsInput>

export const TransactionPage = pageOf(Transaction)
export interface TransactionPage extends Schema.Schema.Type<typeof TransactionPage> {
  readonly data: ReadonlyArray<Transaction>
}

/** A page of a wallet's entries, newest first. */
export const History = Schema.Struct({
  userId: Schema.String,
  entries: Schema.Array(Transaction),
  count: Schema.Int,
  page: Schema.Int,
  size: Schema.Int
})
export interface History extends Schema.Schema.Type<typeof History> {
  readonly entries: ReadonlyArray<Transaction>
}
