import { Array as Arr, Data, Either, Schema } from "effect"
import * as Coins from "../Coins.ts"
import {
  LimitReached,
  ParticipantLimitReached,
  RuleInactive,
  RuleNotRunning,
  UserLimitReached
} from "../Errors.ts"
import type { Exhaustion } from "../events/Fact.ts"
import type { Limit, Measure } from "../limits/Limit.ts"
import { type Rule, type SubRule, UserLimit } from "../rules/Rule.ts"
import type { SuppressedBy } from "./Award.ts"
import { AmountRefusal, coinsFor } from "./earning.ts"

/** The progress of one member under one rule. */
export interface Tally {
  /** The number of payments that were not completely reversed. */
  readonly paid: number
  /** The number of payments, including reversed ones. Each payment ends a cycle. */
  readonly cycle: number
  /** For a batched rule: the number of completions in the running cycle. For a combined rule: a bit for each finished sub-rule. */
  readonly progress: number
}

export const noTally: Tally = { paid: 0, cycle: 0, progress: 0 }

/** The payments that count in the running window of a limit, and the end of the window. */
export interface Used {
  readonly awards: number
  readonly coins: Coins.Coins
  readonly resetsAt: Date | null
}

/** The counts before an award. `used` has an element for each of the rule's limits, in the order of the limits. */
export interface AwardCounts {
  readonly tally: Tally
  readonly participants: number
  readonly used: ReadonlyArray<Used>
}

/** The target of an award: the rule itself, or one of its sub-rules. */
export type Target = Data.TaggedEnum<{
  Whole: {}
  Part: { readonly subRule: SubRule; readonly index: number }
}>
export const Target = Data.taggedEnum<Target>()

/** The error of a limit that an award would exceed. */
export const LimitRefusal = Schema.Union(ParticipantLimitReached, UserLimitReached, LimitReached)
export type LimitRefusal = typeof LimitRefusal.Type

const codes: Readonly<Record<LimitRefusal["_tag"], SuppressedBy>> = {
  ParticipantLimitReached: "participant_limit_reached",
  UserLimitReached: "user_limit_reached",
  LimitReached: "limit_reached"
}

/** Returns the code of a limit in the record of a suppressed award. */
export const suppressedBy = ({ _tag }: LimitRefusal): SuppressedBy => codes[_tag]

/** The errors with which a rule refuses an award. */
export const AwardRefusal = Schema.Union(RuleInactive, RuleNotRunning, AmountRefusal, LimitRefusal)
export type AwardRefusal = typeof AwardRefusal.Type

export type Decision = Data.TaggedEnum<{
  Paid: { readonly coins: Coins.Coins; readonly newParticipant: boolean; readonly tally: Tally }
  Counted: { readonly tally: Tally }
  /** Accepted, but not paid because of a limit. The cycle and the counters do not change. */
  Suppressed: { readonly reason: LimitRefusal }
}>
export const Decision = Data.taggedEnum<Decision>()

export type DecidableRule = Omit<
  Rule,
  | "id"
  | "partnerId"
  | "participants"
  | "archived"
  | "condition"
  | "when"
  | "timeZone"
  | "pendingDays"
  | "coinsExpire"
  | "createdAt"
  | "updatedAt"
>

/** Returns the progress of the cycle after this award, and whether the award ends the cycle. */
const advance = (
  terms: Rule["terms"],
  progress: number,
  target: Target
): { ends: boolean; progress: number } => {
  switch (terms._tag) {
    case "Single":
      return { ends: true, progress: 0 }
    case "Batched":
      return { ends: progress + 1 >= terms.completionNumber, progress: progress + 1 }
    case "Combined": {
      if (target._tag === "Whole") return { ends: true, progress: 0 }
      const done = progress | (1 << target.index)
      const ends = terms.subRules.every(
        (subRule, index) => subRule.status === "inactive" || (done & (1 << index)) !== 0
      )
      return { ends, progress: done }
    }
  }
}

const isRunning = ({ startsAt, endsAt }: DecidableRule, at: Date): boolean =>
  (startsAt === null || at >= startsAt) && (endsAt === null || at < endsAt)

/** The fields of these errors are not validated, because the validation would take longer than the rest of a decision. */
const unchecked = { disableValidation: true }

const reached = (
  { name: ruleName }: DecidableRule,
  { per, period }: Limit,
  measure: Measure,
  used: string,
  max: string,
  resetsAt: Date | null
): LimitReached => new LimitReached({ ruleName, per, period, measure, used, max, resetsAt }, unchecked)

