import { Schema } from "effect"
import * as Coins from "./Coins.ts"
import { PartnerId, TransferId } from "./Id.ts"
import { required } from "./Input.ts"
import { IdempotencyKey, text, UserId } from "./Text.ts"

/** Coins that a member gives back to the partner, out of the wallet with that partner. */
export const TransferCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  coins: required(Coins.PositiveAmount),
  narration: Schema.optional(Schema.NullOr(text(0, 500))),
  idempotencyKey: Schema.optional(IdempotencyKey)
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
  createdAt: Schema.Date
})
export type WalletTransfer = typeof WalletTransfer.Type
