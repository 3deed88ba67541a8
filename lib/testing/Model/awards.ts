import type { AwardBody, Partner, RuleDraft, TransferBody } from "../Command.ts"
import * as Text from "../Text.ts"
import { allStandings, standings } from "./limits.ts"
import type { Explanation, Refusal, SuppressedBy } from "./Outcome.ts"
import {
  balance,
  cycleOf,
  done,
  type Event,
  isMember,
  lookUp,
  type Next,
  normal,
  participants,
  refuse,
  type State,
  timesPaid,
  unitsOf
} from "./State.ts"

type Decision = Pick<Explanation, "decision" | "units" | "refusal" | "suppressedBy">

type Found = NonNullable<ReturnType<typeof lookUp>>

/** Whether this award completes the member's cycle, given the awards in it so far. */
const endsCycle = (rule: RuleDraft, sinceLastPaid: ReadonlyArray<Event>, part: number): boolean => {
  if (rule.type === "batched") return sinceLastPaid.length + 1 >= rule.completions
  if (rule.type === "single" || part === 0) return true
  const finished = new Set([...sinceLastPaid.map((event) => event.part), part])
  return rule.parts.every((each, index) => each.status === "inactive" || finished.has(index + 1))
}

/** Why a rule cannot be awarded at all for now. */
const closed = (state: State, { part, rule }: Found): Refusal | undefined => {
  if (rule.status === "inactive") return { reason: "RuleInactive", facts: rule.name }
  const named = rule.parts[part - 1]
  if (named?.status === "inactive") return { reason: "RuleInactive", facts: named.name }
  const { endsAt, startsAt } = rule
  const isRunning = (startsAt === null || state.now >= startsAt) && (endsAt === null || state.now < endsAt)
  return isRunning ? undefined : { reason: "RuleNotRunning", facts: `${rule.name} ${Text.schedule(rule)}` }
}

const codes: Readonly<Partial<Record<Refusal["reason"], SuppressedBy>>> = {
  ParticipantLimitReached: "participant_limit_reached",
  UserLimitReached: "user_limit_reached",
  LimitReached: "limit_reached"
}

/** The first limit that leaves no payment, and how many coins the limits leave of what the rule pays. */
const atLimits = (state: State, { index, rule }: Found, user: string, ends: boolean) => {
  const paid = timesPaid(state, index, user)
  const full: Array<Refusal> = []
  if (rule.limit !== -1 && paid >= rule.limit) {
    full.push({ reason: "UserLimitReached", facts: `${rule.name} ${rule.limit}` })
  }
  if (paid === 0 && participants(state, index) >= rule.max) {
    full.push({ reason: "ParticipantLimitReached", facts: `${rule.name} ${rule.max}` })
  }
  const pays = unitsOf(rule.coins)
  // A completion that cannot pay in this period counts; one that could never pay does not.
  const binding = standings(state, index, rule, user).filter(({ period }) => ends || period === "ever")
  const refusalOf = (limit: (typeof binding)[number]): Refusal => ({
    reason: "LimitReached",
    facts: `${rule.name} ${Text.limit(limit)}`
  })
  full.push(...binding.filter(({ left, measure }) => measure === "awards" && left < 1).map(refusalOf))
  const short = binding.filter(({ left, measure }) => measure === "coins" && left < pays)
  const units = Math.max(0, Math.min(pays, ...short.map(({ left }) => left)))
  return { full: full[0], short: short.map(refusalOf)[0], units }
}

/** Decides an award of a member. */
const decide = (state: State, found: Found, user: string): Decision => {
  const nothing = { units: 0, refusal: null, suppressedBy: null } as const
  const refusal = closed(state, found)
  if (refusal !== undefined) return { ...nothing, decision: "refused", refusal }
  const { index, rule, part } = found
  const ends = endsCycle(rule, cycleOf(state, index, user).done, part)
  const { full, short, units } = atLimits(state, found, user, ends)
  const isClamped = rule.atLimit === "clamp" && units > 0
  const inTheWay = full ?? (isClamped ? undefined : short)
  if (inTheWay === undefined) {
    return ends ? { ...nothing, decision: "pays", units } : { ...nothing, decision: "counts" }
  }
  return rule.atLimit === "suppress"
    ? { ...nothing, decision: "suppressed", suppressedBy: codes[inTheWay.reason] ?? null }
    : { ...nothing, decision: "refused", refusal: inTheWay }
}

/** The rule that an award names, if somebody can be awarded it. */
const find = (state: State, partner: Partner, user: string, name: string): Found | Next => {
  const found = lookUp(state, partner, name)
  if (found === undefined) return refuse(state, "RuleNotFound", name)
  return isMember(state, partner, user) ? found : refuse(state, "MemberNotFound", user)
}

const textsOf = (note: string | null, metadata: AwardBody["metadata"]): Event["texts"] => [
  ...(note === null ? [] : [["", note] as const]),
  ...Object.entries(metadata ?? {})
]

export const award = (state: State, body: AwardBody): Next | Event => {
  const { partner, user, note, metadata } = body
  const name = normal(body.rule)
  const found = find(state, partner, user, name)
  if ("answers" in found) return found
  const { refusal, suppressedBy, units } = decide(state, found, user)
  if (refusal !== null) return refuse(state, refusal.reason, refusal.facts)
  const outcome = { _tag: "Award", user, rule: name, units, suppressedBy } as const
  const { index: rule, part } = found
  const texts = textsOf(note, metadata)
  return {
    kind: "award",
    partner,
    user,
    rule,
    part,
    units,
    suppressedBy,
    undoes: -1,
    texts,
    at: state.now,
    outcome
  }
}

/** The cycle before an award: what is done of it, and how much pays. */
const progressOf = (state: State, { index, rule }: Found, user: string): Explanation["progress"] => {
  const cycle = cycleOf(state, index, user).done
  switch (rule.type) {
    case "single":
      return { done: 0, of: 1 }
    case "batched":
      return { done: cycle.length, of: rule.completions }
    case "combined": {
      const active = rule.parts.flatMap(({ status }, part) => (status === "active" ? [part + 1] : []))
      const finished = active.filter((part) => cycle.some((event) => event.part === part))
      return { done: finished.length, of: active.length }
    }
  }
}

/** Explains with the very decision of an award, so what it says is what an award that follows must get. */
export const explain = (state: State, partner: Partner, user: string, spelling: string): Next => {
  const name = normal(spelling)
  if (name === "") return refuse(state, "InvalidInput")
  const found = find(state, partner, user, name)
  if ("answers" in found) return found
  const explanation = {
    ...decide(state, found, user),
    progress: progressOf(state, found, user),
    limits: allStandings(state, found.index, found.rule, user)
  }
  return done(state, { _tag: "Explained", ...explanation }, false)
}

export const transfer = (state: State, body: TransferBody): Next | Event => {
  const { partner, user, coins, metadata } = body
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const have = balance(state, partner, user)
  const need = unitsOf(coins)
  if (have < need) return refuse(state, "InsufficientCoins", Text.shortage(have, need))
  const outcome = { _tag: "Transfer", user, units: need, left: have - need } as const
  const texts = textsOf(null, metadata)
  return {
    kind: "transfer",
    partner,
    user,
    rule: -1,
    part: 0,
    units: -need,
    suppressedBy: null,
    undoes: -1,
    texts,
    at: state.now,
    outcome
  }
}
