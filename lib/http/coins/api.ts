import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
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
import { forPartner } from "../access.ts"
import { BodyLimit, CountsAs, created, Failures } from "../annotations.ts"
import { bulkFailures, countsOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { listing, metadata, narration, page as pageNote, pageSize, userId } from "../notes.ts"
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

export const transfer = HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
  .setPayload(TransferBody)
  .addSuccess(success(CoinTransaction), created)
  .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  .annotate(
    OpenApi.Description,
    "The wallet never goes below zero: a transfer of more than it holds is refused. Send an `Idempotency-Key`: with it a retry never moves coins twice."
  )
  .pipe(forPartner("coins:write"))

export const refund = HttpApiEndpoint.post("refund", "/laas/coins/refund")
  .setPayload(RefundBody)
  .addSuccess(success(Refund), created)
  .annotate(OpenApi.Summary, "Return the coins of a transfer to the user's wallet")
  .annotate(
    OpenApi.Description,
    "Possible once for each transfer. The transfer stays in the lists, as refunded."
  )
  .pipe(forPartner("coins:write"))

export const refundMany = HttpApiEndpoint.post("refundMany", "/laas/coins/refunds")
  .setPayload(RefundsBody)
  .addSuccess(success(RefundOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, countsOf("refunds"))
  .annotate(Failures, bulkFailures)
  .annotate(OpenApi.Summary, "Up to 1000 refunds at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and one that is refused does not stop the others. Each item counts as a request for the rate limit."
  )
  .pipe(forPartner("coins:write"))

export const wallet = HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
  .setUrlParams(WalletQuery)
  .addSuccess(success(CoinData))
  .annotate(OpenApi.Summary, "A user's wallet with the partner")
  .annotate(
    OpenApi.Description,
    "`isLinked` says whether a user of the service is behind the member, and nothing else about the user."
  )
  .pipe(forPartner("read"))

export const transactions = HttpApiEndpoint.get("transactions", "/laas/coins/transactions")
  .setUrlParams(TransactionsQuery)
  .addSuccess(success(CoinTransactionPage))
  .annotate(OpenApi.Summary, "A user's coin transactions, newest first")
  .annotate(
    OpenApi.Description,
    "By page number. `CR` is into the wallet (an award, a refund), `DE` out of it (a transfer, a reversal)."
  )
  .pipe(forPartner("read"))

export const search = HttpApiEndpoint.get("search", "/laas/coins/transactions/search")
  .setUrlParams(SearchQuery)
  .addSuccess(success(TransactionPage))
  .annotate(OpenApi.Summary, "Coin transactions of all users or of one, newest first, with filters")
  .annotate(
    OpenApi.Description,
    "By user, type, time and metadata. `next` of a page is `after` of the page after it, so that no entry is lost or shown twice while new ones come in."
  )
  .pipe(forPartner("read"))

export const totals = HttpApiEndpoint.get("totals", "/laas/coins/totals")
  .setUrlParams(TotalsQuery)
  .addSuccess(success(CoinTotals))
  .annotate(OpenApi.Summary, "The coins in all wallets, and what moved on each day")
  .annotate(
    OpenApi.Description,
    "Exact, with everything that was acknowledged before the request. A reversal or refund counts on its own day, so a day that is over does not change."
  )
  .pipe(forPartner("read"))

export const coins = HttpApiGroup.make("coins")
  .add(transfer)
  .add(wallet)
  .add(transactions)
  .add(search)
  .add(totals)
  .add(refund)
  .add(refundMany)
  .annotate(OpenApi.Description, "Wallets and transfers")
