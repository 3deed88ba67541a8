import { Schema } from "effect"
import { Decimal, Empty, Id, Instant, Whole } from "./envelope.ts"
import { numeric, userId } from "./request.ts"

export const TransferBody = Schema.Struct({
  userId,
  coins: numeric("Coins to move: above 0, at most 4 decimals, no more than the wallet holds", 2.5)
}).annotations({ identifier: "Transfer" })

const Party = Schema.Struct({
  id: Id,
  fullname_businessName: Schema.String.annotations({ description: "Empty for a user without an account" }),
  email: Schema.String,
  tag: Schema.NullOr(Schema.String).annotations({ description: "A user's; null for a partner" }),
  userId: Schema.String
})

export const CoinTransaction = Schema.Struct({
  id: Id,
  userId: Schema.String,
  debitOrCredit: Schema.Literal("DE", "CR").annotations({ description: "DE out of the wallet, CR into it" }),
  coins: Schema.Number,
  claimed: Schema.Boolean,
  transactionType: Schema.Literal("user_partner_transfer", "award"),
  narration: Schema.String,
  from: Party,
  to: Party,
  plan: Empty,
  paidWithGiftCard: Schema.Boolean,
  giftCardLedger: Empty,
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
  currentpage: Whole,
  nextpage: Schema.NullOr(Whole),
  prevpage: Schema.NullOr(Whole),
  lastpage: Whole
})

export const CoinTransactionPage = Schema.Struct(page(CoinTransaction, Whole)).annotations({
  identifier: "CoinTransactionPage"
})
