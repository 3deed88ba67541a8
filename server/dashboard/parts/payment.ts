import { decimalOf, partsOf } from "./decimals.ts"
import { counted, exact } from "./numbers.ts"

/** What a rule pays for an award. A form has an empty text instead of null. */
interface Rate {
  readonly coinValue: string
  readonly unit: string | null
  readonly maxCoins: string | null
}

/** What one award pays: "50 coins", or "1 coin for every 10, at most 5 coins an award". */
export const paymentOf = ({ coinValue, maxCoins, unit }: Rate): string =>
  [
    counted(Number(coinValue), "coin"),
    unit ? ` for every ${exact(unit)}` : "",
    unit && maxCoins ? `, at most ${counted(Number(maxCoins), "coin")} an award` : ""
  ].join("")

/** The coins that an amount earns: `coinValue` for every full `unit`, up to `maxCoins`. A test compares it with the service. */
export const worthOf = (amount: string, { coinValue, maxCoins, unit }: Rate): string => {
  if (!unit) return coinValue
  const coins = (partsOf(amount) / partsOf(unit)) * partsOf(coinValue)
  return maxCoins && coins > partsOf(maxCoins) ? maxCoins : decimalOf(coins)
}
