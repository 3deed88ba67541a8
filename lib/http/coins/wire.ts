import { Schema } from "effect"
import type { UserScope } from "../../accounts/authorization/Authorization.ts"
import { DayTotals, ListTotals } from "../../boards/Total.ts"
import { TransferKind } from "../../rewards/ledger/Account.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { RefundCommand } from "../../rewards/reversals/Reversal.ts"
import { ListTransactions, TransferCommand } from "../../rewards/transfers/Transfer.ts"
import { Count } from "../../schema/Count.ts"
import { required } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { listing, metadata, narration, page as pageNote, pageSize, userId } from "../notes.ts"
import { outcomesOf } from "../outcomes.ts"
import { keysetPage, page } from "../paging.ts"
import { CoinNumber, Decimal, Empty, Id, Instant, Texts, Whole } from "../wire.ts"

/** The interface has no narration here. */
export const TransferBody = requestBody(
  "Transfer",
  TransferCommand.omit("partnerId", "idempotencyKey", "narration", "attachment"),
  {
    userId,
    coins: { description: "Coins to move, no more than the wallet holds", example: 2.5 },
    metadata
  }
)

export const RefundBody = requestBody("RefundTransfer", RefundCommand.omit("partnerId", "idempotencyKey"), {
  transactionId: {
    description: "The id of a transfer from a wallet to the partner",
    example: "01a1dd04-59e9-7000-9022-9805fb1f6534"
  },
  narration
})

export const Refund = Schema.Struct({
  id: Id,
  transactionId: Id,
  coins: Decimal.annotations({ description: "What returned to the wallet" }),
  narration: Schema.NullOr(Schema.String),
  partnerId: Id,
  createdAt: Instant
}).annotations({ identifier: "Refund" })

export const RefundsBody = Schema.Struct({
  refunds: Schema.Array(RefundBody).annotations({ description: "Up to 1000" })
}).annotations({ identifier: "Refunds" })

export const RefundOutcomes = outcomesOf(Refund).annotations({ identifier: "RefundOutcomes" })

const whose = { description: userId.description }

export const WalletQuery = requestQuery(Schema.Struct({ userId: required(UserId) }), { userId: whose })

/** The fields of the service's own input, besides the partner. */
export const Transactions = Schema.Struct({
  userId: required(UserId),
  page: Schema.optional(Count),
  limit: Schema.optional(PageSize)
})
export const TransactionsQuery = requestQuery(Transactions, {
  userId: whose,
  page: pageNote,
  limit: pageSize(10)
})

export const SearchQuery = requestQuery(ListTransactions.omit("partnerId"), {
  userId: whose,
  type: { description: "Transactions of this type" },
  ...listing,
  limit: pageSize(20)
})

const shown = (scope: UserScope): string =>
  `while the user allows the scope ${scope}; otherwise, and in answers to an Idempotency-Key, there is none`

const Party = Schema.Struct({
  id: Id,
  fullname_businessName: Schema.String.annotations({
    description: `A partner's, or a user's ${shown("fullname")}`
  }),
  email: Schema.String.annotations({ description: `A partner's, or a user's ${shown("email")}` }),
  tag: Schema.NullOr(Schema.String).annotations({
    description: `null for a partner; a user's ${shown("profile")}`
  }),
  userId: Schema.String
})

export const CoinTransaction = Schema.Struct({
  id: Id,
  userId: Schema.String,
  debitOrCredit: Schema.Literal("DE", "CR").annotations({ description: "DE out of the wallet, CR into it" }),
  coins: CoinNumber,
  claimed: Schema.Boolean,
  transactionType: Schema.Literal(...TransferKind.literals),
  narration: Schema.String,
  from: Party,
  to: Party,
  plan: Empty,
  paidWithGiftCard: Schema.Boolean,
  giftCardLedger: Empty,
  "the service": Schema.Boolean,
  charge: Schema.Number,
  refunded: Schema.Boolean.annotations({ description: "Whether this transfer was refunded" }),
  createdAt: Instant,
  updatedAt: Instant
}).annotations({ identifier: "CoinTransaction" })

export const CoinData = Schema.Struct({
  userId: Schema.String,
  isLinked: Schema.Boolean.annotations({ description: "Whether a user of the service is behind the member" }),
  totalPartnerCoins: Decimal,
  wallets: Schema.Array(
    Schema.Struct({
      walletId: Schema.String,
      partner: Schema.Struct({ id: Schema.String, name: Schema.String }),
      coins: Decimal
    })
  )
}).annotations({ identifier: "CoinData" })

/** A transaction as lists show it: the interface's fields, and what the interface does not have. */
export const ListedTransaction = Schema.Struct({
  ...CoinTransaction.fields,
  balance: Decimal.annotations({ description: "What the wallet held right after it" }),
  metadata: Texts
}).annotations({ identifier: "ListedTransaction" })

export const TransactionPage = Schema.Struct(keysetPage(ListedTransaction)).annotations({
  identifier: "TransactionPage"
})

export const CoinTransactionPage = Schema.Struct(page(ListedTransaction, Whole)).annotations({
  identifier: "CoinTransactionPage"
})

export const TotalsQuery = requestQuery(ListTotals.omit("partnerId"), {
  from: { description: "The first day, in UTC; 30 days ago unless told" },
  to: { description: "The last day, in UTC; today unless told. At most 366 days in all" }
})

const Total = (description: string) => Decimal.annotations({ description })

export const CoinTotals = Schema.Struct({
  outstanding: Total("The coins in all wallets now"),
  days: Schema.Array(
    Schema.Struct({
      ...DayTotals.fields,
      day: Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } }),
      awards: Whole.annotations({ jsonSchema: { type: "integer", description: "Awards that paid" } }),
      awarded: Total("Their coins"),
      reversals: Whole.annotations({
        jsonSchema: { type: "integer", description: "Reversals that took coins back" }
      }),
      reversed: Total("Their coins"),
      transfers: Whole.annotations({
        jsonSchema: { type: "integer", description: "Transfers to the partner" }
      }),
      returned: Total("Their coins"),
      refunds: Whole,
      refunded: Total("Their coins")
    })
  ).annotations({ description: "Every day, in UTC. A reversal or refund counts on its own day" })
}).annotations({ identifier: "CoinTotals" })
