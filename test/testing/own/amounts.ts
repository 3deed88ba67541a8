// What the engine pays for an amount, and how much of an award a reversal takes back.
import type { ReverseRequest, RuleDraft } from "../../../lib/entries/testing.ts"
import type { AcceptedAward, Fault } from "./Records.ts"

export const unitsOf = (coins: string): number => Math.round(Number(coins) * 10_000)

type Rate = Pick<RuleDraft, "coins" | "unit" | "maxCoins">

const largest = 5e15

const worthOf = ({ coins, maxCoins, unit }: Rate, amount: number, fault: Fault | undefined): number => {
  const size = unitsOf(unit ?? "1")
  const full = BigInt(
    fault === "amount that rounds up" ? Math.round(amount / size) : Math.floor(amount / size)
  )
  return Math.min(Number(full * BigInt(unitsOf(coins))), maxCoins === null ? Infinity : unitsOf(maxCoins))
}

/** The coins that an award pays if no limit prevents it, or why its amount is refused. */
export const payFor = (rule: Rate, amount: string | undefined, fault: Fault | undefined) => {
  if (rule.unit === null) return amount === undefined ? unitsOf(rule.coins) : "AmountNotAllowed"
  if (amount === undefined) return "AmountRequired"
  if (unitsOf(amount) < unitsOf(rule.unit)) return "AmountTooSmall"
  const worth = worthOf(rule, unitsOf(amount), fault)
  return worth > largest ? "AmountTooLarge" : worth
}

/** The coins that a reversal takes back, and the amount that it returns, or why it is refused. */
export const partOf = (award: AcceptedAward, reversal: ReverseRequest, fault: Fault | undefined) => {
  const left = award.units - award.returned
  const rest = award.amount - award.returnedAmount
  if (reversal.amount !== undefined) {
    const back = unitsOf(reversal.amount)
    if (award.rate.unit === null) return "InvalidInput"
    if (back > rest) return "TooMuchToReverse"
    return { taken: Math.max(0, left - worthOf(award.rate, rest - back, fault)), back }
  }
  if (reversal.coins === undefined) return { taken: left, back: rest }
  const taken = unitsOf(reversal.coins)
  const most = fault === "part that is larger than what is left" ? left + 1 : left
  return taken > most ? "TooMuchToReverse" : { taken, back: 0 }
}
