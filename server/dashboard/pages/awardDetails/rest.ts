import type { AwardDetails } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"

/** The reversals with what was left of the award after each. Of very many, only the last ones are known. */
export const withRest = ({ coinsLeft, reversals }: Pick<AwardDetails, "coinsLeft" | "reversals">) => {
  let left = partsOf(coinsLeft)
  const newestFirst = reversals.toReversed().map((reversal) => {
    const rest = decimalOf(left)
    left += partsOf(reversal.coins)
    return { ...reversal, rest }
  })
  return newestFirst.reverse()
}
