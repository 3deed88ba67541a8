/** Creates and changes rules, and computes how much of their limits is used. */

import {
  isAmount,
  type LimitDraft,
  normalName,
  type PartChange,
  type PartnerName,
  type ResolvedOf,
  type RuleChange,
  type RuleDraft
} from "../HarnessCommand.ts"
import { coinsText, type LimitUse, unitsOf } from "../ModelOutcome.ts"
import { endOf, windowOf } from "./calendar.ts"
import { isValidWhen } from "./conditions.ts"
import { isPeriod } from "./dates.ts"
import {
  done,
  lookUp,
  type ModelState,
  memberOf,
  type NamedRule,
  type Next,
  participants,
  payments,
  paymentsTo,
  personOf,
  refuse,
  timesPaid
} from "./state.ts"

const validLimits = (limits: ReadonlyArray<LimitDraft>): boolean => {
  const stated = limits.flatMap(({ per, period, awards, coins }) => [
    ...(awards === undefined ? [] : [`${per} ${period} awards`]),
    ...(coins === undefined ? [] : [`${per} ${period} coins`])
  ])
  const each = limits.every(
    ({ awards, coins }) =>
      (awards !== undefined || coins !== undefined) &&
      (awards === undefined || (Number.isInteger(awards) && awards >= 1)) &&
      (coins === undefined || isAmount(coins))
  )
  return each && new Set(stated).size === stated.length
}

const validSchedule = ({ startsAt, endsAt }: RuleDraft): boolean =>
  startsAt === null || endsAt === null || endsAt > startsAt

const validUnit = ({ maxCoins, type, unit }: RuleDraft): boolean => {
  const isValid = (value: string | null) => value === null || isAmount(value)
  return isValid(unit) && isValid(maxCoins) && (unit === null ? maxCoins === null : type === "single")
}

const validTimes = ({ coinsExpire, pendingDays }: Pick<RuleDraft, "coinsExpire" | "pendingDays">): boolean =>
  (coinsExpire === null || isPeriod(coinsExpire)) &&
  (pendingDays === null || (pendingDays >= 1 && pendingDays <= 365))

/** Returns whether each `when` in a rule or a change is valid by itself. A sub-rule has no unit, so its `when` has no amount. */
const wellFormed = ({ parts = [], when }: RuleChange): boolean =>
  isValidWhen(when) && parts.every((part) => isValidWhen(part.when) && part.when?.amount === undefined)

/**
 * Returns whether `when` fits its rule. A combined rule has no `when`. In another rule, `when` has an amount if, and only if, the rule has
 * a unit.
 */
const fittingWhen = ({ type, unit, when }: RuleDraft): boolean =>
  when === null || (type !== "combined" && (when.amount === undefined) === (unit === null))

const isDistinct = (names: ReadonlyArray<string>): boolean => new Set(names).size === names.length

