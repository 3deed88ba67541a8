import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import type { UserScope } from "../../accounts/authorization/Authorization.ts"
import { AdjustCommand, Adjustment, ReverseAdjustmentCommand } from "../../rewards/adjustments/Adjustment.ts"
import { WaitingRequest } from "../../rewards/approvals/Approval.ts"
import { WalletKind } from "../../rewards/ledger/Account.ts"
import { LiabilitySums, ReadLiability } from "../../rewards/liability/LiabilitySums.ts"
import { ExpiringCoins, UserId } from "../../rewards/members/Member.ts"
import { AdjustmentReversal, Refund, RefundCommand } from "../../rewards/reversals/Reversal.ts"
import { ListTransactions, TransferCommand } from "../../rewards/transfers/Transfer.ts"
import { HistoryPage } from "../../rewards/transfers/Transfers.ts"
import { required } from "../../schema/Input.ts"
import { forPartner } from "../access.ts"
import { accepted, created, ReadsList } from "../annotations.ts"
import { answer, CoinNumber, Decimal, described, Empty, Id, Instant, Texts, Whole } from "../answerSchemas.ts"
import { bulkBody, bulkOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage, page } from "../paging.ts"
import {
  itemKey,
  listing,
  metadata,
  narration,
  page as pageNote,
  pageSize,
  requestBody,
  requestQuery,
  userId
} from "../requestSchemas.ts"

