import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { BodyLimit, CountsAs, created, Failures } from "../annotations.ts"
import { bulkFailures, countsOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import {
  CoinData,
  CoinTotals,
  CoinTransaction,
  CoinTransactionPage,
  Refund,
  RefundBody,
  RefundOutcomes,
  RefundsBody,
  SearchQuery,
  TotalsQuery,
  TransactionPage,
  TransactionsQuery,
  TransferBody,
  WalletQuery
} from "./wire.ts"

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
