/** The calls of the library's services, and their answers in the model's wording. */

import { Cause, Context, Effect, Either, Exit } from "effect"
import {
  type AwardReceipt,
  Awards,
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
  outcomeText,
  refusedText,
  replayedText,
  scheduleText,
  shortageText
} from "../ModelOutcome.ts"
import { createBody, defined, unknownId, updateBody } from "../requestFields.ts"
import type { Observed, SubjectIds } from "../Subject.ts"

/** The library's ids for the names in a sequence. */
export interface LibraryIds extends SubjectIds {
  readonly partners: Readonly<Record<PartnerName, string>>
}

interface LibraryError {
  readonly _tag: string
  readonly message: string
}

const observed = <A extends { readonly id: string; readonly replayed: boolean }>(
  receipt: A,
  line: string
): Observed => {
  const { replayed, ...record } = receipt
  return {
    id: receipt.id,
    line: replayed ? replayedText(line) : line,
    record: JSON.stringify(record),
    replayed
  }
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
  startsAt: rule.startsAt?.getTime() ?? null,
  endsAt: rule.endsAt?.getTime() ?? null,
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
    limits: limits.map((limit) => ({ ...limit, resetsAt: limit.resetsAt?.getTime() ?? null }))
  })
  return { line: wouldPay === (decision === "pays") ? line : `${line}, but wouldPay is ${wouldPay}` }
}

/** The data of a refusal, in the model's wording. */
const factsOf = (error: LibraryError): string => {
  const field = (name: string): unknown => Reflect.get(error, name)
  const time = (name: string): number | null => {
    const value = field(name)
    return value instanceof Date ? value.getTime() : null
  }
  switch (error._tag) {
    case "RuleNotFound": {
      const name = String(field("rule"))
      return /^[0-9a-f-]{36}$/.test(name) ? "" : name
    }
    case "MemberNotFound":
      return `${field("userId")}`
    case "NameTaken":
      return `${field("name")}`
    case "RuleInactive":
      return `${field("ruleName")}`
    case "UserLimitReached":
    case "ParticipantLimitReached":
      return `${field("ruleName")} ${field("max")}`
    case "TooFewPlaces":
      return `${field("participants")} of ${field("max")}`
    case "RuleNotRunning":
      return `${field("ruleName")} ${scheduleText({ startsAt: time("startsAt"), endsAt: time("endsAt") })}`
    case "LimitReached": {
      const resetsAt = time("resetsAt")
      const until = resetsAt === null ? "" : ` until ${new Date(resetsAt).toISOString()}`
      return `${field("ruleName")} ${field("per")} ${field("period")} ${field("measure")} ${field("used")} of ${field("max")}${until}`
    }
    case "LimitTooLow":
      return `${field("field")} ${field("used")} of ${field("max")}`
    case "InsufficientCoins":
      return shortageText(Number(field("have")), Number(field("need")))
    case "IdempotencyMismatch":
      return `${field("key")}`
    default:
      return ""
  }
}

const observedRefusal = (error: LibraryError): Observed => {
  const line = refusedText(error._tag, factsOf(error))
  if (error._tag === "TransactionConflict") return { line, conflict: true }
  const isInfrastructure = error._tag === "DatabaseUnavailable" || error._tag === "QueueFull"
  return { line: isInfrastructure ? `${line}: ${error.message}` : line }
}

const many = (
  effect: Effect.Effect<ReadonlyArray<Observed>, LibraryError>
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
  effect: Effect.Effect<A, LibraryError>,
  read: (result: A) => Observed
): Effect.Effect<ReadonlyArray<Observed>> => many(Effect.map(effect, (result) => [read(result)]))

const readWallet = (services: Context.Context<Rewards.Rewards>, partnerId: string, userId: string) =>
  Effect.gen(function* () {
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

/** Calls the public service as a host would, and returns the answer in the model's wording. */
export const perform = (
  services: Context.Context<Rewards.Rewards>,
  ids: LibraryIds,
  call: ResolvedCall
): Effect.Effect<ReadonlyArray<Observed>> => {
  const awards = Context.get(services, Awards)
  const rules = Context.get(services, Rules)
  const transfers = Context.get(services, Transfers)
  const awardInput = ({ partner, user, rule, note, metadata, key }: AwardFields) => ({
    partnerId: ids.partners[partner],
    userId: user,
    ruleName: rule,
    narration: note,
    ...defined({ metadata, idempotencyKey: key })
  })
  if (call._tag === "AwardMany") {
    const results = awards.awardMany(call.awards.map(awardInput))
    return many(
      Effect.map(results, (all) => all.map(Either.match({ onLeft: observedRefusal, onRight: observedAward })))
    )
  }
  const partnerId = ids.partners[call.partner]
  switch (call._tag) {
    case "CreateRule":
      return one(rules.create({ partnerId, ...createBody(call.rule) }), observedRule)
    case "UpdateRule": {
      const id = ids.rules[call.rule] ?? unknownId
      return one(rules.update({ partnerId, id, ...updateBody(call.change) }), observedRule)
    }
    case "Onboard":
      return one(
        Context.get(services, Members).onboard({ partnerId, userId: call.user }),
        ({ userId: user }) => ({ line: outcomeText({ _tag: "Member", user }) })
      )
    case "Award":
      return one(awards.award(awardInput(call)), observedAward)
    case "Transfer": {
      const { user, coins, metadata, key } = call
      const input = { partnerId, userId: user, coins, ...defined({ metadata, idempotencyKey: key }) }
      return one(transfers.transfer(input), observedTransfer)
    }
    case "Reverse": {
      const awardId = ids.events[call.event] ?? unknownId
      const input = { partnerId, awardId, narration: call.note, ...defined({ idempotencyKey: call.key }) }
      return one(awards.reverse(input), observedUndo("award"))
    }
    case "Refund": {
      const transactionId = ids.events[call.event] ?? unknownId
      const input = {
        partnerId,
        transactionId,
        narration: call.note,
        ...defined({ idempotencyKey: call.key })
      }
      return one(transfers.refund(input), observedUndo("transfer"))
    }
    case "Explain":
      return one(awards.explain({ partnerId, userId: call.user, ruleName: call.rule }), observedExplanation)
    case "Look":
      return one(readWallet(services, partnerId, call.user), (line) => line)
  }
}
