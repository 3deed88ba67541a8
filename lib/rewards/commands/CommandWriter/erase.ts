import * as Coins from "../../Coins.ts"
import { TransferId } from "../../Id.ts"
import { noMonth, pendingOf, walletOf } from "../../ledger/Account.ts"
import { emptied, type LotChange } from "../../lots/Holdings.ts"
import type { Changes } from "./Changes.ts"
import { ensureMoved, type Owner } from "./wallet.ts"

/** The coins that a member had when it was erased. */
export interface ErasedCoins {
  readonly coins: Coins.Coins
  readonly pendingCoins: Coins.Coins
}

/**
 * Moves all coins of a member, including pending ones, to the partner's expired coins. Everything that is due must have been written
 * before.
 */
export const eraseCoins = (
  changes: Changes,
  { cause, memberId, partnerId, userId }: Owner,
  takeId: () => string
): ErasedCoins => {
  const { at: createdAt, book, wallets } = changes.state
  const holdings = wallets.of(memberId)
  const move = (
    movement: "erasure" | "pending_erasure",
    amount: Coins.Coins,
    lots: ReadonlyArray<LotChange>
  ) => {
    const id = TransferId.make(takeId(), { disableValidation: true })
    ensureMoved(
      changes,
      book.transfer(movement, {
        partnerId,
        memberId,
        id,
        amount,
        month: noMonth,
        createdAt,
        orderedBy: cause.orderedBy ?? null,
        lots
      })
    )
  }
  const pending = pendingOf(memberId)
  const pendingCoins = book.has(pending) ? book.account(pending).balance : Coins.zero
  const coins = book.account(walletOf(memberId)).balance
  const lots = holdings.lots.flatMap(({ coins, expiresAt }) =>
    coins > 0 ? [{ expiresAt, coins: Coins.make(-coins), expired: coins }] : []
  )
  if (pendingCoins > 0) move("pending_erasure", pendingCoins, [])
  if (coins > 0) move("erasure", coins, lots)
  wallets.set(partnerId, memberId, emptied(holdings))
  const data = { memberId, userId, coins, pendingCoins, createdAt }
  changes.addFact(partnerId, cause, { type: "member.erased", data })
  return { coins, pendingCoins }
}
