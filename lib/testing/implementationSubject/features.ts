import type { ActivityFields, WhenDraft } from "../ActivityDraft.ts"
import {
  type AdjustFields,
  type AwardFields,
  type Call,
  distinctLimits,
  isAmount,
  normalName,
  type ReverseFields,
  type RuleChange,
  type RuleDraft,
  type TransferFields
} from "../HarnessCommand.ts"
import type { Feature } from "../Implementation.ts"
import { isPeriod, isValidWhen } from "../Model.ts"
import { defined } from "../requestFields.ts"

type Has = (feature: Feature) => boolean

/**
 * Removes parts with the rule's name, and keeps one part of each name. Makes the first part active, so that the rule can pay. Makes all
 * parts active if the feature "inactive" is missing.
 */
const distinctParts = ({ name, parts }: RuleDraft, has: Has): RuleDraft["parts"] => {
  const byName = new Map(parts.map((part) => [normalName(part.name), part]))
  byName.delete(normalName(name))
  return Array.from(byName, ([name, { status, when }], index) => ({
    name,
    status: has("inactive") && index > 0 ? status : "active",
    when
  }))
}

/**
 * Removes all limits if the feature "limits" is missing. Makes them all-time limits if "periods" is missing. Removes invalid limits if
 * "input" is missing.
 */
const adaptLimits = (limits: RuleDraft["limits"], has: Has): RuleDraft["limits"] => {
  if (!has("limits")) return []
  const windowed = has("periods") ? limits : limits.map((limit) => ({ ...limit, period: "ever" as const }))
  if (has("input")) return windowed
  return distinctLimits(windowed.filter(({ awards, coins }) => awards !== undefined || coins !== undefined))
}

const adaptPolicy = (atLimit: RuleDraft["atLimit"], has: Has): RuleDraft["atLimit"] =>
  atLimit === "reject" || !has(atLimit) ? "reject" : atLimit

/** Removes start and end if the feature "schedule" is missing. If "input" is missing, removes an end that is not after the start. */
const adaptSchedule = ({ startsAt, endsAt }: RuleDraft, has: Has) => {
  if (!has("schedule")) return { startsAt: null, endsAt: null }
  const isValid = has("input") || startsAt === null || endsAt === null || endsAt > startsAt
  return { startsAt, endsAt: isValid ? endsAt : null }
}

/**
 * Removes `unit` and `maxCoins` if the feature "amounts" is missing. If "input" is missing, removes them from rules that are not
 * single or have no unit.
 */
const adaptUnit = ({ maxCoins, type, unit }: RuleDraft, has: Has) => {
  const isValid = has("input") || (type === "single" && unit !== null)
  return has("amounts") && isValid ? { unit, maxCoins } : { unit: null, maxCoins: null }
}

/** Removes the period if the feature "expiry" is missing. Removes an invalid one if "input" is missing. */
const adaptPeriod = <A extends string | null | undefined>(period: A, has: Has): A | undefined =>
  has("expiry") && (has("input") || period == null || isPeriod(period)) ? period : undefined

/** Like `adaptPeriod`, for the feature "pending". */
const adaptDays = <A extends number | null | undefined>(days: A, has: Has): A | undefined =>
  has("pending") && (has("input") || days == null || (days >= 1 && days <= 365)) ? days : undefined

/** Removes `when` if the feature "activities" is missing. Removes an invalid one if "input" is missing. */
const adaptWhen = (when: WhenDraft | null, has: Has): WhenDraft | null =>
  has("activities") && (has("input") || isValidWhen(when)) ? when : null

/**
 * Adapts `when` of a rule itself, not of its parts. Without the feature "input", a combined rule has no `when`, and the `when` of another
 * rule has an amount if, and only if, the rule has a unit.
 */
const adaptOwnWhen = ({ type, unit, when }: Pick<RuleDraft, "type" | "unit" | "when">, has: Has) => {
  const adapted = adaptWhen(when, has)
  if (adapted === null || has("input")) return adapted
  const { amount = "data.total", ...rest } = adapted
  if (type === "combined") return null
  return unit === null ? rest : { ...rest, amount }
}

const adaptRule = (draft: RuleDraft, has: Has): RuleDraft => {
  const given = has("input") ? draft.parts : distinctParts(draft, has)
  const parts = given.map((part) => ({ ...part, when: adaptWhen(part.when, has) }))
  const isCombined = draft.type === "combined" && has("combined") && parts.length > 0
  const isBatched = draft.type === "batched" && has("batched")
  const type = isCombined ? "combined" : isBatched ? "batched" : "single"
  const paid = adaptUnit(draft, has)
  return {
    ...draft,
    type,
    when: adaptOwnWhen({ type, unit: paid.unit, when: draft.when }, has),
    parts: isCombined ? parts : [],
    name: has("input") ? draft.name : normalName(draft.name),
    coins: has("input") || isAmount(draft.coins) ? draft.coins : "1",
    ...paid,
    max: has("participants") ? draft.max : 1000,
    limit: has("userLimit") ? draft.limit : -1,
    status: has("inactive") ? draft.status : "active",
    limits: adaptLimits(draft.limits, has),
    timeZone: has("timeZones") ? draft.timeZone : "UTC",
    ...adaptSchedule(draft, has),
    atLimit: adaptPolicy(draft.atLimit, has),
    pendingDays: adaptDays(draft.pendingDays, has) ?? null,
    coinsExpire: adaptPeriod(draft.coinsExpire, has) ?? null
  }
}

