import {
  type AwardFields,
  type Call,
  distinctLimits,
  isAmount,
  normalName,
  type RuleChange,
  type RuleDraft,
  type TransferFields
} from "../HarnessCommand.ts"
import type { Feature } from "../Implementation.ts"
import { defined } from "../requestFields.ts"

type Has = (feature: Feature) => boolean

/** Removes parts with the rule's name, and keeps one part of each name. Makes the first remaining part active, so that the rule can pay. */
const distinctParts = ({ name, parts }: RuleDraft, has: Has): RuleDraft["parts"] => {
  const byName = new Map(parts.map((part) => [normalName(part.name), part.status]))
  byName.delete(normalName(name))
  return Array.from(byName, ([name, status], index) => ({
    name,
    status: has("inactive") && index > 0 ? status : "active"
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

const adaptRule = (draft: RuleDraft, has: Has): RuleDraft => {
  const parts = has("input") ? draft.parts : distinctParts(draft, has)
  const isCombined = draft.type === "combined" && has("combined") && parts.length > 0
  const isBatched = draft.type === "batched" && has("batched")
  return {
    ...draft,
    type: isCombined ? "combined" : isBatched ? "batched" : "single",
    parts: isCombined ? parts : [],
    name: has("input") ? draft.name : normalName(draft.name),
    coins: has("input") || isAmount(draft.coins) ? draft.coins : "1",
    max: has("participants") ? draft.max : 1000,
    limit: has("userLimit") ? draft.limit : -1,
    status: has("inactive") ? draft.status : "active",
    limits: adaptLimits(draft.limits, has),
    timeZone: has("timeZones") ? draft.timeZone : "UTC",
    ...adaptSchedule(draft, has),
    atLimit: adaptPolicy(draft.atLimit, has)
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
    max: when(has("participants"), change.max),
    limit: when(has("userLimit"), change.limit),
    status: when(has("inactive"), change.status),
    // Changes of parts need "input", because they may name a part that the rule does not have.
    parts: when(has("inactive") && has("combined") && has("input"), change.parts),
    limits: limits === undefined || !has("limits") ? undefined : adaptLimits(limits, has),
    timeZone: when(has("timeZones"), change.timeZone),
    startsAt: when(canMove(startsAt), startsAt),
    endsAt: when(canMove(endsAt), endsAt),
    atLimit: atLimit === undefined ? undefined : adaptPolicy(atLimit, has)
  })
}

const adaptKey = ({ key, metadata }: AwardFields | TransferFields, has: Has) => ({
  key: has("keys") ? key : undefined,
  metadata: has("metadata") ? metadata : undefined
})

const adaptName = (name: string, has: Has): string => (has("input") ? name : normalName(name) || "ghost")

/** Changes generated calls into calls that an implementation with these features supports. Calls that name a partner get the same one. */
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
        return { ...call, partner, rule: adaptName(call.rule, has), ...adaptKey(call, has) }
      case "Transfer": {
        const isValid = has("input") || /^(all|more)$/.test(call.coins) || isAmount(call.coins)
        return { ...call, partner, coins: isValid ? call.coins : "1", ...adaptKey(call, has) }
      }
      case "Explain":
        return { ...call, partner, rule: adaptName(call.rule, has) }
      case "Reverse":
      case "Refund":
        return { ...call, partner, key: has("keys") ? call.key : undefined }
      case "Onboard":
      case "Look":
        return { ...call, partner }
      case "Retry":
        return call.changed === "metadata" && !has("metadata") ? { ...call, changed: "body" } : call
      case "AwardMany":
        return call
    }
  }
