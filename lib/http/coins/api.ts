import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema, Struct } from "effect"
import type { UserScope } from "../../accounts/authorization/Authorization.ts"
import { DayTotals, ListTotals } from "../../boards/Total.ts"
import { TransferKind } from "../../rewards/ledger/Account.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { Refund, RefundCommand } from "../../rewards/reversals/Reversal.ts"
import { ListTransactions, TransferCommand } from "../../rewards/transfers/Transfer.ts"
import { HistoryPage } from "../../rewards/transfers/Transfers.ts"
import { required } from "../../schema/Input.ts"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import {
  answer,
  CoinNumber,
  Decimal,
  Empty,
  Id,
  Instant,
  startingWith,
  Texts,
  Whole
} from "../answerSchemas.ts"
import { bulkOf, itemsOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { keysetPage, page } from "../paging.ts"
import {
  listing,
  metadata,
  narration,
  page as pageNote,
  pageSize,
  requestBody,
  requestQuery,
  userId
} from "../requestSchemas.ts"

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

export const CoinRefund = answer(
  "Refund",
  Refund.pick("id", "transactionId", "coins", "narration", "partnerId", "createdAt"),
  { id: Id, coins: { description: "The coins that returned to the wallet" } }
)

export const RefundsBody = Schema.Struct({ refunds: itemsOf(RefundBody) }).annotations({
  identifier: "Refunds"
})

export const RefundOutcomes = outcomesOf("RefundOutcomes", CoinRefund)

const whose = { description: userId.description }

export const WalletQuery = requestQuery(Schema.Struct({ userId: required(UserId) }), { userId: whose })

export const TransactionsQuery = requestQuery(HistoryPage.omit("partnerId"), {
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

const visible = (scope: UserScope, otherwise: string): string =>
  `of a user who allows the scope ${scope}; otherwise, and in answers to an Idempotency-Key, ${otherwise}`

const Party = Schema.Struct({
  id: Id,
  fullname_businessName: Schema.String.annotations({
    description: `The name of a partner, or ${visible("fullname", "empty")}`
  }),
  email: Schema.String.annotations({
    description: `The e-mail address of a partner, or ${visible("email", "empty")}`
  }),
  tag: Schema.NullOr(Schema.String).annotations({
    description: `The tag ${visible("profile", "null")}`
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
  isLinked: Schema.Boolean.annotations({
    description: "Whether the member is linked to a user of the service"
  }),
  totalPartnerCoins: Decimal,
  wallets: Schema.Array(
    Schema.Struct({
      walletId: Schema.String,
      partner: Schema.Struct({ id: Schema.String, name: Schema.String }),
      coins: Decimal
    })
  )
}).annotations({ identifier: "CoinData" })

/** A transaction as lists show it: the interface's fields, and others. */
export const ListedTransaction = Schema.Struct({
  ...CoinTransaction.fields,
  balance: Decimal.annotations({ description: "What the wallet held right after the transaction" }),
  metadata: Texts
}).annotations({ identifier: "ListedTransaction" })

export const TransactionPage = keysetPage("TransactionPage", ListedTransaction)

export const CoinTransactionPage = Schema.Struct(page(ListedTransaction, Whole)).annotations({
  identifier: "CoinTransactionPage"
})

export const TotalsQuery = requestQuery(ListTotals.omit("partnerId"), {
  from: { description: "The first day, in UTC; 30 days ago by default" },
  to: { description: "The last day, in UTC; today by default. At most 366 days in all" }
})

const sum = { description: "Their coins" }

/** One day. Answers have its counts first. */
export const DaySums = answer(
  undefined,
  startingWith(DayTotals, "day", "awards", "reversals", "transfers", "refunds"),
  {
    day: { format: "date" },
    awards: { description: "Awards that paid" },
    awarded: sum,
    reversals: { description: "Reversals that took coins back" },
    reversed: sum,
    transfers: { description: "Transfers to the partner" },
    returned: sum,
    refunded: sum
  }
)

export const CoinTotals = Schema.Struct({
  outstanding: Decimal.annotations({ description: "The coins in all wallets now" }),
  days: Schema.Array(DaySums.pick(...Struct.keys(DayTotals.fields))).annotations({
    description: "Every day, in UTC. A reversal or refund counts on its own day"
  })
}).annotations({ identifier: "CoinTotals" })

export const transfer = HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
  .setPayload(TransferBody)
  .addSuccess(success(CoinTransaction), created)
  .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  .annotate(
    OpenApi.Description,
    "The wallet never goes below zero: a transfer of more than it holds is refused. Send an `Idempotency-Key`, so that a retry never moves coins twice."
  )
  .pipe(forPartner("coins:write"))

export const refund = HttpApiEndpoint.post("refund", "/laas/coins/refund")
  .setPayload(RefundBody)
  .addSuccess(success(CoinRefund), created)
  .annotate(OpenApi.Summary, "Return the coins of a transfer to the user's wallet")
  .annotate(
    OpenApi.Description,
    "Possible once for each transfer. The transfer stays in the lists, marked as refunded."
  )
  .pipe(forPartner("coins:write"))

export const refundMany = HttpApiEndpoint.post("refundMany", "/laas/coins/refunds")
  .setPayload(RefundsBody)
  .addSuccess(success(RefundOutcomes), created)
  .annotateContext(bulkOf("refunds"))
  .annotate(OpenApi.Summary, "Up to 1000 refunds at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and a refused item does not stop the others. Each item counts as a request for the rate limit."
  )
  .pipe(forPartner("coins:write"))

export const wallet = HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
  .setUrlParams(WalletQuery)
  .addSuccess(success(CoinData))
  .annotate(OpenApi.Summary, "A user's wallet with the partner")
  .annotate(
    OpenApi.Description,
    "`isLinked` says whether the member is linked to a user of the service, and nothing else about the user."
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
    "By user, type, time and metadata. `next` of a page is `after` of the page after it, so that no entry is lost or shown twice while new ones are written."
  )
  .pipe(forPartner("read"))

export const totals = HttpApiEndpoint.get("totals", "/laas/coins/totals")
  .setUrlParams(TotalsQuery)
  .addSuccess(success(CoinTotals))
  .annotate(OpenApi.Summary, "The coins in all wallets, and the movements of each day")
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
