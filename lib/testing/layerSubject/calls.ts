/** Calls the library's services, and formats their answers like the model does. */

import { Cause, Context, Effect, Either, Exit } from "effect"
import {
  type AwardReceipt,
  Awards,
  type CoreFailure,
  type Explanation,
  Members,
  type RefundReceipt,
  type ReversalReceipt,
  type Rewards,
  type Rule,
  Rules,
  type TransferReceipt,
  Transfers
} from "../../index.ts"
import type { AwardFields, PartnerName, ResolvedCall, RuleDraft } from "../HarnessCommand.ts"
import {
  coinsText,
  entriesShown,
  limitText,
  outcomeText,
  refusedText,
  replayText,
  scheduleText,
  shortageText
} from "../ModelOutcome.ts"
import {
  awardBody,
  createBody,
  defined,
  timeOf,
  transferBody,
  unknownId,
  updateBody
} from "../requestFields.ts"
import type { Observed, SubjectIds } from "../Subject.ts"

/** The library's ids for the partners, rules and events of a sequence. */
export interface LibraryIds extends SubjectIds {
  readonly partners: Readonly<Record<PartnerName, string>>
}

const observed = <A extends { readonly id: string; readonly replayed: boolean }>(
  receipt: A,
  line: string
): Observed => {
  const { replayed, ...record } = receipt
  const text = replayText(line, replayed)
  return { id: receipt.id, line: text, record: JSON.stringify(record), replayed }
}

const observedAward = (receipt: AwardReceipt): Observed => {
  const { userId: user, ruleName, coins: units, suppressedBy } = receipt
  const line = outcomeText({ _tag: "Award", user, rule: ruleName, units, suppressedBy })
  return observed(
    receipt,
    receipt.awarded === units > 0 ? line : `${line}, but awarded is ${receipt.awarded}`
  )
}

const observedTransfer = (receipt: TransferReceipt): Observed => {
  const { userId: user, coins: units, balance: left } = receipt
  return observed(receipt, outcomeText({ _tag: "Transfer", user, units, left }))
}

const observedUndo =
  (what: "award" | "transfer") =>
  (receipt: ReversalReceipt | RefundReceipt): Observed =>
    observed(receipt, outcomeText({ _tag: "Undone", what, units: receipt.coins }))

const draftOf = ({ terms, ...rule }: Rule): RuleDraft => ({
  name: rule.name,
  type: terms._tag === "Batched" ? "batched" : terms._tag === "Combined" ? "combined" : "single",
  coins: coinsText(rule.coinValue),
  max: rule.maxNumberOfParticipant,
  limit: rule.userLimitAward._tag === "AtMost" ? rule.userLimitAward.awards : -1,
  completions: terms._tag === "Batched" ? terms.completionNumber : 1,
  status: rule.status,
  parts: terms._tag === "Combined" ? terms.subRules : [],
  limits: rule.limits.map(({ per, period, awards, coins }) =>
    defined({ per, period, awards, coins: coins === undefined ? undefined : coinsText(coins) })
  ),
  timeZone: rule.timeZone,
  startsAt: timeOf(rule.startsAt),
  endsAt: timeOf(rule.endsAt),
  atLimit: rule.atLimit
})

const observedRule = (rule: Rule): Observed => ({
  ruleId: rule.id,
  line: outcomeText({ _tag: "Rule", rule: draftOf(rule), participants: rule.participants })
})

