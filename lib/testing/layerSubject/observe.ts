import { Cause, Exit } from "effect"
import type { AwardReceipt } from "../../rewards/awards/Awards.ts"
import type { Explanation } from "../../rewards/awards/Explanation.ts"
import type { RefundReceipt, ReversalReceipt } from "../../rewards/reversals/undo.ts"
import type { Rule } from "../../rewards/rules/Rule.ts"
import type { TransferReceipt } from "../../rewards/transfers/Transfers.ts"
import type { RuleDraft } from "../Command.ts"
import type { Observed } from "../Subject.ts"
import * as Text from "../Text.ts"

const record = <A extends { readonly replayed: boolean }>({ replayed, ...rest }: A): string =>
  JSON.stringify(rest)

const observed = <A extends { readonly id: string; readonly replayed: boolean }>(
  receipt: A,
  line: string
): Observed => ({
  id: receipt.id,
  line: receipt.replayed ? Text.replayed(line) : line,
  record: record(receipt),
  replayed: receipt.replayed
})

export const award = (receipt: AwardReceipt): Observed => {
  const { userId: user, ruleName, coins: units, suppressedBy } = receipt
  const line = Text.say({ _tag: "Award", user, rule: ruleName, units, suppressedBy })
  return observed(receipt, receipt.awarded === units > 0 ? line : `${line}, awarded ${receipt.awarded}`)
}

export const transfer = (receipt: TransferReceipt): Observed => {
  const { userId: user, coins: units, balance: left } = receipt
  return observed(receipt, Text.say({ _tag: "Transfer", user, units, left }))
}

const draftOf = ({ terms, ...rule }: Rule): RuleDraft => ({
  name: rule.name,
  type: terms._tag === "Batched" ? "batched" : terms._tag === "Combined" ? "combined" : "single",
  coins: Text.coins(rule.coinValue),
  max: rule.maxNumberOfParticipant,
  limit: rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : -1,
  completions: terms._tag === "Batched" ? terms.completionNumber : 1,
  status: rule.status,
  parts: terms._tag === "Combined" ? terms.subRules : [],
  limits: rule.limits.map(({ per, period, awards, coins }) => ({
    per,
    period,
    ...(awards === undefined ? {} : { awards }),
    ...(coins === undefined ? {} : { coins: Text.coins(coins) })
  })),
  timeZone: rule.timeZone,
  startsAt: rule.startsAt?.getTime() ?? null,
  endsAt: rule.endsAt?.getTime() ?? null,
  atLimit: rule.atLimit
})

export const undone =
  (what: "award" | "transfer") =>
  (receipt: ReversalReceipt | RefundReceipt): Observed =>
    observed(receipt, Text.say({ _tag: "Undone", what, units: receipt.coins }))

export const explanation = (explained: Explanation): Observed => {
  const { coins: units, limits, outcome: decision, progress, refusal, suppressedBy } = explained
  const line = Text.say({
    _tag: "Explained",
    decision,
    units,
    suppressedBy,
    progress,
    refusal: refusal === null ? null : { reason: refusal._tag, facts: facts(refusal, refusal._tag) },
    limits: limits.map((limit) => ({ ...limit, resetsAt: limit.resetsAt?.getTime() ?? null }))
  })
  const wouldPay = decision === "pays"
  return { line: explained.wouldPay === wouldPay ? line : `${line}, but wouldPay is ${explained.wouldPay}` }
}

export const rule = (rule: Rule): Observed => ({
  ruleId: rule.id,
  line: Text.say({ _tag: "Rule", rule: draftOf(rule), participants: rule.participants })
})

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)

const millisIn = (value: unknown): number | null => (value instanceof Date ? value.getTime() : null)

/** Reads a field of an error. The field names are the public ones of `lib/rewards/Errors.ts`. */
const field = (error: object, name: string): unknown => Reflect.get(error, name)

const facts = (error: object, tag: string): string => {
  switch (tag) {
    case "RuleNotFound": {
      const name = String(field(error, "rule"))
      return isId(name) ? "" : name
    }
    case "MemberNotFound":
      return `${field(error, "userId")}`
    case "NameTaken":
      return `${field(error, "name")}`
    case "RuleInactive":
      return `${field(error, "ruleName")}`
    case "UserLimitReached":
    case "ParticipantLimitReached":
      return `${field(error, "ruleName")} ${field(error, "max")}`
    case "TooFewPlaces":
      return `${field(error, "participants")} of ${field(error, "max")}`
    case "RuleNotRunning": {
      const [startsAt, endsAt] = [millisIn(field(error, "startsAt")), millisIn(field(error, "endsAt"))]
      return `${field(error, "ruleName")} ${Text.schedule({ startsAt, endsAt })}`
    }
    case "LimitReached": {
      const resetsAt = millisIn(field(error, "resetsAt"))
      const until = resetsAt === null ? "" : ` until ${new Date(resetsAt).toISOString()}`
      const [rule, per, period] = [field(error, "ruleName"), field(error, "per"), field(error, "period")]
      const [measure, used, max] = [field(error, "measure"), field(error, "used"), field(error, "max")]
      return `${rule} ${per} ${period} ${measure} ${used} of ${max}${until}`
    }
    case "LimitTooLow":
      return `${field(error, "field")} ${field(error, "used")} of ${field(error, "max")}`
    case "InsufficientCoins":
      return Text.shortage(Number(field(error, "have")), Number(field(error, "need")))
    case "IdempotencyMismatch":
      return `${field(error, "key")}`
    default:
      return ""
  }
}

export const refused = (error: { readonly _tag: string; readonly message: string }): Observed => {
  const known = Text.refused(error._tag, facts(error, error._tag))
  if (error._tag === "TransactionConflict") return { line: known, conflict: true }
  const infrastructure = error._tag === "DatabaseUnavailable" || error._tag === "QueueFull"
  return { line: infrastructure ? `${known}: ${error.message}` : known }
}

export const fromExit = (
  exit: Exit.Exit<ReadonlyArray<Observed>, { readonly _tag: string; readonly message: string }>
): ReadonlyArray<Observed> =>
  Exit.match(exit, {
    onSuccess: (observed) => observed,
    onFailure: (cause) =>
      cause._tag === "Fail"
        ? [refused(cause.error)]
        : [{ line: `died: ${Cause.pretty(cause, { renderErrorCause: true })}` }]
  })
