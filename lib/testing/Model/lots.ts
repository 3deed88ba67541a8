/**
 * Coins that mature and expire. The coins of a wallet that expire at the same instant are a lot, and so are the coins that do not expire.
 * The coins of a lot are computed from the events that moved coins into it or out of it.
 */

import type { PartnerName, RuleDraft } from "../HarnessCommand.ts"
import type { ExpiringCoins } from "../ModelOutcome.ts"
import { endOfDayAfter, lastDayOf, sameTimeAfter } from "./dates.ts"
import {
  eventsOf,
  hasMatured,
  isErased,
  isUndone,
  type LotMove,
  type ModelEvent,
  type ModelState,
  memberOf,
  newEvent,
  returnedOf
} from "./state.ts"

type TimeFields = Pick<RuleDraft, "coinsExpire" | "pendingDays" | "timeZone">

/** Returns when the coins of an award that is made at `at` mature and expire. */
export const datesOf = ({ coinsExpire, pendingDays, timeZone }: TimeFields, at: number) => {
  const maturesAt = pendingDays === null ? null : sameTimeAfter(timeZone, pendingDays, at)
  const expiresAt = coinsExpire === null ? null : endOfDayAfter(timeZone, coinsExpire, maturesAt ?? at)
  return { maturesAt, expiresAt }
}

const first = ({ expiresAt: one }: LotMove, { expiresAt: other }: LotMove): number =>
  (one ?? Infinity) === (other ?? Infinity) ? 0 : (one ?? Infinity) - (other ?? Infinity)

/** Returns the lots of a wallet, in the order in which they expire. Coins that do not expire are last. */
export const lotsOf = (state: ModelState, partner: PartnerName, user: string): ReadonlyArray<LotMove> => {
  const lots: Array<LotMove> = []
  for (const move of eventsOf(state, partner, user).flatMap((event) => event.lots)) {
    const index = lots.findIndex(({ expiresAt }) => expiresAt === move.expiresAt)
    const { coins, expired } = lots[index] ?? { coins: 0, expired: 0 }
    const lot = { ...move, coins: coins + move.coins, expired: expired + move.expired }
    if (index < 0) lots.push(lot)
    else lots[index] = lot
  }
  return lots.sort(first)
}

/** Returns the pending coins of the award at this index of the history. */
export const waitingOf = (state: ModelState, index: number): number => {
  const award = state.history[index]
  if (award === undefined || award.waits === null || hasMatured(state, index)) return 0
  if (isErased(state, award.partner, award.user)) return 0
  return award.units - returnedOf(state, index).units
}

/** Returns the state of an award in lists. */
export const awardState = (state: ModelState, index: number): string => {
  const award = state.history[index]
  if (isUndone(state, index)) return "reversed"
  if (waitingOf(state, index) > 0) return "pending"
  if (returnedOf(state, index).count > 0) return "partly_reversed"
  if (award?.suppressedBy != null) return "suppressed"
  return (award?.units ?? 0) > 0 ? "paid" : "counted"
}

interface Waiting {
  readonly award: ModelEvent
  readonly index: number
  readonly units: number
  readonly waits: NonNullable<ModelEvent["waits"]>
}

/** Returns the pending awards of a member. */
const waitingAwards = (state: ModelState, partner: PartnerName, user: string): ReadonlyArray<Waiting> => {
  const member = memberOf(state, partner, user)
  return state.history.flatMap((award, index) => {
    const isOwn = award.partner === partner && memberOf(state, partner, award.user) === member
    const units = isOwn ? waitingOf(state, index) : 0
    return units > 0 && award.waits !== null ? [{ award, index, units, waits: award.waits }] : []
  })
}

export const pendingUnits = (state: ModelState, partner: PartnerName, user: string): number =>
  waitingAwards(state, partner, user).reduce((sum, { units }) => sum + units, 0)

/** Takes coins from lots in this order. The lots have enough coins. */
export const takeFrom = (lots: ReadonlyArray<LotMove>, units: number): ReadonlyArray<LotMove> => {
  let left = units
  return lots.flatMap((lot) => {
    const coins = Math.min(left, lot.coins)
    left -= coins
    return coins > 0 ? [{ ...lot, coins: -coins, expired: 0 }] : []
  })
}

/**
 * Returns when the lot ends into which a payment went; null if its coins do not expire. An award that has matured went into the lot of its
 * maturity.
 */
const lotOfPayment = ({ history }: ModelState, payment: ModelEvent): number | null => {
  const matured = history.find(({ matures }) => matures >= 0 && history[matures] === payment)
  return (matured ?? payment).lots[0]?.expiresAt ?? null
}

/**
 * Returns how lots change if the coins of a payment are taken back. First takes coins that its lot still has, then expired coins of this
 * lot, then coins of the lots that expire first. `need` is the number of coins that the wallet must have.
 */
export const takenBack = (state: ModelState, payment: ModelEvent, units: number) => {
  const lots = lotsOf(state, payment.partner, payment.user)
  const expiresAt = lotOfPayment(state, payment)
  const own = lots.filter((lot) => lot.expiresAt === expiresAt)
  const others = lots.filter((lot) => lot.expiresAt !== expiresAt)
  const kept = Math.min(units, own[0]?.coins ?? 0)
  const expired = Math.min(units - kept, own[0]?.expired ?? 0)
  const need = units - expired
  const moves = takeFrom([...own, ...others], need)
  const returned = own.flatMap((lot) => (expired > 0 ? [{ ...lot, coins: 0, expired: -expired }] : []))
  return { need, moves: [...moves, ...returned] }
}

