import type { Call, RuleChange, RuleDraft } from "../Command.ts"
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
    status: has("inactive") ? draft.status : "active"
  }
}

/** A change without the fields that it cannot express. An update of nothing remains where none is left. */
const fitChange = ({ name, coins, max, limit, status, parts }: RuleChange, has: Has): RuleChange => ({
  ...(name === undefined ? {} : { name: has("input") ? name : normal(name) }),
  ...(coins === undefined ? {} : { coins }),
  ...(max === undefined || !has("participants") ? {} : { max }),
  ...(limit === undefined || !has("userLimit") ? {} : { limit }),
  ...(status === undefined || !has("inactive") ? {} : { status }),
  // A change of parts mostly names wrong ones.
  ...(parts === undefined || !has("inactive") || !has("combined") || !has("input") ? {} : { parts })
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
        return { ...call, partner: "home", rule, key: has("keys") ? call.key : undefined }
      }
      case "Transfer": {
        const isFine = has("input") || /^(all|more)$/.test(call.coins) || isAmount(call.coins)
        const key = has("keys") ? call.key : undefined
        return { ...call, partner: "home", coins: isFine ? call.coins : "1", key }
      }
      case "Onboard":
      case "Look":
        return { ...call, partner: "home" }
      case "AwardMany":
      case "Retry":
        return call
    }
  }
