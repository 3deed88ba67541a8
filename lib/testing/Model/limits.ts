import type { LimitDraft, RuleDraft } from "../Command.ts"
import * as Text from "../Text.ts"
import { endOf, windowOf } from "./calendar.ts"
import type { LimitStanding, Refusal } from "./Outcome.ts"
import { participants, payments, type State, timesPaid, unitsOf, validCoins } from "./State.ts"

/** Whether limits can be stated together: each with something to count, and nothing counted twice. */
export const validLimits = (limits: ReadonlyArray<LimitDraft>): boolean => {
  const stated = limits.flatMap(({ per, period, awards, coins }) => [
    ...(awards === undefined ? [] : [`${per} ${period} awards`]),
    ...(coins === undefined ? [] : [`${per} ${period} coins`])
  ])
  const each = limits.every(
    ({ awards, coins }) =>
      (awards !== undefined || coins !== undefined) &&
      (awards === undefined || (Number.isInteger(awards) && awards >= 1)) &&
      (coins === undefined || validCoins(coins))
  )
  return each && new Set(stated).size === stated.length
}

/** What a rule has paid in the window of a moment, by the calendar of its time zone. */
export const paidIn = (
  state: State,
  index: number,
  { timeZone }: Pick<RuleDraft, "timeZone">,
  { per, period }: Pick<LimitDraft, "per" | "period">,
  user: string,
  at: number
): { readonly awards: number; readonly units: number } => {
  const window = windowOf(timeZone, period, at)
  const inWindow = payments(state, index).filter(
    (event) => (per === "rule" || event.user === user) && windowOf(timeZone, period, event.at) === window
  )
  return { awards: inWindow.length, units: inWindow.reduce((sum, { units }) => sum + units, 0) }
}

/** The limits of a rule as they stand for a member: what is used, and what is left. */
export interface Standing extends LimitStanding {
  readonly left: number
  /** The position in the rule's list. */
  readonly field: string
}

export const standings = (
  state: State,
  index: number,
  rule: RuleDraft,
  user: string
): ReadonlyArray<Standing> =>
  rule.limits.flatMap((limit, position): ReadonlyArray<Standing> => {
    const { per, period, awards, coins } = limit
    const paid = paidIn(state, index, rule, limit, user, state.now)
    const known = { per, period, resetsAt: endOf(rule.timeZone, period, state.now) }
    const ofAwards: Standing = {
      ...known,
      measure: "awards",
      used: String(paid.awards),
      max: String(awards),
      left: (awards ?? 0) - paid.awards,
      field: `limits.${position}.awards`
    }
    const max = unitsOf(coins ?? "0")
    const ofCoins: Standing = {
      ...known,
      measure: "coins",
      used: Text.coins(paid.units),
      max: Text.coins(max),
      left: max - paid.units,
      field: `limits.${position}.coins`
    }
    return [...(awards === undefined ? [] : [ofAwards]), ...(coins === undefined ? [] : [ofCoins])]
  })

/** Places, payments of the member, and the limits of the rule, as an explanation shows them. */
export const allStandings = (
  state: State,
  index: number,
  rule: RuleDraft,
  user: string
): ReadonlyArray<LimitStanding> => {
  const ever = { period: "ever", resetsAt: null } as const
  const places: LimitStanding = {
    ...ever,
    per: "rule",
    measure: "participants",
    used: String(participants(state, index)),
    max: String(rule.max)
  }
  const own: LimitStanding = {
    ...ever,
    per: "member",
    measure: "awards",
    used: String(timesPaid(state, index, user)),
    max: String(rule.limit)
  }
  return [places, ...(rule.limit === -1 ? [] : [own]), ...standings(state, index, rule, user)]
}

/** The first limit per rule of a changed rule that is below what its running window has paid. */
export const tooLow = (state: State, index: number, rule: RuleDraft): Refusal | undefined => {
  // No payment of the rule as a whole belongs to a member.
  const low = standings(state, index, rule, "").find(({ left, per }) => per === "rule" && left < 0)
  return low === undefined
    ? undefined
    : { reason: "LimitTooLow", facts: `${low.field} ${low.used} of ${low.max}` }
}
