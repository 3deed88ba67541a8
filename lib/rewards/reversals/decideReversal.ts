import { Either } from "effect"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { worthOf } from "../awards/earning.ts"
import * as Coins from "../Coins.ts"
import { AlreadyReversed, TooMuchToReverse } from "../Errors.ts"
import type { Returned, ReverseCommand, ReversedAward } from "./Reversal.ts"

const tooMuch = (field: "coins" | "amount", left: Coins.Coins) =>
  Either.left(new TooMuchToReverse({ field, left: Coins.format(left) }))

/**
 * Returns the totals of an award's reversals after one more reversal. Without `coins` and `amount`, this reversal takes back all coins that
 * are left. With `amount`, the member keeps the coins that the rest of the amount earns. If the rest earns at least the coins that are
 * left, for example because of `maxCoins`, the member keeps all of them, and the reversal takes back 0 coins.
 */
export const decideReversal = (
  award: ReversedAward,
  before: Returned,
  { amount, coins }: Pick<ReverseCommand, "amount" | "coins">
): Either.Either<Returned, AlreadyReversed | TooMuchToReverse | InvalidInput> => {
  const left = Coins.make(award.coins - before.coins)
  const number = before.number + 1
  if (before.number > 0 && left === 0) return Either.left(new AlreadyReversed({ recordId: award.id }))
  if (coins !== undefined) {
    if (!award.awarded) return Either.left(invalid("coins", "must be left out: the award paid no coins"))
    return coins > left
      ? tooMuch("coins", left)
      : Either.right({ ...before, number, coins: Coins.make(before.coins + coins) })
  }
  if (amount === undefined) {
    return Either.right({ number, coins: award.coins, amount: award.amount ?? before.amount })
  }
  if (award.amount === null || award.earned === null) {
    return Either.left(invalid("amount", "must be left out: the award has no amount"))
  }
  const rest = Coins.make(award.amount - before.amount)
  if (amount > rest) return tooMuch("amount", rest)
  const worth = worthOf(Coins.make(rest - amount), award.earned)
  const remaining = worth < BigInt(left) ? Number(worth) : left
  return Either.right({
    number,
    coins: Coins.make(award.coins - remaining),
    amount: Coins.make(before.amount + amount)
  })
}