/** Returns the first full limit of payments or participants that applies to the award. `ends` says whether the award ends the cycle. */
const fullLimit = (rule: DecidableRule, counts: AwardCounts, ends: boolean): LimitRefusal | undefined => {
  const { participants, tally, used } = counts
  if (UserLimit.$is("AtMost")(rule.userLimitAward) && tally.paid >= rule.userLimitAward.awards) {
    return new UserLimitReached({ ruleName: rule.name, max: rule.userLimitAward.awards }, unchecked)
  }
  if (tally.paid === 0 && participants >= rule.maxNumberOfParticipant) {
    return new ParticipantLimitReached({ ruleName: rule.name, max: rule.maxNumberOfParticipant }, unchecked)
  }
  for (const [index, limit] of rule.limits.entries()) {
    const { awards, resetsAt } = Arr.unsafeGet(used, index)
    if (limit.awards === undefined || awards < limit.awards || !(ends || limit.period === "ever")) continue
    return reached(rule, limit, "awards", String(awards), String(limit.awards), resetsAt)
  }
  return undefined
}

/** Returns the coins that the limits allow for this payment. `short` is the error of the first limit that allows less than `value`. */
const coinsLeft = (
  rule: DecidableRule,
  value: Coins.Coins,
  { used }: AwardCounts,
  ends: boolean
): { readonly coins: Coins.Coins; readonly short: LimitReached | undefined } => {
  let coins = value
  let short: LimitReached | undefined
  for (const [index, limit] of rule.limits.entries()) {
    if (limit.coins === undefined || !(ends || limit.period === "ever")) continue
    const { coins: spent, resetsAt } = Arr.unsafeGet(used, index)
    const left = Coins.make(Math.max(0, limit.coins - spent))
    if (left >= value) continue
    short ??= reached(rule, limit, "coins", Coins.format(spent), Coins.format(limit.coins), resetsAt)
    coins = Coins.make(Math.min(coins, left))
  }
  return { coins, short }
}

/** The award to decide. */
export interface DecidedAward {
  readonly target: Target
  readonly amount: Coins.Coins | undefined
  readonly at: Date
}

/**
 * Decides one award. A limit that never resets applies to every completion. A limit that resets applies only to the completion that
 * ends the cycle. The database enforces the limits again when the counts are written.
 */
export const decide = (
  rule: DecidableRule,
  counts: AwardCounts,
  { amount, at, target }: DecidedAward
): Either.Either<Decision, AwardRefusal> => {
  const value = coinsFor(rule, amount)
  if (Either.isLeft(value)) return Either.left(value.left)
  if (rule.status === "inactive") return Either.left(new RuleInactive({ ruleName: rule.name }))
  if (target._tag === "Part" && target.subRule.status === "inactive") {
    return Either.left(new RuleInactive({ ruleName: target.subRule.name }))
  }
  if (!isRunning(rule, at)) {
    const { endsAt, name, startsAt } = rule
    return Either.left(new RuleNotRunning({ ruleName: name, startsAt, endsAt }))
  }
  const { tally } = counts
  const { ends, progress } = advance(rule.terms, tally.progress, target)
  const full = fullLimit(rule, counts, ends)
  const { coins, short } = coinsLeft(rule, value.right, counts, ends)
  const refusal = full ?? (rule.atLimit === "clamp" && coins > 0 ? undefined : short)
  if (refusal !== undefined) {
    return rule.atLimit === "suppress"
      ? Either.right(Decision.Suppressed({ reason: refusal }))
      : Either.left(refusal)
  }
  return Either.right(
    ends
      ? {
          _tag: "Paid",
          coins,
          newParticipant: tally.paid === 0,
          tally: { paid: tally.paid + 1, cycle: tally.cycle + 1, progress: 0 }
        }
      : { _tag: "Counted", tally: { ...tally, progress } }
  )
}

/**
 * Returns the limits that a payment has just used up: `maxNumberOfParticipant`, and limits per rule with the period "ever". A limit of
 * coins is used up when less than the smallest payment is left. With `atLimit` "clamp", it is used up when nothing is left.
 */
export const exhaustedBy = (
  rule: DecidableRule & Pick<Rule, "id">,
  after: Pick<AwardCounts, "participants" | "used">,
  paid: { readonly coins: Coins.Coins; readonly newParticipant: boolean }
): ReadonlyArray<Exhaustion> => {
  const found: Array<Exhaustion> = []
  const add = (measure: Exhaustion["measure"], used: string, max: string) =>
    found.push({ ruleId: rule.id, ruleName: rule.name, measure, used, max })
  const { maxNumberOfParticipant: places } = rule
  if (paid.newParticipant && after.participants === places) {
    add("participants", String(after.participants), String(places))
  }
  const smallest = Math.min(rule.coinValue, rule.maxCoins ?? rule.coinValue)
  const least = rule.atLimit === "clamp" ? 1 : smallest
  for (const [index, limit] of rule.limits.entries()) {
    const used = after.used[index]
    if (limit.per !== "rule" || limit.period !== "ever" || used === undefined) continue
    if (limit.awards !== undefined && used.awards === limit.awards) {
      add("awards", String(used.awards), String(limit.awards))
    }
    if (limit.coins === undefined) continue
    const left = limit.coins - used.coins
    // Adds the limit only if it was not used up before this payment.
    if (left < least && left + paid.coins >= least) {
      add("coins", Coins.format(used.coins), Coins.format(limit.coins))
    }
  }
  return found
}