export const TransferBody = requestBody(
  "Transfer",
  TransferCommand.omit("partnerId", "idempotencyKey", "attachment"),
  {
    userId,
    coins: { description: "The coins to move. The wallet must contain them", example: 2.5 },
    narration,
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

export const RefundsBody = bulkBody("Refunds", "refunds", RefundBody)

export const RefundOutcomes = outcomesOf("RefundOutcomes", CoinRefund)

const adjustFields = {
  userId,
  coins: { description: "The coins to add or to remove", example: 25 },
  debitOrCredit: {
    description: "CR adds coins to the wallet. DE removes coins from it. The wallet must contain them",
    example: "CR"
  },
  reason: { description: "Why the balance is corrected", example: "goodwill for a late delivery" },
  points: {
    description: "Whether a credit counts on the boards. By default it does not. A debit never counts"
  },
  coinsExpire: {
    description:
      "An ISO 8601 period of years, months and days. The coins of a credit expire at the end of its last day in UTC. By default they do not expire",
    example: "P1Y"
  },
  narration,
  metadata
}

export const AdjustBody = requestBody(
  "Adjust",
  AdjustCommand.omit("partnerId", "idempotencyKey"),
  adjustFields
)

export const AdjustItem = requestBody("AdjustItem", AdjustCommand.omit("partnerId"), {
  ...adjustFields,
  idempotencyKey: itemKey
})

export const CoinAdjustment = answer(
  "Adjustment",
  Adjustment.pick("id", "userId", "coins", "debitOrCredit", "reason", "points", "createdAt"),
  {
    id: Id,
    debitOrCredit: { description: "CR: added to the wallet. DE: removed from it" },
    points: { description: "Whether the adjustment counts on the boards" }
  }
)

export const AdjustmentsBody = bulkBody("Adjustments", "adjustments", AdjustItem)

/** An adjustment that another person must approve. */
export const Waiting = answer("WaitingRequest", WaitingRequest.pick("id", "state"), {
  id: { description: "The id of the request, which another person approves or declines" }
})

export const AdjustmentOutcomes = outcomesOf("AdjustmentOutcomes", Schema.Union(CoinAdjustment, Waiting))

export const ReverseAdjustmentBody = requestBody(
  "ReverseAdjustment",
  ReverseAdjustmentCommand.omit("partnerId", "idempotencyKey"),
  {
    adjustmentId: {
      description: "The id of an adjustment",
      example: "01a1dd04-59e9-7000-9022-9805fb1f6534"
    },
    narration
  }
)

export const CoinAdjustmentReversal = answer(
  "AdjustmentReversal",
  AdjustmentReversal.pick("id", "adjustmentId", "coins", "narration", "partnerId", "createdAt"),
  { id: Id, coins: { description: "The coins of the adjustment" } }
)

const whose = { description: userId.description }

export const WalletQuery = requestQuery(Schema.Struct({ userId: required(UserId) }), { userId: whose })

export const TransactionsQuery = requestQuery(HistoryPage.omit("partnerId"), {
  userId: whose,
  page: pageNote,
  limit: pageSize(10)
})

export const SearchQuery = requestQuery(ListTransactions.omit("partnerId"), {
  userId: whose,
  type: { description: "Only transactions of this type" },
  ...listing,
  limit: pageSize(20)
})

const ofUser = (scope: UserScope, otherwise: string): string =>
  `of a user who allows the scope ${scope}. For other users it is ${otherwise}. In the answer to a request with an Idempotency-Key it is ${otherwise} for every user`

const Party = Schema.Struct({
  id: Id,
  fullname_businessName: described(Schema.String, `The name of a partner, or ${ofUser("fullname", "empty")}`),
  email: described(Schema.String, `The e-mail address of a partner, or ${ofUser("email", "empty")}`),
  tag: described(
    Schema.NullOr(Schema.String),
    `The tag ${ofUser("profile", "null")}. For a partner it is always null`
  ),
  userId: Schema.String
})

export const CoinTransaction = Schema.Struct({
  id: Id,
  userId: Schema.String,
  debitOrCredit: described(Schema.Literal("DE", "CR"), "DE: out of the wallet. CR: into the wallet"),
  coins: CoinNumber,
  claimed: Schema.Boolean,
  transactionType: Schema.Literal(...WalletKind.literals),
  narration: Schema.String,
  from: Party,
  to: Party,
  plan: Empty,
  paidWithGiftCard: Schema.Boolean,
  giftCardLedger: Empty,
  // The HTTP API has a field with exactly this name.
  "the service": Schema.Boolean,
  charge: Schema.Number,
  refunded: described(Schema.Boolean, "Whether this transfer was refunded"),
  createdAt: Instant,
  updatedAt: described(Instant, "When the transaction was reversed or refunded; otherwise its createdAt")
}).annotations({ identifier: "CoinTransaction" })

export const Expiring = answer(undefined, ExpiringCoins, {
  on: {
    description:
      "The last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments)",
    format: "date"
  }
})

export const CoinData = Schema.Struct({
  userId: Schema.String,
  isLinked: described(Schema.Boolean, "Whether the member is linked to a user of the service"),
  totalPartnerCoins: Decimal,
  pendingCoins: described(
    Decimal,
    "The coins of awards that have not matured. They cannot be spent, and are not among `totalPartnerCoins`"
  ),
  expiring: described(Schema.Array(Expiring), "The next 12 days after which coins of the wallet expire"),
  wallets: Schema.Array(
    Schema.Struct({
      walletId: Schema.String,
      partner: Schema.Struct({ id: Schema.String, name: Schema.String }),
      coins: Decimal
    })
  )
}).annotations({ identifier: "CoinData" })

/** A transaction in events. The event itself says who ordered it. */
export const TransactionOfEvent = Schema.Struct({
  ...CoinTransaction.fields,
  balance: described(Decimal, "The coins in the wallet directly after the transaction"),
  reason: described(
    Schema.NullOr(Schema.String),
    "Why the balance was adjusted; null for other transactions"
  ),
  metadata: Texts
}).annotations({ identifier: "EventTransaction" })

export const ListedTransaction = Schema.Struct({
  ...TransactionOfEvent.fields,
  orderedBy: described(
    orderer("ordered the transaction"),
    "Who ordered the transaction; null if the caller is not known, or if it happened at its due time without a request"
  )
}).annotations({ identifier: "ListedTransaction" })

export const TransactionPage = keysetPage("TransactionPage", ListedTransaction)

export const CoinTransactionPage = Schema.Struct(page(ListedTransaction, Whole)).annotations({
  identifier: "CoinTransactionPage"
})

export const LiabilityQuery = requestQuery(ReadLiability.omit("partnerId"), {
  at: { description: "The time of the sums, which must not be in the future. By default it is now" }
})

export const LiabilityAnswer = answer("Liability", LiabilitySums, {
  outstanding: { description: "The coins in all wallets" },
  pending: { description: "The coins of awards that have not matured" },
  expiring: {
    description: "The outstanding coins that expire, by month. All other outstanding coins do not expire",
    fields: {
      month: {
        description:
          "The month of the last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments), such as 2026-10"
      }
    }
  },
  expired: { description: "The coins that expired, without expired coins that reversals took back" },
  awarded: { description: "The coins that awards paid" },
  spent: {
    description: "The coins that users transferred to the partner, minus the coins that were refunded"
  },
  reversed: {
    description:
      "The coins that reversals of awards took back, including coins that were pending or had expired"
  },
  adjusted: {
    description:
      "The coins that adjustments added, minus the coins that adjustments removed. Adjustments that were reversed do not count"
  }
})

export const transfer = HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
  .setPayload(TransferBody)
  .addSuccess(success(CoinTransaction), created)
  .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  .annotate(
    OpenApi.Description,
    "A transfer of more coins than the wallet contains is refused. Send an `Idempotency-Key`, so that a retry never moves coins twice."
  )
  .pipe(forPartner("coins:write"))

export const refund = HttpApiEndpoint.post("refund", "/laas/coins/refund")
  .setPayload(RefundBody)
  .addSuccess(success(CoinRefund), created)
  .annotate(OpenApi.Summary, "Return the coins of a transfer to the user's wallet")
  .annotate(OpenApi.Description, "A transfer can be refunded once. Lists show it as refunded.")
  .pipe(forPartner("coins:refund"))

export const refundMany = HttpApiEndpoint.post("refundMany", "/laas/coins/refunds")
  .setPayload(RefundsBody)
  .addSuccess(success(RefundOutcomes), created)
  .annotateContext(bulkOf("refunds"))
  .annotate(OpenApi.Summary, "Up to 1000 refunds in one request, each with its own outcome")
  .pipe(forPartner("coins:refund"))

export const adjust = HttpApiEndpoint.post("adjust", "/laas/coins/adjust")
  .setPayload(AdjustBody)
  .addSuccess(success(CoinAdjustment), created)
  .addSuccess(success(Waiting), accepted)
  .annotate(OpenApi.Summary, "Correct a user's balance by hand")
  .annotate(
    OpenApi.Description,
    "Adds coins to a wallet, or removes coins from it. Lists show the reason. The audit trail shows who made the adjustment. The wallet never goes below zero. No rule and no limit applies. An adjustment counts on the boards only with `points`. If a person adjusts by more coins than `approveAbove` of the partner's settings, the answer is 202, and the adjustment waits until another person approves it. Send an `Idempotency-Key`, so that a retry never adjusts twice."
  )
  .pipe(forPartner("coins:adjust"))

export const adjustMany = HttpApiEndpoint.post("adjustMany", "/laas/coins/adjustments")
  .setPayload(AdjustmentsBody)
  .addSuccess(success(AdjustmentOutcomes), created)
  .annotateContext(bulkOf("adjustments"))
  .annotate(OpenApi.Summary, "Up to 1000 adjustments in one request, each with its own outcome")
  .pipe(forPartner("coins:adjust"))

export const reverseAdjustment = HttpApiEndpoint.post("reverseAdjustment", "/laas/coins/adjust/reverse")
  .setPayload(ReverseAdjustmentBody)
  .addSuccess(success(CoinAdjustmentReversal), created)
  .addSuccess(success(Waiting), accepted)
  .annotate(OpenApi.Summary, "Undo an adjustment")
  .annotate(
    OpenApi.Description,
    "An adjustment can be reversed once, as a whole. The reversal of a credit takes its coins back from the wallet, except those that have expired. It is refused if the wallet has too few coins. A reversal by a person waits for approval if the adjustment has more coins than `approveAbove` of the partner's settings."
  )
  .pipe(forPartner("coins:adjust"))

export const wallet = HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
  .setUrlParams(WalletQuery)
  .addSuccess(success(CoinData))
  .annotate(OpenApi.Summary, "A user's wallet with the partner")
  .annotate(OpenApi.Description, "The answer contains no personal data of the user.")
  .pipe(forPartner("read"))

export const transactions = HttpApiEndpoint.get("transactions", "/laas/coins/transactions")
  .setUrlParams(TransactionsQuery)
  .addSuccess(success(CoinTransactionPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "A user's coin transactions, newest first")
  .annotate(
    OpenApi.Description,
    "The pages are numbered. `debitOrCredit` says whether coins went into the wallet (`CR`: awards, refunds, credits, reversals of debits) or out of it (`DE`: transfers, debits, reversals of awards and credits)."
  )
  .pipe(forPartner("read"))

export const search = HttpApiEndpoint.get("search", "/laas/coins/transactions/search")
  .setUrlParams(SearchQuery)
  .addSuccess(success(TransactionPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "Coin transactions of all users, newest first")
  .annotate(
    OpenApi.Description,
    "Can be filtered by user, type, time and metadata. New transactions do not shift the pages: each transaction is shown once."
  )
  .pipe(forPartner("read"))

export const liability = HttpApiEndpoint.get("liability", "/laas/coins/liability")
  .setUrlParams(LiabilityQuery)
  .addSuccess(success(LiabilityAnswer))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The coins that the partner owes its users, now or at a time in the past")
  .annotate(
    OpenApi.Description,
    "The sums include what was written or due up to and including `at`. `awarded - reversed - spent - expired + adjusted` is `outstanding + pending`."
  )
  .pipe(forPartner("read"))

export const coins = HttpApiGroup.make("coins")
  .add(transfer)
  .add(wallet)
  .add(transactions)
  .add(search)
  .add(liability)
  .add(refund)
  .add(refundMany)
  .add(adjust)
  .add(adjustMany)
  .add(reverseAdjustment)
  .annotate(OpenApi.Description, "Wallets and transfers")
