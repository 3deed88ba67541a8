import { type Faults, filled } from "../../api.ts"
import type { Body, Transaction } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { coinsFault, exact } from "../../parts/numbers.ts"
import { words } from "../../words/members.ts"

type DebitOrCredit = Transaction["debitOrCredit"]

export interface AdjustmentValues {
  readonly debitOrCredit: DebitOrCredit
  readonly coins: string
  readonly reason: string
  readonly narration: string
  /** Has an entry if a credit counts on the boards. */
  readonly points: ReadonlyArray<"points">
}

export const noAdjustment: AdjustmentValues = {
  debitOrCredit: "CR",
  coins: "",
  reason: "",
  narration: "",
  points: []
}

/** Finds what is missing before the form is sent, in the API's words. */
export const check = ({ coins, reason }: AdjustmentValues): Faults => {
  const fault = coinsFault(coins)
  return {
    ...(fault === undefined ? {} : { coins: fault }),
    ...(reason.trim() === "" ? { reason: "is required" } : {})
  }
}

export const bodyOf = (
  userId: string,
  { coins, debitOrCredit, narration, points, reason }: AdjustmentValues
): Body<"coins.adjust"> => ({
  userId,
  debitOrCredit,
  coins: coins.trim(),
  reason: reason.trim(),
  // A debit never counts on the boards.
  ...(debitOrCredit === "CR" && points.length > 0 ? { points: true } : {}),
  ...filled("narration", narration)
})

/** The coins of a wallet after coins were added or removed; undefined if it has too few. */
export const balanceAfter = (
  holds: number,
  debitOrCredit: DebitOrCredit,
  coins: string
): string | undefined => {
  const before = partsOf(String(holds))
  const after = debitOrCredit === "CR" ? before + partsOf(coins) : before - partsOf(coins)
  return after < 0n ? undefined : decimalOf(after)
}

/** "Add 25 coins", or without a number until it is valid. */
export const submitOf = ({ coins, debitOrCredit }: AdjustmentValues): string => {
  const isCredit = debitOrCredit === "CR"
  if (coinsFault(coins) !== undefined) return isCredit ? words.addCoins : words.removeCoins
  return isCredit ? words.addSome(Number(coins)) : words.removeSome(Number(coins))
}

/** What a change would do to a wallet, in words. */
export interface Consequence {
  readonly words: string
  /** True if the wallet has too few coins. */
  readonly isRefused: boolean
}

/** Says the balance before and after an adjustment. */
export const adjustmentConsequence = (
  userId: string,
  holds: number,
  { coins, debitOrCredit }: AdjustmentValues
): Consequence => {
  if (coinsFault(coins) !== undefined) return { words: words.hasNow(userId, holds), isRefused: false }
  const after = balanceAfter(holds, debitOrCredit, coins)
  return after === undefined
    ? { words: words.hasTooFew(userId, holds, exact(coins)), isRefused: true }
    : { words: words.hasAfterwards(userId, holds, exact(after)), isRefused: false }
}

/** Says what the reversal of an adjustment does to the wallet. */
export const reversalConsequence = (
  of: Pick<Transaction, "coins" | "debitOrCredit" | "userId">,
  holds: number
): Consequence => {
  const isCredit = of.debitOrCredit === "CR"
  const after = balanceAfter(holds, isCredit ? "DE" : "CR", String(of.coins))
  if (after === undefined) {
    return { words: words.reversalRefused(of.coins, of.userId, exact(holds)), isRefused: true }
  }
  const says = isCredit ? words.reversalTakes : words.reversalReturns
  return { words: says(of.coins, of.userId, exact(holds), exact(after)), isRefused: false }
}
