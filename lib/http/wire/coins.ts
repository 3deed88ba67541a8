import { Schema } from "effect"
import { TransferCommand } from "../../domain/Transfer.ts"
import { Decimal, Instant } from "./envelope.ts"

export const TransferBody = TransferCommand.omit("partnerId", "narration", "idempotencyKey").annotations({
  identifier: "Transfer"
})

const Party = Schema.Struct({
  id: Schema.String,
  fullname_businessName: Schema.String,
  email: Schema.String,
  tag: Schema.NullOr(Schema.String),
  userId: Schema.String
})

export const CoinTransaction = Schema.Struct({
  id: Schema.String,
  userId: Schema.String,
  debitOrCredit: Schema.Literal("DE", "CR"),
  coins: Schema.Number,
  claimed: Schema.Boolean,
  transactionType: Schema.Literal("user_partner_transfer", "award"),
  narration: Schema.String,
  from: Party,
  to: Party,
  plan: Schema.Struct({}),
  paidWithGiftCard: Schema.Boolean,
  giftCardLedger: Schema.Struct({}),
  "the service": Schema.Boolean,
  charge: Schema.Number,
  refunded: Schema.Boolean,
  createdAt: Instant,
  updatedAt: Instant
}).annotations({ identifier: "CoinTransaction" })

export const CoinData = Schema.Struct({
  userId: Schema.String,
  isLinked: Schema.Boolean,
  totalPartnerCoins: Decimal,
  wallets: Schema.Array(
    Schema.Struct({
      walletId: Schema.String,
      partner: Schema.Struct({ id: Schema.String, name: Schema.String }),
      coins: Decimal
    })
  )
}).annotations({ identifier: "CoinData" })

export const page = <S extends Schema.Schema.Any, C extends Schema.Schema.Any>(entry: S, count: C) => ({
  data: Schema.Array(entry),
  count,
  currentpage: Schema.Int,
  nextpage: Schema.NullOr(Schema.Int),
  prevpage: Schema.NullOr(Schema.Int),
  lastpage: Schema.Int
})

export const CoinTransactionPage = Schema.Struct(page(CoinTransaction, Schema.Int)).annotations({
  identifier: "CoinTransactionPage"
})
