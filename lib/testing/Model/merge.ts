/** Merges two members of the model. Everything of the member `from` moves to the member `into`, and both ids then lead to `into`. */

import type { ResolvedOf } from "../HarnessCommand.ts"
import { lotsOf, pendingUnits } from "./lots.ts"
import { limitsLeft, paidIn } from "./rules.ts"
import {
  balance,
  done,
  isMember,
  type ModelState,
  memberOf,
  type Next,
  newEvent,
  refuse,
  timesPaid
} from "./state.ts"

/** Returns the state in which both ids lead to `into`. No coins have moved. */
const asOne = (state: ModelState, { from, into, partner }: ResolvedOf<"Merge">): ModelState => {
  const isOf = (user: string) => (member: ModelState["members"][number]) =>
    member.partner === partner && member.user === user
  const attributes = {
    ...state.members.find(isOf(from))?.attributes,
    ...state.members.find(isOf(into))?.attributes
  }
  return {
    ...state,
    members: state.members
      .filter((member) => !isOf(from)(member))
      .map((member) => (isOf(into)(member) ? { ...member, attributes } : member)),
    merged: [...state.merged, { partner, user: from, into }]
  }
}

/**
 * Returns the limits that the merge exceeds. Both members have used such a limit, and together they have used more than it allows. The
 * limits on the number of payments to one member come first, then the limits in windows.
 */
const passedBy = (
  state: ModelState,
  merged: ModelState,
  call: ResolvedOf<"Merge">
): ReadonlyArray<string> => {
  const { from, into, partner } = call
  const own = state.rules.flatMap((rule, index) => (rule.partner === partner ? [{ rule, index }] : []))
  const times = own.flatMap(({ index, rule }) => {
    const [one, other] = [timesPaid(state, index, from), timesPaid(state, index, into)]
    const isPassed = rule.limit !== -1 && one > 0 && other > 0 && one + other > rule.limit
    return isPassed ? [`${rule.name} ever awards ${one + other} of ${rule.limit}`] : []
  })
  const windows = own.flatMap(({ index, rule }) =>
    limitsLeft(merged, { index, rule }, into).flatMap(({ left, max, measure, per, period, used }) => {
      const paid = [from, into].map((user) => paidIn(state, index, rule, { per, period }, user, state.now))
      const bothPaid = paid.every(({ awards, units }) => (measure === "awards" ? awards : units) > 0)
      return per === "member" && left < 0 && bothPaid
        ? [`${rule.name} ${period} ${measure} ${used} of ${max}`]
        : []
    })
  )
  return [...times, ...windows]
}

export const merge = (state: ModelState, call: ResolvedOf<"Merge">): Next => {
  const { force, partner } = call
  const unknown = [call.from, call.into].find((user) => !isMember(state, partner, user))
  if (unknown !== undefined) return refuse(state, "MemberNotFound", unknown)
  const from = memberOf(state, partner, call.from)
  const into = memberOf(state, partner, call.into)
  if (from === into) return refuse(state, "CannotMerge")
  const members = { ...call, from, into }
  const merged = asOne(state, members)
  const [passed] = passedBy(state, merged, members)
  if (passed !== undefined && !force) return refuse(state, "MergeLimitReached", passed)
  const units = balance(state, partner, from)
  const pending = pendingUnits(state, partner, from)
  const outcome = { _tag: "Merged", user: into, merged: from, units, pending } as const
  const given = lotsOf(state, partner, from).filter(({ coins, expired }) => coins > 0 || expired > 0)
  const taken = given.map((lot) => ({ ...lot, coins: -lot.coins, expired: -lot.expired }))
  const events = [
    newEvent(state, { kind: "merged", partner, user: from, units: 0, lots: taken, outcome }),
    newEvent(state, { kind: "merge", partner, user: into, units: 0, lots: given, outcome })
  ]
  return done({ ...merged, history: [...state.history, ...events] }, outcome)
}
