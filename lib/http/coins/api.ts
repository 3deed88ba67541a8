import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import { success } from "../envelope.ts"
import {
  CoinData,
  CoinTransaction,
  CoinTransactionPage,
  TransactionsQuery,
  TransferBody,
  WalletQuery
} from "./wire.ts"

export const transfer = HttpApiEndpoint.post("transfer", "/laas/coins/transfer-from-user-wallet")
  .setPayload(TransferBody)
  .addSuccess(success(CoinTransaction), created)
  .annotate(OpenApi.Summary, "Move coins from a user's wallet to the partner")
  .pipe(forPartner("coins:write"))

export const wallet = HttpApiEndpoint.get("wallet", "/laas/get-user-coin-data")
  .setUrlParams(WalletQuery)
  .addSuccess(success(CoinData))
  .annotate(OpenApi.Summary, "A user's wallet with the partner")
  .pipe(forPartner("read"))

export const transactions = HttpApiEndpoint.get("transactions", "/laas/coins/transactions")
  .setUrlParams(TransactionsQuery)
  .addSuccess(success(CoinTransactionPage))
  .annotate(OpenApi.Summary, "A user's coin transactions, newest first")
  .pipe(forPartner("read"))

export const coins = HttpApiGroup.make("coins")
  .add(transfer)
  .add(wallet)
  .add(transactions)
  .annotate(OpenApi.Description, "Wallets and transfers")