const observedExplanation = (explained: Explanation): Observed => {
  const { coins: units, limits, outcome: decision, progress, refusal, suppressedBy, wouldPay } = explained
  const line = outcomeText({
    _tag: "Explained",
    decision,
    units,
    suppressedBy,
    progress,
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
    case "RuleInactive":
      return error.ruleName
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

const observedRefusal = (error: CoreFailure): Observed => {
  const line = refusedText(error._tag, factsOf(error))
  if (error._tag === "TransactionConflict") return { line, conflict: true }
  const isInfrastructure = error._tag === "DatabaseUnavailable" || error._tag === "QueueFull"
  return { line: isInfrastructure ? `${line}: ${error.message}` : line }
}

const many = (
  effect: Effect.Effect<ReadonlyArray<Observed>, CoreFailure>
): Effect.Effect<ReadonlyArray<Observed>> =>
  Effect.map(
    Effect.exit(effect),
    Exit.match({
      onSuccess: (observed) => observed,
      onFailure: (cause) =>
        cause._tag === "Fail"
          ? [observedRefusal(cause.error)]
          : [{ line: `died: ${Cause.pretty(cause, { renderErrorCause: true })}` }]
    })
  )

const one = <A>(
  effect: Effect.Effect<A, CoreFailure>,
  read: (result: A) => Observed
): Effect.Effect<ReadonlyArray<Observed>> => many(Effect.map(effect, (result) => [read(result)]))

type Services = Context.Context<Rewards.Rewards>

const readWallet = Effect.fnUntraced(function* (services: Services, partnerId: string, userId: string) {
  const { coins } = yield* Context.get(services, Members).wallet({ partnerId, userId })
  const page = { partnerId, userId, limit: entriesShown }
  const entries = yield* Context.get(services, Transfers).statement(page)
  const { data: rules } = yield* Context.get(services, Rules).list({ partnerId })
  const balance = entries[0]?.balance ?? 0
  const line = outcomeText({
    _tag: "Wallet",
    user: userId,
    held: coins,
    entries: entries.map((entry) => entry.amount),
    rules: rules.map((rule) => rule.name)
  })
  return { line: coins === balance ? line : `${line}, but the last entry says ${coinsText(balance)}` }
})

/** The fields that all inputs with an idempotency key share. */
const scopeOf = ({ partners }: LibraryIds, { partner, key }: Pick<AwardFields, "partner" | "key">) => ({
  partnerId: partners[partner],
  ...defined({ idempotencyKey: key })
})

/** Calls a service of the library as a host would, and formats the answer like the model does. */
export const perform = (
  services: Services,
  ids: LibraryIds,
  call: ResolvedCall
): Effect.Effect<ReadonlyArray<Observed>> => {
  const awards = Context.get(services, Awards)
  const rules = Context.get(services, Rules)
  const transfers = Context.get(services, Transfers)
  if (call._tag === "AwardMany") {
    const results = awards.awardMany(
      call.awards.map((award) => ({ ...scopeOf(ids, award), ...awardBody(award) }))
    )
    return many(
      Effect.map(results, (all) => all.map(Either.match({ onLeft: observedRefusal, onRight: observedAward })))
    )
  }
  const partnerId = ids.partners[call.partner]
  const members = Context.get(services, Members)
  switch (call._tag) {
    case "CreateRule":
      return one(rules.create({ partnerId, ...createBody(call.rule) }), observedRule)
    case "UpdateRule": {
      const id = ids.rules[call.rule] ?? unknownId
      return one(rules.update({ partnerId, id, ...updateBody(call.change) }), observedRule)
    }
    case "Onboard":
      return one(members.onboard({ partnerId, userId: call.user }), ({ userId: user }) => ({
        line: outcomeText({ _tag: "Member", user })
      }))
    case "Award":
      return one(awards.award({ ...scopeOf(ids, call), ...awardBody(call) }), observedAward)
    case "Transfer":
      return one(transfers.transfer({ ...scopeOf(ids, call), ...transferBody(call) }), observedTransfer)
    case "Reverse": {
      const awardId = ids.events[call.event] ?? unknownId
      const reversal = awards.reverse({ ...scopeOf(ids, call), awardId, narration: call.note })
      return one(reversal, observedUndo("award"))
    }
    case "Refund": {
      const transactionId = ids.events[call.event] ?? unknownId
      const refund = transfers.refund({ ...scopeOf(ids, call), transactionId, narration: call.note })
      return one(refund, observedUndo("transfer"))
    }
    case "Explain":
      return one(awards.explain({ partnerId, userId: call.user, ruleName: call.rule }), observedExplanation)
    case "Look":
      return one(readWallet(services, partnerId, call.user), (line) => line)
  }
}