/** Returns coins to the lots from which they were taken. Coins of a lot that has ended expire 30 days after now. */
export const givenBack = ({ now }: ModelState, taken: ReadonlyArray<LotMove>): ReadonlyArray<LotMove> =>
  taken.map(({ coins, expiresAt, timeZone }) => {
    const hasEnded = expiresAt !== null && expiresAt <= now
    return {
      expiresAt: hasEnded ? endOfDayAfter(timeZone, "P30D", now) : expiresAt,
      timeZone,
      coins: -coins,
      expired: 0
    }
  })

/**
 * Moves the pending coins of an award into the wallet at `at`. If they mature early, the time until they expire starts at `at`.
 */
export const mature = (
  state: ModelState,
  { award, index, units, waits }: Waiting,
  at: number
): ModelEvent => {
  const { coinsExpire, expiresAt, maturesAt, timeZone } = waits
  const isEarly = at < maturesAt && coinsExpire !== null
  const until = isEarly ? endOfDayAfter(timeZone, coinsExpire, at) : expiresAt
  return newEvent(state, {
    kind: "maturity",
    partner: award.partner,
    user: award.user,
    units: 0,
    at,
    matures: index,
    lots: [{ expiresAt: until, timeZone, coins: units, expired: 0 }],
    outcome: { _tag: "Due", what: "matured", units }
  })
}

/** Returns the award at this index of the history, if it has pending coins. */
export const waitingAt = (state: ModelState, index: number): Waiting | undefined => {
  const award = state.history[index]
  return award && waitingAwards(state, award.partner, award.user).find((each) => each.index === index)
}

const expire = (
  state: ModelState,
  partner: PartnerName,
  user: string,
  lot: LotMove,
  at: number
): ModelEvent =>
  newEvent(state, {
    kind: "expiry",
    partner,
    user,
    units: 0,
    at,
    lots: [{ ...lot, coins: -lot.coins, expired: lot.coins }],
    outcome: { _tag: "Due", what: "expired", units: lot.coins }
  })

/** Returns the next maturity or expiry of a member's coins, if no call changes them before. */
const nextOf = (state: ModelState, partner: PartnerName, user: string): ModelEvent | undefined => {
  const matures = waitingAwards(state, partner, user).map((each) => mature(state, each, each.waits.maturesAt))
  const expires = lotsOf(state, partner, user).flatMap((lot) =>
    lot.expiresAt !== null && lot.coins > 0 ? [expire(state, partner, user, lot, lot.expiresAt)] : []
  )
  return [...matures, ...expires].sort((one, other) => one.at - other.at)[0]
}

/** Returns the state when the clock shows `now`. Until then, the awards of each member mature and its lots expire, in the order of time. */
export const passTime = (state: ModelState, now: number): ModelState => {
  let current = { ...state, now }
  for (const { partner, user } of state.members) {
    for (;;) {
      const next = nextOf(current, partner, user)
      if (next === undefined || next.at > now) break
      current = { ...current, history: [...current.history, next] }
    }
  }
  return current
}

/** Returns the next instant after `at` at which coins mature or expire. */
export const nextDue = (state: ModelState, at: number): number | undefined => {
  const instants = state.members.flatMap(({ partner, user }) => [
    ...waitingAwards(state, partner, user).flatMap(({ waits }) => [waits.maturesAt, waits.expiresAt]),
    ...lotsOf(state, partner, user).flatMap(({ coins, expiresAt }) => (coins > 0 ? [expiresAt] : []))
  ])
  return instants.flatMap((each) => (each !== null && each > at ? [each] : [])).sort((a, b) => a - b)[0]
}

/** Returns the next days on which coins of a wallet expire, at most 12. */
export const expiringOf = (
  state: ModelState,
  partner: PartnerName,
  user: string
): ReadonlyArray<ExpiringCoins> => {
  const days = new Map<string, number>()
  for (const { coins, expiresAt, timeZone } of lotsOf(state, partner, user)) {
    if (expiresAt === null || coins === 0) continue
    const on = lastDayOf(timeZone, expiresAt)
    days.set(on, (days.get(on) ?? 0) + coins)
  }
  const expiring = Array.from(days, ([on, units]) => ({ on, units }))
  return expiring.sort((one, other) => (one.on < other.on ? -1 : 1)).slice(0, 12)
}

/** Returns the coins that a partner owes its members, and the sums of the movements until now. */
export const liabilityOf = (state: ModelState, partner: PartnerName) => {
  const events = state.history.filter((event) => event.partner === partner)
  const sum = (...kinds: ReadonlyArray<ModelEvent["kind"]>): number =>
    events.reduce((total, { kind, units }) => (kinds.includes(kind) ? total + units : total), 0)
  const users = state.members.flatMap((member) => (member.partner === partner ? [member.user] : []))
  const lots = users.flatMap((user) => lotsOf(state, partner, user))
  const gone = state.erased.flatMap((each) =>
    each.partner === partner ? lotsOf(state, partner, each.user) : []
  )
  const months = new Map<string, number>()
  for (const { coins, expiresAt, timeZone } of lots) {
    if (expiresAt === null || coins === 0) continue
    const month = lastDayOf(timeZone, expiresAt).slice(0, 7)
    months.set(month, (months.get(month) ?? 0) + coins)
  }
  return {
    outstanding: lots.reduce((total, { coins }) => total + coins, 0),
    pending: users.reduce((total, user) => total + pendingUnits(state, partner, user), 0),
    expired: [...lots, ...gone].reduce((total, { expired }) => total + expired, 0),
    awarded: sum("award"),
    spent: -sum("transfer", "refund"),
    reversed: -sum("reversal"),
    adjusted: sum("adjustment", "adjustment reversal"),
    expiring: Array.from(months, ([on, units]) => ({ on, units })).sort((one, other) =>
      one.on < other.on ? -1 : 1
    )
  }
}
