import { Either } from "effect"
import { decoderOf, misfit } from "../../schema/Compiled.ts"
import * as Coins from "../Coins.ts"
import { AmountInvalid } from "../Errors.ts"
import { type Facts, valueIn } from "./judge.ts"
import type { When } from "./When.ts"

const readAmount = decoderOf(Coins.PositiveDecimal)

/**
 * Reads the amount from the field that `when.amount` names. Returns undefined if the rule has no `when.amount`: then it has no unit, and
 * needs no amount.
 */
export const amountIn = (
  { name: ruleName, when }: { readonly name: string; readonly when: When },
  data: Facts["data"]
): Either.Either<Coins.Coins | undefined, AmountInvalid> => {
  if (when.amount === undefined) return Either.right(undefined)
  const amount = readAmount(valueIn(data, when.amount))
  return amount === misfit
    ? Either.left(new AmountInvalid({ ruleName, field: when.amount }))
    : Either.right(amount)
}
