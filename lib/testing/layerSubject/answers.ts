/** Formats the answers of the library's services like the model does. */

import type {
  ActivityOutcome,
  ActivityReceipt,
  ActivityReversalReceipt,
  AdjustmentReceipt,
  AdjustmentReversalReceipt,
  AwardReceipt,
  ConfirmationReceipt,
  CoreFailure,
  Explanation,
  RefundReceipt,
  ReversalReceipt,
  Rule,
  TransferReceipt
} from "../../index.ts"
import type { RuleDraft } from "../HarnessCommand.ts"
import {
  type ActivityResult,
  coinsText,
  limitText,
  outcomeText,
  refusedText,
  replayText,
  scheduleText,
  shortageText,
  type UndoneKind
} from "../ModelOutcome.ts"
import { defined, timeOf } from "../requestFields.ts"
import type { Observed } from "../Subject.ts"

const observed = <A extends { readonly id: string; readonly replayed: boolean }>(
  receipt: A,
  line: string
): Observed => {
  const { replayed, ...record } = receipt
  const text = replayText(line, replayed)
  return { id: receipt.id, line: text, record: JSON.stringify(record), replayed }
}

export const observedAward = (receipt: AwardReceipt): Observed => {
  const { userId: user, ruleName, coins: units, suppressedBy } = receipt
  const line = outcomeText({ _tag: "Award", user, rule: ruleName, units, suppressedBy })
  return observed(
    receipt,
    receipt.awarded === units > 0 ? line : `${line}, but awarded is ${receipt.awarded}`
  )
}

export const observedTransfer = (receipt: TransferReceipt): Observed => {
  const { userId: user, coins: units, balance: left } = receipt
  return observed(receipt, outcomeText({ _tag: "Transfer", user, units, left }))
}

export const observedAdjustment = (receipt: AdjustmentReceipt): Observed => {
  const { coins: units, debitOrCredit, points, reason, userId: user } = receipt
  return observed(receipt, outcomeText({ _tag: "Adjustment", user, units, debitOrCredit, points, reason }))
}

export const observedUndo =
  (what: UndoneKind) =>
  (
    receipt: ReversalReceipt | RefundReceipt | AdjustmentReversalReceipt | ActivityReversalReceipt
  ): Observed =>
    observed(receipt, outcomeText({ _tag: "Undone", what, units: receipt.coins }))

export const observedConfirmation = (receipt: ConfirmationReceipt): Observed =>
  observed(receipt, outcomeText({ _tag: "Due", what: "matured", units: receipt.coins }))

const draftOf = ({ terms, ...rule }: Rule): RuleDraft => ({
  name: rule.name,
  type: terms._tag === "Batched" ? "batched" : terms._tag === "Combined" ? "combined" : "single",
  coins: coinsText(rule.coinValue),
  unit: rule.unit === null ? null : coinsText(rule.unit),
  maxCoins: rule.maxCoins === null ? null : coinsText(rule.maxCoins),
  max: rule.maxNumberOfParticipant,
  limit: rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : -1,
  completions: terms._tag === "Batched" ? terms.completionNumber : 1,
  status: rule.status,
  when: rule.when,
  parts: terms._tag === "Combined" ? terms.subRules : [],
  limits: rule.limits.map(({ per, period, awards, coins }) =>
    defined({ per, period, awards, coins: coins === undefined ? undefined : coinsText(coins) })
  ),
  timeZone: rule.timeZone,
  startsAt: timeOf(rule.startsAt),
  endsAt: timeOf(rule.endsAt),
  atLimit: rule.atLimit,
  pendingDays: rule.pendingDays,
  coinsExpire: rule.coinsExpire
})

export const observedRule = (rule: Rule): Observed => ({
  ruleId: rule.id,
  line: outcomeText({ _tag: "Rule", rule: draftOf(rule), participants: rule.participants })
})

export const observedExplanation = (explained: Explanation): Observed => {
  const { coins: units, limits, outcome: decision, progress, refusal, suppressedBy, wouldPay } = explained
  const line = outcomeText({
    _tag: "Explained",
    decision,
    units,
    suppressedBy,
    progress,
    maturesAt: timeOf(explained.maturesAt),
    expiresAt: timeOf(explained.expiresAt),
    refusal: refusal === null ? null : { reason: refusal._tag, facts: factsOf(refusal) },
    limits: limits.map((limit) => ({ ...limit, resetsAt: timeOf(limit.resetsAt) }))
  })
  return { line: wouldPay === (decision === "pays") ? line : `${line}, but wouldPay is ${wouldPay}` }
}

/** Formats the data of a refusal like the model does. */
const factsOf = (error: CoreFailure): string => {
  switch (error._tag) {
    case "RuleNotFound":
      return /^[0-9a-f-]{36}$/.test(error.rule) ? "" : error.rule
    case "MemberNotFound":
      return error.userId
    case "NameTaken":
      return error.name
    case "AmountInvalid":
      return `${error.ruleName} ${error.field}`
    case "RuleInactive":
    case "AmountRequired":
    case "AmountNotAllowed":
    case "AmountTooLarge":
      return error.ruleName
    case "AmountTooSmall":
      return `${error.ruleName} ${error.unit}`
    case "TooMuchToReverse":
      return `${error.field} ${error.left}`
    case "UserLimitReached":
    case "ParticipantLimitReached":
      return `${error.ruleName} ${error.max}`
    case "TooFewPlaces":
      return `${error.participants} of ${error.max}`
    case "RuleNotRunning": {
      const schedule = { startsAt: timeOf(error.startsAt), endsAt: timeOf(error.endsAt) }
      return `${error.ruleName} ${scheduleText(schedule)}`
    }
    case "LimitReached":
      return `${error.ruleName} ${limitText({ ...error, resetsAt: timeOf(error.resetsAt) })}`
    case "MergeLimitReached":
      return `${error.ruleName} ${error.period} ${error.measure} ${error.used} of ${error.max}`
    case "LimitTooLow":
      return `${error.field} ${error.used} of ${error.max}`
    case "InsufficientCoins":
      return shortageText(error.have, error.need)
    case "IdempotencyMismatch":
      return error.key
    default:
      return ""
  }
}

export const resultOf = ({
  because,
  coins: units,
  met,
  refusal,
  ruleName: rule
}: ActivityOutcome): ActivityResult => {
  const why = refusal === null ? null : { reason: refusal._tag, facts: factsOf(refusal) }
  return { rule, met, units, refusal: why, because }
}

export const observedRefusal = (error: CoreFailure): Observed => {
  const line = refusedText(error._tag, factsOf(error))
  if (error._tag === "TransactionConflict") return { line, conflict: true }
  const isInfrastructure = error._tag === "DatabaseUnavailable" || error._tag === "QueueFull"
  return { line: isInfrastructure ? `${line}: ${error.message}` : line }
}

export const observedActivity = (
  receipt: ActivityReceipt,
  awards: ReadonlyArray<string> | undefined
): Observed => {
  const { outcomes, type, userId: user } = receipt
  const line = outcomeText({ _tag: "Activity", user, type, results: outcomes.map(resultOf) })
  const wrong = outcomes.filter(({ awarded, coins }) => awarded !== coins > 0)
  const text = wrong.length === 0 ? line : `${line}, but awarded is wrong for ${wrong[0]?.ruleName}`
  return { ...observed(receipt, text), ...defined({ awards }) }
}
