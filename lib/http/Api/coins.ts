import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { CoinData, CoinTransaction, CoinTransactionPage, TransferBody } from "../wire/coins.ts"
import { success } from "../wire/envelope.ts"
import { Authorization, created, optional, RequiredScope } from "./annotations.ts"

export const coins = HttpApiGroup.make("coins")
  .add(
    HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
      .setPayload(TransferBody)
      .addSuccess(success(CoinTransaction), created)
      .annotate(RequiredScope, "coins:write")
      .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  )
  .add(
    HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
      .setUrlParams(Schema.Struct({ userId: Schema.String }))
      .addSuccess(success(CoinData))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "A user's wallet with the partner")
  )
  .add(
    HttpApiEndpoint.get("transactions", "/laas/coins/transactions")
      .setUrlParams(Schema.Struct({ userId: Schema.String, page: optional, limit: optional }))
      .addSuccess(success(CoinTransactionPage))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "A user's coin transactions, newest first")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Wallets and transfers")
