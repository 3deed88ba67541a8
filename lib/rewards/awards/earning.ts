import { Either, Schema } from "effect"
import * as Coins from "../Coins.ts"
import { AmountNotAllowed, AmountRequired, AmountTooLarge, AmountTooSmall } from "../Errors.ts"
import type { Rule } from "../rules/Rule.ts"

/** What a rule pays for an amount: `coinValue` for every full `unit`, and at most `maxCoins`. */
export interface Rate {
  readonly unit: Coins.Coins
  readonly coinValue: Coins.Coins
  readonly maxCoins: Coins.Coins | null
}

/** Returns the coins that an amount earns. Without `maxCoins`, they can be more than `Coins.max`, so the result is a bigint. */
export const worthOf = (amount: Coins.Coins, { coinValue, maxCoins, unit }: Rate): bigint => {
  const coins = (BigInt(amount) / BigInt(unit)) * BigInt(coinValue)
  return maxCoins !== null && coins > BigInt(maxCoins) ? BigInt(maxCoins) : coins
}

export const AmountRefusal = Schema.Union(AmountRequired, AmountNotAllowed, AmountTooSmall, AmountTooLarge)
export type AmountRefusal = typeof AmountRefusal.Type

/** Returns the coins that a rule pays for an award if its limits allow it. */
export const coinsFor = (
  { coinValue, maxCoins, name: ruleName, unit }: Pick<Rule, "coinValue" | "maxCoins" | "name" | "unit">,
  amount: Coins.Coins | undefined
): Either.Either<Coins.Coins, AmountRefusal> => {
  if (unit === null) {
    return amount === undefined ? Either.right(coinValue) : Either.left(new AmountNotAllowed({ ruleName }))
  }
  if (amount === undefined) return Either.left(new AmountRequired({ ruleName }))
  if (amount < unit) return Either.left(new AmountTooSmall({ ruleName, unit: Coins.format(unit) }))
  const coins = worthOf(amount, { unit, coinValue, maxCoins })
  return coins > BigInt(Coins.max)
    ? Either.left(new AmountTooLarge({ ruleName, max: Coins.format(Coins.max) }))
    : Either.right(Coins.make(Number(coins)))
}
