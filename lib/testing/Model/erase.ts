/** Erases members. Their records stay under a name that nobody else has, and their ids can come back. */

import type { PartnerName, ResolvedOf } from "../HarnessCommand.ts"
import { lotsOf, pendingUnits } from "./lots.ts"
import {
  balance,
  done,
  isMember,
  type LotMove,
  type ModelEvent,
  type ModelState,
  memberOf,
  type Next,
  newEvent,
  refuse
} from "./state.ts"

/**
 * Moves the coins of lots, and pending coins, to the expired coins. Undated and pending coins become expired coins of the lot whose
 * `expiresAt` is null, so that reversals can still take them back.
 */
export const erasureOf = (
  state: ModelState,
  partner: PartnerName,
  user: string,
  lots: ReadonlyArray<LotMove>,
  pending: number
): ModelEvent => {
  const units = lots.reduce((sum, { coins }) => sum + coins, 0)
  const moved = lots.map((lot) => ({ ...lot, coins: -lot.coins, expired: lot.coins }))
  const waited = { expiresAt: null, timeZone: "UTC", coins: 0, expired: pending }
  const outcome = { _tag: "Erased", units, pending } as const
  return newEvent(state, {
    kind: "erasure",
    partner,
    user,
    units: 0,
    lots: pending > 0 ? [...moved, waited] : moved,
    outcome
  })
}

/** The outcome of an event of an erased member, without its reason. */
const withoutReason = (outcome: ModelEvent["outcome"]): ModelEvent["outcome"] =>
  outcome._tag === "Adjustment" ? { ...outcome, reason: "" } : outcome

/** Returns parts of the state in which a member, and the members merged into it, have new names and no texts. */
const renamed = (
  state: ModelState,
  partner: PartnerName,
  names: ReadonlyMap<string, string>
): Pick<ModelState, "history" | "merged" | "heirs"> => {
  const nameOf = (user: string): string => names.get(user) ?? user
  const isOwn = (each: { readonly partner: PartnerName }) => each.partner === partner
  return {
    history: state.history.map((event) => {
      if (!isOwn(event) || !names.has(event.user)) return event
      const { outcome } = event
      const shown =
        outcome._tag === "Merged"
          ? { ...outcome, user: nameOf(outcome.user), merged: nameOf(outcome.merged) }
          : withoutReason(outcome)
      return { ...event, user: nameOf(event.user), texts: [], outcome: shown }
    }),
    merged: state.merged.map((each) =>
      isOwn(each) ? { ...each, user: nameOf(each.user), into: nameOf(each.into) } : each
    ),
    heirs: state.heirs.map((each) => (isOwn(each) ? { ...each, user: nameOf(each.user) } : each))
  }
}

export const erase = (state: ModelState, { partner, user }: ResolvedOf<"Erase">): Next => {
  if (!isMember(state, partner, user)) return refuse(state, "MemberNotFound", user)
  const member = memberOf(state, partner, user)
  const isPart = (each: { readonly partner: PartnerName; readonly user: string }) =>
    each.partner === partner && memberOf(state, partner, each.user) === member
  const parts = [member, ...state.merged.filter(isPart).map((each) => each.user)]
  const ids = [...parts, ...state.joined.filter(isPart).map((each) => each.user)]
  const timesErased = (name: string): number =>
    [...state.erased, ...state.merged].filter(
      (each) => each.partner === partner && each.user.startsWith(`${name}†`)
    ).length
  const names = new Map(parts.map((name) => [name, `${name}†${timesErased(name) + 1}`]))
  const lots = lotsOf(state, partner, member).filter(({ coins }) => coins > 0)
  const event = erasureOf(state, partner, member, lots, pendingUnits(state, partner, member))
  const added = { ...state, history: [...state.history, event] }
  const of = names.get(member) ?? member
  const others = state.remembered.filter((each) => each.partner !== partner || !ids.includes(each.user))
  const isRemembered = !state.forgetful.includes(partner)
  const next = {
    ...state,
    ...renamed(added, partner, names),
    members: state.members.filter((each) => each.partner !== partner || each.user !== member),
    joined: state.joined.filter((each) => !isPart(each)),
    erased: [...state.erased, { partner, user: of }],
    remembered: isRemembered ? [...others, ...ids.map((id) => ({ partner, user: id, of }))] : others
  }
  return done(next, {
    _tag: "Erased",
    units: balance(state, partner, member),
    pending: pendingUnits(state, partner, member)
  })
}

/** Sets whether a partner remembers the ids of erased members. If it no longer does, its remembered ids are deleted. */
export const rememberErased = (
  state: ModelState,
  { partner, remember }: ResolvedOf<"RememberErased">
): Next => {
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const others = state.forgetful.filter((each) => each !== partner)
  const outcome = { _tag: "Remembers", remember } as const
  if (remember) return done({ ...state, forgetful: others }, outcome)
  const remembered = state.remembered.filter((each) => each.partner !== partner)
  return done({ ...state, remembered, forgetful: [...others, partner] }, outcome)
}
