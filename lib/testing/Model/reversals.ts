import type { Action } from "../Command.ts"
import * as Text from "../Text.ts"
import { balance, cycleOf, type Event, isUndone, type Next, refuse, type State } from "./State.ts"

type Undo = Extract<Action, { readonly _tag: "Reverse" | "Refund" }>

/** The event that a partner may take back, if it is one of its own and of this kind. */
export const found = (state: State, { _tag, event, partner }: Undo): Event | undefined => {
  const kind = _tag === "Reverse" ? "award" : "transfer"
  const there = state.history[event]
  return there?.kind === kind && there.partner === partner ? there : undefined
}

const undo = (
  state: State,
  { event: undoes, note }: Undo,
  { partner, user, rule, part, units, kind }: Event
): Event => ({
  kind: kind === "award" ? "reversal" : "refund",
  partner,
  user,
  rule,
  part,
  units: units === 0 ? 0 : -units,
  suppressedBy: null,
  undoes,
  texts: note === null ? [] : [["", note]],
  at: state.now,
  outcome: { _tag: "Undone", what: kind === "award" ? "award" : "transfer", units: Math.abs(units) }
})

/** Takes an award back: as if it had never been, except that its cycle stays ended. */
export const reverse = (state: State, action: Undo, award: Event): Next | Event => {
  if (award.suppressedBy !== null) return refuse(state, "AwardSuppressed")
  if (isUndone(state, action.event)) return refuse(state, "AlreadyReversed")
  const { partner, rule, units, user } = award
  if (units === 0) {
    const isRunning = cycleOf(state, rule, user).done.some(({ index }) => index === action.event)
    return isRunning ? undo(state, action, award) : refuse(state, "CycleEnded")
  }
  const have = balance(state, partner, user)
  return have < units
    ? refuse(state, "InsufficientCoins", Text.shortage(have, units))
    : undo(state, action, award)
}

/** Returns the coins of a transfer. */
export const refund = (state: State, action: Undo, transfer: Event): Next | Event =>
  isUndone(state, action.event) ? refuse(state, "AlreadyReversed") : undo(state, action, transfer)
