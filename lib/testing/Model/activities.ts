/** Records activities, awards the rules whose conditions they meet, reverses activities, and changes attributes of members. */

import type { ActivityFields, Scalar, WhenDraft } from "../ActivityDraft.ts"
import { isAmount, type PartnerName, type RecordFields, type ResolvedOf } from "../HarnessCommand.ts"
import type { ActivityResult, ModelRefusal } from "../ModelOutcome.ts"
import { awardNamed, reverseWhole, textsOf } from "./awards.ts"
import { type ConditionFacts, holds, leavesThatDecided, valueAt } from "./conditions.ts"
import {
  admitted,
  cycleOf,
  done,
  endOfCycle,
  isMember,
  isUndone,
  type ModelEvent,
  type ModelState,
  memberOf,
  type NamedRule,
  type Next,
  newEvent,
  personOf,
  refuse,
  returnedOf,
  timesPaid
} from "./state.ts"

/** A rule or sub-rule that is awarded for activities of a type. */
interface Deciding extends NamedRule {
  readonly name: string
  readonly when: WhenDraft
}

/** Returns the active rules and sub-rules for a type of activity, in the order of their names. */
const decidingOn = ({ rules }: ModelState, partner: PartnerName, type: string): ReadonlyArray<Deciding> =>
  rules
    .flatMap((rule, index) =>
      [rule, ...rule.parts].flatMap(
        ({ name, status, when }, part): ReadonlyArray<Deciding> =>
          when !== null && status === "active" ? [{ index, rule, part, name, when }] : []
      )
    )
    .filter(({ rule, when }) => {
      const isOwn = rule.partner === partner && rule.status === "active"
      return isOwn && when.activity === type
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Returns the amount in the data, as a decimal, or the refusal of a value that is not an amount. */
const amountIn = (
  { name, when: { amount: field } }: Deciding,
  data: ActivityFields["data"]
): string | undefined | ModelRefusal => {
  if (field === undefined) return undefined
  const value = valueAt(data, field)
  const isDecimal = (typeof value === "string" || typeof value === "number") && isAmount(String(value))
  return isDecimal ? String(value) : { reason: "AmountInvalid", facts: `${name} ${field}` }
}

const day = 24 * 3_600_000
const minute = 60_000

/** Decides about one rule. If an award is made, it is added to the state. */
const decide = (
  state: ModelState,
  deciding: Deciding,
  { data, partner, user }: RecordFields,
  facts: Omit<ConditionFacts, "paid" | "timeZone">,
  activity: number
): { readonly state: ModelState; readonly result: ActivityResult } => {
  const { index, name: rule, rule: ofRule, when } = deciding
  const all = { ...facts, paid: timesPaid(state, index, user), timeZone: ofRule.timeZone }
  const met = holds(when.conditions, all)
  const because = leavesThatDecided(when.conditions, all)
  const result = { rule, met, units: 0, refusal: null, because }
  if (!met) return { state, result }
  const amount = amountIn(deciding, data)
  if (typeof amount === "object") return { state, result: { ...result, refusal: amount } }
  const award = { partner, user, rule, amount, note: null, metadata: undefined, key: undefined }
  const made = awardNamed(state, deciding, award)
  if (!("event" in made)) return { state, result: { ...result, refusal: made } }
  const { decision, event } = made
  return {
    state: { ...state, history: [...state.history, { ...event, activity }] },
    result: { ...result, units: event.units, refusal: decision.reached }
  }
}

const attributesOf = (state: ModelState, partner: PartnerName, user: string) =>
  memberIn(state, partner, user)?.attributes ?? {}

const memberIn = (state: ModelState, partner: PartnerName, user: string) => {
  const id = memberOf(state, partner, user)
  return state.members.find((member) => member.partner === partner && member.user === id)
}

/**
 * Returns how many activities of a type a member has. Reversed activities count, and so do the activities of an erased member whom the
 * member succeeds.
 */
export const activitiesOf = (state: ModelState, partner: PartnerName, user: string, type: string): number =>
  state.history.filter(
    ({ outcome, ...event }) =>
      outcome._tag === "Activity" &&
      outcome.type === type &&
      event.partner === partner &&
      personOf(state, partner, event.user) === personOf(state, partner, user) &&
      event.kind === "activity"
  ).length

/** Records an activity: its event, followed by its awards. */
export const recordActivity = (state: ModelState, fields: RecordFields): Next | ReadonlyArray<ModelEvent> => {
  const { data, partner, type, user } = fields
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const { occurredAt = state.now } = fields
  if (occurredAt < state.now - 30 * day || occurredAt > state.now + 5 * minute) {
    return refuse(state, "InvalidInput")
  }
  const outcome = { _tag: "Activity", user, type, results: [] as ReadonlyArray<ActivityResult> } as const
  const texts = textsOf(Object.keys(data).length === 0 ? null : JSON.stringify(data), undefined)
  const event = newEvent(state, { kind: "activity", partner, user, units: 0, occurredAt, texts, outcome })
  const activity = state.history.length
  let current: ModelState = { ...state, history: [...state.history, event] }
  const attributes = attributesOf(state, partner, user)
  const facts = { data, attributes, activities: activitiesOf(current, partner, user, type), occurredAt }
  const results: Array<ActivityResult> = []
  for (const deciding of decidingOn(state, partner, type)) {
    const decided = decide(current, deciding, fields, facts, activity)
    current = decided.state
    results.push(decided.result)
  }
  return [{ ...event, outcome: { ...outcome, results } }, ...current.history.slice(activity + 1)]
}

/** Says what an activity would do. */
export const explainActivity = (state: ModelState, fields: ResolvedOf<"ExplainActivity">): Next => {
  const recorded = recordActivity(state, { ...fields, key: undefined })
  if ("answers" in recorded) return recorded
  const outcome = recorded[0]?.outcome
  return outcome?._tag === "Activity"
    ? done(state, { ...outcome, _tag: "ActivityExplained" }, false)
    : refuse(state, "InvalidInput")
}

/**
 * Returns whether the activity that earned an award also earned the payment that ended the award's cycle. Then it is enough to reverse the
 * payment.
 */
const isVoidWithPayment = (state: ModelState, { activity }: ModelEvent, index: number): boolean =>
  endOfCycle(state, index)?.activity === activity

/** Reverses an activity and all its awards that still have an effect. If one of these awards cannot be reversed, reverses nothing. */
export const undoActivity = (
  state: ModelState,
  { event: undoes, note, partner }: ResolvedOf<"ReverseActivity">
): Next | ReadonlyArray<ModelEvent> => {
  const undone = state.history[undoes]
  if (undone?.kind !== "activity" || undone.partner !== partner) return refuse(state, "ActivityNotFound")
  if (isUndone(state, undoes)) return refuse(state, "AlreadyReversed")
  const { user } = undone
  const awards = state.history.flatMap((event, index) =>
    event.activity === undoes && event.suppressedBy === null && !isUndone(state, index)
      ? [{ event, index }]
      : []
  )
  const counted = awards.filter(({ event }) => event.units === 0)
  const running = counted.filter(({ event, index }) =>
    cycleOf(state, event.rule, user).done.some((each) => each.index === index)
  )
  const isEnded = counted.some(
    (each) => !running.includes(each) && !isVoidWithPayment(state, each.event, each.index)
  )
  const units = awards.reduce(
    (sum, { event, index }) => sum + event.units - returnedOf(state, index).units,
    0
  )
  if (isEnded) return refuse(state, "ActivityNotReversed")
  const outcome = { _tag: "Undone", what: "activity", units } as const
  const reversal = newEvent(state, {
    kind: "activity reversal",
    partner,
    user,
    units: 0,
    undoes,
    texts: textsOf(note, undefined),
    outcome
  })
  const events = [reversal]
  for (const { event, index } of awards) {
    if (event.units === 0 && !running.some((each) => each.index === index)) continue
    const reversed = reverseWhole({ ...state, history: [...state.history, ...events] }, index)
    if ("reason" in reversed) return refuse(state, "ActivityNotReversed")
    events.push(...reversed)
  }
  return events
}

/**
 * Changes attributes of a member, and creates the member if it does not exist. Always returns a new state, even if no attribute changes:
 * a concurrent call may change the same attributes, so `findOrder` must not treat this call as one that changes nothing.
 */
export const setAttributes = (
  state: ModelState,
  { attributes: changes, partner, user }: ResolvedOf<"SetAttributes">
): Next => {
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const current = admitted(state, partner, user)
  const before = attributesOf(current, partner, user)
  const attributes = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, Scalar] => entry[1] !== null)
  )
  const id = memberOf(current, partner, user)
  const members = current.members.map((member) =>
    member.partner === partner && member.user === id ? { partner, user: id, attributes } : member
  )
  return done({ ...current, members }, { _tag: "Attributes", user: id, attributes })
}
