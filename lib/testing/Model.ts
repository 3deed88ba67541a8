import { sortedJson } from "./ActivityDraft.ts"
import {
  type AdjustFields,
  type AwardFields,
  isAmount,
  normalName,
  type PartnerName,
  type RecordFields,
  type ResolvedCall,
  type ResolvedOf,
  type TransferFields
} from "./HarnessCommand.ts"
import { explainActivity, recordActivity, setAttributes, undoActivity } from "./Model/activities.ts"
import { adjust, award, confirm, explain, transfer, type UndoCall, undo } from "./Model/awards.ts"
import { isPeriod } from "./Model/dates.ts"
import { erase, rememberErased } from "./Model/erase.ts"
import { expiringOf, pendingUnits } from "./Model/lots.ts"
import { merge } from "./Model/merge.ts"
import { createRule, updateRule } from "./Model/rules.ts"
import {
  admitted,
  balance,
  done,
  isErased,
  isMember,
  type ModelEvent,
  type ModelState,
  memberOf,
  movesOf,
  type Next,
  refuse
} from "./Model/state.ts"
import { type ModelOutcome, unitsOf } from "./ModelOutcome.ts"
import { entriesShownOf } from "./walletMoves.ts"

/**
 * A second, simple implementation of the expected behaviour. It computes balances and limits from a history of accepted calls. It
 * shares no code with the library, so that a fault in one of them shows as a difference.
 */

export type { SuppressedBy } from "../index.ts"
export { activitiesOf } from "./Model/activities.ts"
export { nextClockChange, nextMidnight, windowOf } from "./Model/calendar.ts"
export { isValidWhen } from "./Model/conditions.ts"
export { isPeriod } from "./Model/dates.ts"
export {
  awardState,
  datesOf,
  expiringOf,
  liabilityOf,
  lotsOf,
  nextDue,
  passTime,
  pendingUnits,
  waitingOf
} from "./Model/lots.ts"
export { paidIn } from "./Model/rules.ts"
export {
  awardsOf,
  balance,
  closedMovesOf,
  cycleOf,
  cyclesBefore,
  earned,
  empty,
  eventsOf,
  type Heir,
  isUndone,
  type LotMove,
  lookUp,
  type MergedMember as Merged,
  type ModelEvent as Event,
  type ModelMember as Member,
  type ModelState as State,
  memberOf,
  movedBy,
  movesOf,
  type Next,
  participants,
  payments,
  personOf,
  returnedOf,
  tallyOf,
  timesPaid,
  type UsedKey
} from "./Model/state.ts"
export {
  type ActivityResult,
  type ExpiringCoins,
  type LimitUse as LimitStanding,
  type ModelAnswer as Answer,
  type ModelExplanation as Explanation,
  type ModelOutcome as Outcome,
  type ModelRefusal as Refusal,
  type Reason,
  type UndoneKind,
  unitsOf
} from "./ModelOutcome.ts"

const onboard = (state: ModelState, partner: PartnerName, user: string): Next => {
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const next = admitted(state, partner, user)
  return done(next, { _tag: "Member", user: memberOf(next, partner, user) }, next !== state)
}

/** Removes the member's id from the outcome of a replay, because the member was erased. */
const withoutId = (outcome: ModelOutcome): ModelOutcome =>
  "user" in outcome ? { ...outcome, user: "erased" } : outcome

/**
 * Runs a call, or replays the answer of the accepted call with the same key. A refused call does not use up its key. The first event
 * that `run` returns is the call itself. The other events are the awards of an activity, or the reversals of these awards.
 */
const once = (
  state: ModelState,
  { key, partner }: { readonly key: string | undefined; readonly partner: PartnerName },
  fingerprint: ReadonlyArray<unknown>,
  run: () => Next | ModelEvent | ReadonlyArray<ModelEvent>
): Next => {
  const body = JSON.stringify(fingerprint)
  const used = state.keys.find((entry) => entry.partner === partner && entry.key === key)
  if (used !== undefined && used.body !== body) return refuse(state, "IdempotencyMismatch", used.key)
  const first = used === undefined ? undefined : state.history[used.event]
  if (used !== undefined && first !== undefined) {
    const erased = isErased(state, partner, first.user)
    const outcome = erased ? withoutId(first.outcome) : first.outcome
    return { state, answers: [{ outcome, changes: false, event: used.event, replay: true, erased }] }
  }
  const result = run()
  if ("answers" in result) return result
  const added = "kind" in result ? [result] : result
  const [main] = added
  if (main === undefined) throw new Error("an accepted call has an event")
  const event = state.history.length
  const keys = key === undefined ? state.keys : [...state.keys, { partner, key, body, event }]
  const awards = added.flatMap(({ activity }, index) => (activity === event ? [event + index] : []))
  return {
    state: { ...state, history: [...state.history, ...added], keys },
    answers: [{ outcome: main.outcome, changes: true, event, awards, replay: false }]
  }
}

const sortedMetadata = ({ metadata }: AwardFields | TransferFields): ReadonlyArray<unknown> =>
  metadata === undefined ? [] : [Object.entries(metadata).toSorted()]

