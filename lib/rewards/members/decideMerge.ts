import { Either } from "effect"
import type { Tally } from "../awards/decide.ts"
import * as Coins from "../Coins.ts"
import { MergeLimitReached } from "../Errors.ts"
import type { Counts } from "../limits/Counters.ts"
import type { Counted } from "../limits/Limit.ts"
import { type Rule, UserLimit } from "../rules/Rule.ts"

/** Adds up the tallies and counters of two members who are merged, and compares the sums with the limits. */

/** A tally, and the number of cycles of the members that were merged into the member of the tally. */
export interface MergedTally extends Tally {
  readonly merged: number
}

export const noMergedTally: MergedTally = { paid: 0, cycle: 0, progress: 0, merged: 0 }

/**
 * Returns the progress of two members together in their running cycles. It can be more than a cycle needs. The next award then pays for one
 * cycle.
 */
const progressOf = ({ terms }: Pick<Rule, "terms">, from: number, into: number): number =>
  terms._tag === "Combined" ? from | into : from + into

/** Returns the tally of the member that remains. Its running cycle continues, and includes the running cycle of the other member. */
export const mergedTally = (
  rule: Pick<Rule, "terms">,
  from: MergedTally,
  into: MergedTally
): MergedTally => ({
  paid: from.paid + into.paid,
  cycle: into.cycle,
  progress: progressOf(rule, from.progress, into.progress),
  merged: from.cycle + from.merged + into.merged
})

/** Whether both members are participants. They become one participant, so that a place is free. */
export const freesPlace = (from: Tally, into: Tally): boolean => from.paid > 0 && into.paid > 0

/** Whether the sum is above the maximum because of the merge. One count alone can be above a maximum that was lowered since. */
const passes = (from: number, into: number, max: number | null): boolean =>
  max !== null && from > 0 && into > 0 && from + into > max

/** Returns the error if the two members were paid more often together than the rule pays one member. */
export const userLimitPassed = (
  { name: ruleName, userLimitAward }: Pick<Rule, "name" | "userLimitAward">,
  from: Tally,
  into: Tally
): MergeLimitReached | undefined =>
  UserLimit.$is("AtMost")(userLimitAward) && passes(from.paid, into.paid, userLimitAward.awards)
    ? new MergeLimitReached({
        ruleName,
        period: "ever",
        measure: "awards",
        used: String(from.paid + into.paid),
        max: String(userLimitAward.awards)
      })
    : undefined

/** Returns the error if the counts of both members in one window are above a limit together. */
export const windowPassed = (
  ruleName: string,
  { maxAwards, maxCoins, period }: Pick<Counted, "maxAwards" | "maxCoins" | "period">,
  from: Counts,
  into: Counts
): MergeLimitReached | undefined => {
  if (passes(from.awards, into.awards, maxAwards)) {
    const [used, max] = [String(from.awards + into.awards), String(maxAwards)]
    return new MergeLimitReached({ ruleName, period, measure: "awards", used, max })
  }
  if (maxCoins !== null && passes(from.coins, into.coins, maxCoins)) {
    const used = Coins.format(BigInt(from.coins + into.coins))
    return new MergeLimitReached({ ruleName, period, measure: "coins", used, max: Coins.format(maxCoins) })
  }
  return undefined
}

/** Returns the limit to store with a count. It is at least the count, because a forced merge can make the count larger than the limit. */
export const storedLimit = (limit: number | null, count: number): number | null =>
  limit === null ? null : Math.max(limit, count)

/** Fails with the first error. */
export const firstPassed = (
  passed: ReadonlyArray<MergeLimitReached | undefined>
): Either.Either<void, MergeLimitReached> => {
  const first = passed.find((each) => each !== undefined)
  return first === undefined ? Either.void : Either.left(first)
}
