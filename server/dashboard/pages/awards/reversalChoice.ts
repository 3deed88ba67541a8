import { type Faults, filled } from "../../api.ts"
import type { Award, Body, Rule } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { amountFault, coinsFault, exact } from "../../parts/numbers.ts"
import { paymentOf, worthOf } from "../../parts/payment.ts"
import { words } from "../../words/awards.ts"

/** What a reversal takes back: all that is left, so many coins, or the coins of a part of the amount. */
export interface ReversalValues {
  readonly part: "all" | "coins" | "amount"
  readonly coins: string
  readonly amount: string
  readonly narration: string
}

export const wholeReversal: ReversalValues = { part: "all", coins: "", amount: "", narration: "" }

/** Awards that have coins left, or that counted in a cycle that may still be running, can be reversed. */
export const isReversible = ({ state }: Award): boolean => state !== "suppressed" && state !== "reversed"

/** The choices of an award. Only coins that were paid can go back in part, and only an amount can be returned in part. */
export const choicesOf = ({ amountLeft, coinsLeft, state }: Award) => {
  const coins = Number(coinsLeft)
  return state === "counted"
    ? []
    : ([
        ["all", words.allLeft, words.coinsLeft(coins)],
        ["coins", words.someCoins, words.upTo(coins)],
        ...(amountLeft === null || Number(amountLeft) === 0
          ? []
          : [["amount", words.partOfAmount, words.upToAmount(exact(amountLeft))] as const])
      ] as const)
}

const atMost = (text: string, left: string): string | undefined =>
  partsOf(text) > partsOf(left)
    ? `must be at most ${left}, the part of the award that is not reversed yet`
    : undefined

/** Finds faults before the form is sent, in the API's words. */
export const check =
  ({ amountLeft, coinsLeft }: Award) =>
  ({ amount, coins, part }: ReversalValues): Faults => {
    const fault =
      part === "coins"
        ? (coinsFault(coins) ?? atMost(coins, coinsLeft))
        : part === "amount"
          ? (amountFault(amount) ?? atMost(amount, amountLeft ?? "0"))
          : undefined
    return fault === undefined ? {} : { [part]: fault }
  }

export const bodyOf = (
  { id }: Award,
  { amount, coins, narration, part }: ReversalValues
): Body<"rules.reverse"> => ({
  awardId: id,
  ...(part === "coins" ? filled("coins", coins) : {}),
  ...(part === "amount" ? filled("amount", amount) : {}),
  ...filled("narration", narration)
})

/** The coins that go back, by the rate of the rule today; undefined while something is missing or wrong. */
export const coinsBack = (
  award: Award,
  values: ReversalValues,
  rule: Rule | undefined
): string | undefined => {
  if (Object.keys(check(award)(values)).length > 0) return undefined
  if (values.part === "all") return award.coinsLeft
  if (values.part === "coins") return values.coins.trim()
  if (rule === undefined || rule.unit === null) return undefined
  const left = partsOf(award.coinsLeft)
  const worth = partsOf(worthOf(restOf(award, values), rule))
  return decimalOf(left > worth ? left - worth : 0n)
}

/** What is left of the award's amount after the reversal. */
const restOf = ({ amountLeft }: Award, { amount }: ReversalValues): string =>
  decimalOf(partsOf(amountLeft ?? "0") - partsOf(amount))

/** The award after a reversal. */
export const afterReversal = (
  award: Award,
  values: ReversalValues,
  { coins, createdAt }: { readonly coins: string; readonly createdAt: string }
): Award => {
  const coinsLeft = decimalOf(partsOf(award.coinsLeft) - partsOf(coins))
  const amountLeft =
    values.part === "coins" || award.amountLeft === null
      ? award.amountLeft
      : values.part === "amount"
        ? restOf(award, values)
        : "0"
  return coinsLeft === "0"
    ? { ...award, coinsLeft, amountLeft, state: "reversed", reversedAt: createdAt }
    : { ...award, coinsLeft, amountLeft, state: award.state === "pending" ? "pending" : "partly_reversed" }
}

/** Describes what the reversal does. Undefined while something is missing or wrong. `given` marks the names in the sentences. */
export const consequenceOf = <Part>(
  award: Award,
  values: ReversalValues,
  rule: Rule | undefined,
  given: (name: string) => Part
): ReadonlyArray<string | Part> | undefined => {
  const { coinsLeft, state } = award
  const ruleName = given(award.ruleName)
  const userId = given(award.userId)
  if (state === "counted") return words.completionLeaves(ruleName, userId)
  const coins = coinsBack(award, values, rule)
  if (coins === undefined) {
    const isOnlyRateMissing = rule?.unit === null && Object.keys(check(award)(values)).length === 0
    return isOnlyRateMissing ? words.noAmount(ruleName) : undefined
  }
  const earns =
    values.part === "amount" && rule !== undefined
      ? [
          words.restPays(
            paymentOf(rule),
            exact(restOf(award, values)),
            exact(worthOf(restOf(award, values), rule))
          ),
          " "
        ]
      : []
  const from = state === "pending" ? "pending" : "wallet"
  const rest = decimalOf(partsOf(coinsLeft) - partsOf(coins))
  if (coins === "0") return [...earns, words.noCoinsBack]
  if (rest !== "0") {
    const leave = words.leaveSome[from](Number(coins), userId, Number(rest))
    return [...earns, ...leave, " ", words.stillCounts]
  }
  return [...earns, ...words.leave[from](Number(coins), userId), " ", ...words.countsNoMore(ruleName)]
}
