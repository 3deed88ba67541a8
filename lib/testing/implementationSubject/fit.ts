import type { AtLimit, AwardBody, Call, RuleChange, RuleDraft, TransferBody } from "../Command.ts"
import type { Feature } from "../Implementation.ts"

type Has = (feature: Feature) => boolean

const normal = (name: string): string => name.trim().toLowerCase()

const isAmount = (coins: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(coins) && Number(coins) > 0

/** Parts with names of their own, at least one of them active, or none. */
const distinctParts = ({ name, parts }: RuleDraft, has: Has): RuleDraft["parts"] => {
  const byName = new Map(parts.map((part) => [normal(part.name), part.status]))
  byName.delete(normal(name))
  return Array.from(byName, ([name, status], index) => ({
    name,
    status: has("inactive") && index > 0 ? status : "active"
  }))
}

/** Limits that can be stated together, without windows where it has none. */
const fitLimits = (limits: RuleDraft["limits"], has: Has): RuleDraft["limits"] => {
  if (!has("limits")) return []
  const windowed = has("periods") ? limits : limits.map((limit) => ({ ...limit, period: "ever" as const }))
  if (has("input")) return windowed
  const stated = windowed.filter(({ awards, coins }) => awards !== undefined || coins !== undefined)
  return Array.from(new Map(stated.map((limit) => [`${limit.per} ${limit.period}`, limit])).values())
}

const fitPolicy = (atLimit: AtLimit, has: Has): AtLimit =>
  atLimit === "reject" || !has(atLimit) ? "reject" : atLimit

/** A schedule that ends after it starts. */
const fitSchedule = ({ startsAt, endsAt }: RuleDraft, has: Has) => {
  if (!has("schedule")) return { startsAt: null, endsAt: null }
  const isFine = has("input") || startsAt === null || endsAt === null || endsAt > startsAt
  return { startsAt, endsAt: isFine ? endsAt : null }
}

const fitRule = (draft: RuleDraft, has: Has): RuleDraft => {
  const parts = has("input") ? draft.parts : distinctParts(draft, has)
  const isCombined = draft.type === "combined" && has("combined") && parts.length > 0
  const isBatched = draft.type === "batched" && has("batched")
  return {
    ...draft,
    type: isCombined ? "combined" : isBatched ? "batched" : "single",
    parts: isCombined ? parts : [],
    name: has("input") ? draft.name : normal(draft.name),
    coins: has("input") || isAmount(draft.coins) ? draft.coins : "1",
    max: has("participants") ? draft.max : 1000,
    limit: has("userLimit") ? draft.limit : -1,
    status: has("inactive") ? draft.status : "active",
    limits: fitLimits(draft.limits, has),
    timeZone: has("timeZones") ? draft.timeZone : "UTC",
    ...fitSchedule(draft, has),
    atLimit: fitPolicy(draft.atLimit, has)
  }
}

/** A change of a schedule. Without checks of the input it only lifts an end, which fits every start. */
const canMove = (moment: number | null, has: Has): boolean =>
  has("schedule") && (moment === null || has("input"))

const fitProgramme = ({ limits, timeZone, startsAt, endsAt, atLimit }: RuleChange, has: Has): RuleChange => ({
  ...(limits === undefined || !has("limits") ? {} : { limits: fitLimits(limits, has) }),
  ...(timeZone === undefined || !has("timeZones") ? {} : { timeZone }),
  ...(startsAt === undefined || !canMove(startsAt, has) ? {} : { startsAt }),
  ...(endsAt === undefined || !canMove(endsAt, has) ? {} : { endsAt }),
  ...(atLimit === undefined ? {} : { atLimit: fitPolicy(atLimit, has) })
})

/** A change without the fields that it cannot express. An update of nothing remains where none is left. */
const fitChange = (
  { name, coins, max, limit, status, parts, ...rest }: RuleChange,
  has: Has
): RuleChange => ({
  ...fitProgramme(rest, has),
  ...(name === undefined ? {} : { name: has("input") ? name : normal(name) }),
  ...(coins === undefined ? {} : { coins }),
  ...(max === undefined || !has("participants") ? {} : { max }),
  ...(limit === undefined || !has("userLimit") ? {} : { limit }),
  ...(status === undefined || !has("inactive") ? {} : { status }),
  // A change of parts mostly names wrong ones.
  ...(parts === undefined || !has("inactive") || !has("combined") || !has("input") ? {} : { parts })
})

const fitCall = ({ key, metadata }: AwardBody | TransferBody, has: Has) => ({
  key: has("keys") ? key : undefined,
  metadata: has("metadata") ? metadata : undefined
})

/** Changes generated calls into those that an implementation with these features can express, all of one partner. */
export const fit =
  (has: Has) =>
  (call: Call): Call => {
    switch (call._tag) {
      case "CreateRule":
        return { ...call, partner: "home", rule: fitRule(call.rule, has) }
      case "UpdateRule":
        return { ...call, partner: "home", change: fitChange(call.change, has) }
      case "Award": {
        const rule = has("input") ? call.rule : normal(call.rule) || "ghost"
        return { ...call, partner: "home", rule, ...fitCall(call, has) }
      }
      case "Transfer": {
        const isFine = has("input") || /^(all|more)$/.test(call.coins) || isAmount(call.coins)
        return { ...call, partner: "home", coins: isFine ? call.coins : "1", ...fitCall(call, has) }
      }
      case "Explain":
        return { ...call, partner: "home", rule: has("input") ? call.rule : normal(call.rule) || "ghost" }
      case "Reverse":
      case "Refund":
        return { ...call, partner: "home", key: has("keys") ? call.key : undefined }
      case "Onboard":
      case "Look":
        return { ...call, partner: "home" }
      case "Retry": {
        const isFine = call.changed !== "metadata" || has("metadata")
        return { ...call, changed: isFine ? call.changed : "body" }
      }
      case "AwardMany":
        return call
    }
  }
