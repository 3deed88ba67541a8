import type { Action, AwardBody, Partner, TransferBody } from "./Command.ts"
import { award, explain, transfer } from "./Model/awards.ts"
import * as Reversals from "./Model/reversals.ts"
import { createRule, updateRule } from "./Model/rules.ts"
import {
  balance,
  done,
  type Event,
  eventsOf,
  isMember,
  type Next,
  normal,
  refuse,
  type State,
  unitsOf,
  validCoins
} from "./Model/State.ts"
import * as Text from "./Text.ts"

export { nextClockChange, nextMidnight, windowOf } from "./Model/calendar.ts"
export { paidIn } from "./Model/limits.ts"
export type { Explanation, LimitStanding, Outcome, Reason, Refusal, SuppressedBy } from "./Model/Outcome.ts"
export type { UsedKey } from "./Model/State.ts"
export {
  type Answer,
  awardsOf,
  balance,
  cycleOf,
  type Event,
  earned,
  empty,
  eventsOf,
  isUndone,
  lookUp,
  type Next,
  participants,
  payments,
  type State,
  timesPaid,
  unitsOf
} from "./Model/State.ts"

/**
 * The expected behaviour, written a second time in the simplest way: it keeps a history of accepted calls and counts
 * in it. It shares no code with the library, so that a fault in one shows as a difference.
 */

const onboard = (state: State, partner: Partner, user: string): Next => {
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const outcome = { _tag: "Member", user } as const
  if (isMember(state, partner, user)) return done(state, outcome, false)
  return done({ ...state, members: [...state.members, { partner, user }] }, outcome)
}

/** Replays the answer if the key was used by an accepted call. A refused call does not use up its key. */
const once = (
  state: State,
  key: string | undefined,
  body: string,
  partner: Partner,
  run: () => Next | Event
): Next => {
  const used = state.keys.find((entry) => entry.partner === partner && entry.key === key)
  if (used !== undefined && used.body !== body) return refuse(state, "IdempotencyMismatch", used.key)
  const first = used === undefined ? undefined : state.history[used.event]
  if (used !== undefined && first !== undefined) {
    const { outcome } = first
    return { state, answers: [{ outcome, changes: false, event: used.event, replay: true }] }
  }
  const result = run()
  if ("answers" in result) return result
  const event = state.history.length
  const keys = key === undefined ? state.keys : [...state.keys, { partner, key, body, event }]
  return {
    state: { ...state, history: [...state.history, result], keys },
    answers: [{ outcome: result.outcome, changes: true, event, replay: false }]
  }
}

const said = ({ metadata }: AwardBody | TransferBody): ReadonlyArray<unknown> =>
  metadata === undefined ? [] : [Object.entries(metadata).toSorted()]

const awardOnce = (state: State, body: AwardBody): Next => {
  const name = normal(body.rule)
  if (name === "") return refuse(state, "InvalidInput")
  const print = JSON.stringify(["award", body.user, name, body.note, ...said(body)])
  return once(state, body.key, print, body.partner, () => award(state, body))
}

const transferOnce = (state: State, body: TransferBody): Next => {
  if (!validCoins(body.coins)) return refuse(state, "InvalidInput")
  const print = JSON.stringify(["transfer", body.user, unitsOf(body.coins), ...said(body)])
  return once(state, body.key, print, body.partner, () => transfer(state, body))
}

type Undo = Extract<Action, { readonly _tag: "Reverse" | "Refund" }>

const undoOnce = (state: State, action: Undo): Next => {
  const { _tag, event, key, note, partner } = action
  const there = Reversals.found(state, action)
  const undo = _tag === "Reverse" ? Reversals.reverse : Reversals.refund
  return once(state, key, JSON.stringify([_tag, event, note]), partner, () =>
    there === undefined
      ? refuse(state, _tag === "Reverse" ? "AwardNotFound" : "TransferNotFound")
      : undo(state, action, there)
  )
}

const look = (state: State, partner: Partner, user: string): Next => {
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const moves = eventsOf(state, partner, user).flatMap(({ units }) => (units === 0 ? [] : [units]))
  const entries = moves.slice(-Text.statementSize).reverse()
  const names = state.rules.filter((rule) => rule.partner === partner).map((rule) => rule.name)
  const held = balance(state, partner, user)
  return done(state, { _tag: "Wallet", user, held, entries, rules: names }, false)
}

/** Runs one call to its end. Every batch and every race must be equivalent to some sequence of such steps. */
export const step = (state: State, action: Action): Next => {
  switch (action._tag) {
    case "CreateRule":
      return createRule(state, action.partner, action.rule)
    case "UpdateRule":
      return updateRule(state, action.partner, action.rule, action.change)
    case "Onboard":
      return onboard(state, action.partner, action.user)
    case "Award":
      return awardOnce(state, action)
    case "Transfer":
      return transferOnce(state, action)
    case "Reverse":
    case "Refund":
      return undoOnce(state, action)
    case "Explain":
      return explain(state, action.partner, action.user, action.rule)
    case "Look":
      return look(state, action.partner, action.user)
    case "AwardMany":
      return action.awards.reduce<Next>(
        ({ state, answers }, body) => {
          const next = awardOnce(state, body)
          return { state: next.state, answers: [...answers, ...next.answers] }
        },
        { state, answers: [] }
      )
  }
}