const awardOnce = (state: ModelState, fields: AwardFields): Next => {
  const name = normalName(fields.rule)
  if (name === "") return refuse(state, "InvalidInput")
  const { amount } = fields
  if (amount !== undefined && !isAmount(amount)) return refuse(state, "InvalidInput")
  const paidFor = amount === undefined ? [] : [{ amount: unitsOf(amount) }]
  const fingerprint = ["award", fields.user, name, fields.note, ...sortedMetadata(fields), ...paidFor]
  return once(state, fields, fingerprint, () => award(state, fields))
}

const transferOnce = (state: ModelState, fields: TransferFields): Next => {
  if (!isAmount(fields.coins)) return refuse(state, "InvalidInput")
  const fingerprint = ["transfer", fields.user, unitsOf(fields.coins), ...sortedMetadata(fields)]
  return once(state, fields, fingerprint, () => transfer(state, fields))
}

const adjustOnce = (state: ModelState, fields: AdjustFields): Next => {
  const { coins, coinsExpire, debitOrCredit, note, points, reason, user } = fields
  const isCredit = debitOrCredit === "CR" || (!points && coinsExpire === undefined)
  const isValid = isAmount(coins) && reason !== "" && isCredit && isPeriod(coinsExpire ?? "P1D")
  if (!isValid) return refuse(state, "InvalidInput")
  const what = [debitOrCredit, user, unitsOf(coins), points, reason, note, coinsExpire]
  return once(state, fields, ["adjust", ...what, ...sortedMetadata(fields)], () => adjust(state, fields))
}

const undoOnce = (state: ModelState, call: UndoCall): Next => {
  const part = call._tag === "Reverse" ? [call.coins, call.amount] : []
  const given = part.filter((each) => each !== undefined)
  if (given.length > 1 || !given.every(isAmount)) return refuse(state, "InvalidInput")
  const units = part.map((each) => (each === undefined ? null : unitsOf(each)))
  return once(state, call, [call._tag, call.event, call.note, ...units], () => undo(state, call))
}

const confirmOnce = (state: ModelState, call: ResolvedOf<"Confirm">): Next =>
  once(state, call, [call._tag, call.event], () => confirm(state, call))

/** Returns whether a type of activity is valid. In commands, valid types consist of lower-case letters. */
const isType = (type: string): boolean => /^[a-z]+$/.test(type)

const recordOnce = (state: ModelState, fields: RecordFields): Next => {
  const { data, occurredAt = null, type, user } = fields
  if (!isType(type)) return refuse(state, "InvalidInput")
  const fingerprint = ["activity", user, type, sortedJson(data), occurredAt]
  return once(state, fields, fingerprint, () => recordActivity(state, fields))
}

const undoActivityOnce = (state: ModelState, call: ResolvedOf<"ReverseActivity">): Next =>
  once(state, call, [call._tag, call.event, call.note], () => undoActivity(state, call))

const look = (state: ModelState, partner: PartnerName, user: string): Next => {
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const entries = entriesShownOf(movesOf(state, partner, user).toReversed())
  const rules = state.rules.filter((rule) => rule.partner === partner).map((rule) => rule.name)
  const held = balance(state, partner, user)
  const pending = pendingUnits(state, partner, user)
  const expiring = expiringOf(state, partner, user)
  return done(state, { _tag: "Wallet", user, held, pending, expiring, entries, rules }, false)
}

const oneByOne = <Fields>(
  state: ModelState,
  all: ReadonlyArray<Fields>,
  run: (state: ModelState, fields: Fields) => Next
): Next =>
  all.reduce<Next>(
    ({ answers, state }, fields) => {
      const next = run(state, fields)
      return { state: next.state, answers: [...answers, ...next.answers] }
    },
    { state, answers: [] }
  )

/** Computes the answers to one call, and the state after it. The items of `AwardMany` and `RecordMany` run one after the other. */
export const step = (state: ModelState, call: ResolvedCall): Next => {
  switch (call._tag) {
    case "CreateRule":
      return createRule(state, call.partner, call.rule)
    case "UpdateRule":
      return updateRule(state, call)
    case "Onboard":
      return onboard(state, call.partner, call.user)
    case "Award":
      return awardOnce(state, call)
    case "Transfer":
      return transferOnce(state, call)
    case "Reverse":
    case "Refund":
    case "ReverseAdjustment":
      return undoOnce(state, call)
    case "Confirm":
      return confirmOnce(state, call)
    case "Adjust":
      return adjustOnce(state, call)
    case "Explain":
      return explain(state, call)
    case "Record":
      return recordOnce(state, call)
    case "ReverseActivity":
      return undoActivityOnce(state, call)
    case "ExplainActivity":
      return isType(call.type) ? explainActivity(state, call) : refuse(state, "InvalidInput")
    case "SetAttributes":
      return setAttributes(state, call)
    case "Merge":
      return merge(state, call)
    case "Erase":
      return erase(state, call)
    case "RememberErased":
      return rememberErased(state, call)
    case "Look":
      return look(state, call.partner, call.user)
    case "AwardMany":
      return oneByOne(state, call.awards, awardOnce)
    case "RecordMany":
      return oneByOne(state, call.activities, recordOnce)
  }
}