const normalParts = <Part extends PartChange>(parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  parts.map((part) => ({ ...part, name: normalName(part.name) }))

const canPay = ({ type, parts }: RuleDraft): boolean =>
  type !== "combined" || parts.some((part) => part.status === "active")

export const createRule = (state: ModelState, partner: PartnerName, draft: RuleDraft): Next => {
  const rule = { ...draft, name: normalName(draft.name), parts: normalParts(draft.parts), partner }
  const names = [rule.name, ...rule.parts.map((part) => part.name)]
  const isValid =
    validLimits(rule.limits) &&
    validSchedule(rule) &&
    isAmount(rule.coins) &&
    validUnit(rule) &&
    validTimes(rule) &&
    wellFormed(rule) &&
    fittingWhen(rule)
  if (!isDistinct(names) || !canPay(rule) || !isValid) return refuse(state, "InvalidInput")
  if (partner === "unregistered") return refuse(state, "PartnerNotFound")
  const taken = names.find((name) => lookUp(state, partner, name) !== undefined)
  if (taken !== undefined) return refuse(state, "NameTaken", taken)
  return done({ ...state, rules: [...state.rules, rule] }, { _tag: "Rule", rule, participants: 0 })
}

export const updateRule = (
  state: ModelState,
  { partner, rule: index, change }: ResolvedOf<"UpdateRule">
): Next => {
  const rule = state.rules[index]
  const given = normalParts(change.parts ?? [])
  const { coinsExpire = null, coins = "1", limits: newLimits = [], pendingDays = null } = change
  const isValid = isAmount(coins) && validLimits(newLimits) && validTimes({ coinsExpire, pendingDays })
  if (!isDistinct(given.map(({ name }) => name)) || !isValid || !wellFormed(change))
    return refuse(state, "InvalidInput")
  if (rule === undefined || rule.partner !== partner) return refuse(state, "RuleNotFound")
  const parts = rule.parts.map((part) => ({ ...part, ...given.find(({ name }) => name === part.name) }))
  const isUnknown = given.some((part) => rule.parts.every(({ name }) => name !== part.name))
  const changed = { ...rule, ...change, parts, name: normalName(change.name ?? rule.name) }
  if (
    isUnknown ||
    !canPay(changed) ||
    !validSchedule(changed) ||
    !validUnit(changed) ||
    !fittingWhen(changed)
  )
    return refuse(state, "InvalidInput")
  const taken = participants(state, index)
  if (changed.max < taken) return refuse(state, "TooFewPlaces", `${taken} of ${changed.max}`)
  if (changed.name !== rule.name && lookUp(state, partner, changed.name) !== undefined) {
    return refuse(state, "NameTaken", changed.name)
  }
  // Only limits per rule are checked, so the user does not matter.
  const limits = limitsLeft(state, { index, rule: changed }, "")
  const low = limits.find(({ left, per }) => per === "rule" && left < 0)
  if (low !== undefined) return refuse(state, "LimitTooLow", `${low.field} ${low.used} of ${low.max}`)
  return done(
    { ...state, rules: state.rules.with(index, changed) },
    { _tag: "Rule", rule: changed, participants: taken }
  )
}

/**
 * Returns the number of payments of a rule in the window that contains `at`, and their coins without the coins that reversals took back. If
 * `per` is "member", only payments to `user` count.
 */
export const paidIn = (
  state: ModelState,
  index: number,
  { timeZone }: Pick<RuleDraft, "timeZone">,
  { per, period }: Pick<LimitDraft, "per" | "period">,
  user: string,
  at: number
): { readonly awards: number; readonly units: number } => {
  const window = windowOf(timeZone, period, at)
  // In windows that end, payments before an erasure do not count for the person who comes back.
  const whom = period === "ever" ? personOf : memberOf
  const paid = per === "rule" ? payments(state, index) : paymentsTo(state, index, user, whom)
  const inWindow = paid.filter((event) => windowOf(timeZone, period, event.at) === window)
  return { awards: inWindow.length, units: inWindow.reduce((sum, { units }) => sum + units, 0) }
}

/** The use of a limit, and how much is left. `field` is the limit's path in the rule. */
interface LimitLeft extends LimitUse {
  readonly left: number
  readonly field: string
}

type IndexedRule = Pick<NamedRule, "index" | "rule">

/** Returns the limits of a rule for a member. A limit on both awards and coins becomes two limits. */
export const limitsLeft = (state: ModelState, { index, rule }: IndexedRule, user: string) =>
  rule.limits.flatMap((limit, position) => {
    const { per, period, awards, coins } = limit
    const paid = paidIn(state, index, rule, limit, user, state.now)
    const resetsAt = endOf(rule.timeZone, period, state.now)
    const use = (measure: "awards" | "coins", used: number, max: number): LimitLeft => {
      const text = measure === "awards" ? String : coinsText
      const field = `limits.${position}.${measure}`
      return { per, period, measure, used: text(used), max: text(max), resetsAt, left: max - used, field }
    }
    return [
      ...(awards === undefined ? [] : [use("awards", paid.awards, awards)]),
      ...(coins === undefined ? [] : [use("coins", paid.units, unitsOf(coins))])
    ]
  })

export const limitsShown = (state: ModelState, named: IndexedRule, user: string): ReadonlyArray<LimitUse> => {
  const { index, rule } = named
  const ever = { period: "ever", resetsAt: null } as const
  const taken = String(participants(state, index))
  const paid = String(timesPaid(state, index, user))
  return [
    { ...ever, per: "rule", measure: "participants", used: taken, max: String(rule.max) },
    ...(rule.limit === -1
      ? []
      : [{ ...ever, per: "member", measure: "awards", used: paid, max: String(rule.limit) } as const]),
    ...limitsLeft(state, named, user)
  ]
}
