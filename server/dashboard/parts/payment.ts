import { parts } from "../words/common.ts"
import { decimalOf, partsOf } from "./decimals.ts"

/** What a rule pays for an award. A form has an empty text instead of null. */
interface Rate {
  readonly coinValue: string
  readonly unit: string | null
  readonly maxCoins: string | null
}

type Payments = Pick<typeof parts, "pays" | "paysByUnit" | "paysUpTo">

/** What one award pays: "50 coins", or "1 coin for every 10, at most 5 coins an award". */
export const paymentOf = ({ coinValue, maxCoins, unit }: Rate, words: Payments = parts): string => {
  if (!unit) return words.pays(Number(coinValue))
  return maxCoins
    ? words.paysUpTo(Number(coinValue), Number(unit), Number(maxCoins))
    : words.paysByUnit(Number(coinValue), Number(unit))
}

/** The coins that an amount earns: `coinValue` for every full `unit`, up to `maxCoins`. A test compares it with the service. */
export const worthOf = (amount: string, { coinValue, maxCoins, unit }: Rate): string => {
  if (!unit) return coinValue
  const coins = (partsOf(amount) / partsOf(unit)) * partsOf(coinValue)
  return maxCoins && coins > partsOf(maxCoins) ? maxCoins : decimalOf(coins)
}