/** Leaves out unsupported fields. The returned change may be empty. */
const adaptChange = (change: RuleChange, has: Has): RuleChange => {
  const { name, limits, atLimit, startsAt, endsAt } = change
  const when = <A>(isSupported: boolean, value: A): A | undefined => (isSupported ? value : undefined)
  // Without the feature "input", a change can only remove the start or the end. This is always valid.
  const canMove = (at: number | null | undefined) => has("schedule") && (at === null || has("input"))
  return defined({
    name: name === undefined || has("input") ? name : normalName(name),
    coins: change.coins,
    // Changes of the unit need "input", because the rule may not be single.
    unit: when(has("amounts") && has("input"), change.unit),
    maxCoins: when(has("amounts") && has("input"), change.maxCoins),
    max: when(has("participants"), change.max),
    limit: when(has("userLimit"), change.limit),
    status: when(has("inactive"), change.status),
    when: change.when === undefined ? undefined : when(has("activities"), adaptWhen(change.when, has)),
    // Changes of parts need "input", because they may name a part that the rule does not have.
    parts: when(has("inactive") && has("combined") && has("input"), change.parts),
    limits: limits === undefined || !has("limits") ? undefined : adaptLimits(limits, has),
    timeZone: when(has("timeZones"), change.timeZone),
    startsAt: when(canMove(startsAt), startsAt),
    endsAt: when(canMove(endsAt), endsAt),
    atLimit: atLimit === undefined ? undefined : adaptPolicy(atLimit, has),
    pendingDays: adaptDays(change.pendingDays, has),
    coinsExpire: adaptPeriod(change.coinsExpire, has)
  })
}

const adaptKey = ({ key, metadata }: Pick<AwardFields, "key" | "metadata">, has: Has) => ({
  key: has("keys") ? key : undefined,
  metadata: has("metadata") ? metadata : undefined
})

const adaptName = (name: string, has: Has): string => (has("input") ? name : normalName(name) || "ghost")

/**
 * Adapts the rule's name and the amount of an award. An amount that starts with "!" is sent even if the rule has no unit. Without the
 * feature "input", such an amount is left out.
 */
const adaptAward = ({ amount, rule }: Pick<AwardFields, "amount" | "rule">, has: Has) => ({
  rule: adaptName(rule, has),
  amount: has("amounts") && (has("input") || amount?.startsWith("!") === false) ? amount : undefined
})

const isValidPart = (part: string | undefined): boolean =>
  part === undefined || /^(half|all|more)$/.test(part) || isAmount(part)

/** Replaces invalid coins of a transfer or adjustment if the feature "input" is missing. */
const adaptCoins = ({ coins }: TransferFields, has: Has): string =>
  has("input") || isValidPart(coins) ? coins : "1"

/** Adapts an adjustment. Without the feature "input", only credits have points or expire, and every adjustment has a reason. */
const adaptAdjustment = ({ coinsExpire, debitOrCredit, points, reason }: AdjustFields, has: Has) => {
  const isCredit = has("input") || debitOrCredit === "CR"
  return {
    points: points && isCredit,
    coinsExpire: isCredit ? adaptPeriod(coinsExpire, has) : undefined,
    reason: has("input") ? reason : reason || "mistake"
  }
}

/** Adapts a reversal. Without the feature "input", it has at most one of the fields `coins` and `amount`, and its value is valid. */
const adaptPart = ({ amount, coins }: ReverseFields, has: Has): Pick<ReverseFields, "amount" | "coins"> => {
  const isValid = isValidPart(coins) && isValidPart(amount) && (coins === undefined || amount === undefined)
  const isSupported = has("parts") && (has("input") || isValid)
  return {
    coins: isSupported ? coins : undefined,
    amount: isSupported && has("amounts") ? amount : undefined
  }
}

/** Replaces an invalid type if the feature "input" is missing. */
const adaptActivity = ({ type }: ActivityFields, has: Has): string =>
  has("input") || /^[a-z]+$/.test(type) ? type : "order"

/** Changes generated calls into calls that an implementation with these features supports. All calls are for one partner. */
export const adaptTo =
  (has: Has) =>
  (call: Call): Call => {
    const partner = "home"
    switch (call._tag) {
      case "CreateRule":
        return { ...call, partner, rule: adaptRule(call.rule, has) }
      case "UpdateRule":
        return { ...call, partner, change: adaptChange(call.change, has) }
      case "Award":
        return { ...call, ...adaptAward(call, has), partner, ...adaptKey(call, has) }
      case "Transfer":
        return { ...call, partner, coins: adaptCoins(call, has), ...adaptKey(call, has) }
      case "Adjust": {
        const fields = { coins: adaptCoins(call, has), ...adaptAdjustment(call, has) }
        return { ...call, partner, ...fields, ...adaptKey(call, has) }
      }
      case "Explain":
        return { ...call, ...adaptAward(call, has), partner }
      case "Reverse":
        return { ...call, partner, key: has("keys") ? call.key : undefined, ...adaptPart(call, has) }
      case "Record":
        return { ...call, partner, type: adaptActivity(call, has), key: has("keys") ? call.key : undefined }
      case "ExplainActivity":
        return { ...call, partner, type: adaptActivity(call, has) }
      case "Confirm":
      case "Refund":
      case "ReverseActivity":
      case "ReverseAdjustment":
        return { ...call, partner, key: has("keys") ? call.key : undefined }
      case "Onboard":
      case "SetAttributes":
      case "Look":
        return { ...call, partner }
      case "Retry":
        return call.changed === "metadata" && !has("metadata") ? { ...call, changed: "body" } : call
      case "AwardMany":
      case "RecordMany":
      case "Merge":
      case "Erase":
      case "RememberErased":
        return call
    }
  }
