import type { AwardDetails } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { words } from "../../words/awardDetails.ts"

/** A dated step in the life of an award. */
export interface LifeStep {
  readonly words: string
  /** Coins of this step, with a minus if they were taken back; null if no coins moved. */
  readonly coins: string | null
  readonly at: string
  /** `here` is where the award stands now. */
  readonly place: "before" | "here" | "after"
  /** The instant is the end of a day in this time zone. */
  readonly endOfDayIn?: string
}

type Lived = Pick<
  AwardDetails,
  | "awarded"
  | "coins"
  | "coinsLeft"
  | "createdAt"
  | "expiresAt"
  | "lot"
  | "maturesAt"
  | "reversals"
  | "state"
  | "suppressedBy"
>

/** More reversals than this are one step. */
const most = 2

const taken = (coins: string): string => (coins === "0" ? "0" : `−${coins}`)

const reversalSteps = ({ coins, coinsLeft, reversals, state }: Lived): ReadonlyArray<LifeStep> => {
  const last = reversals.at(-1)
  if (last === undefined) return []
  if (reversals.length > most) {
    const back = taken(decimalOf(partsOf(coins) - partsOf(coinsLeft)))
    return [{ words: words.reversedParts(last.number), coins: back, at: last.createdAt, place: "before" }]
  }
  return reversals.map((each) => ({
    words: each === last && state === "reversed" ? words.reversed : words.reversedPart,
    coins: coins === "0" ? null : taken(each.coins),
    at: each.createdAt,
    place: "before"
  }))
}

/** The coins of the award that no reversal had taken back before an instant. */
const leftAt = ({ coins, reversals }: Lived, at: string): string =>
  decimalOf(
    reversals.reduce(
      (left, each) => (each.createdAt < at ? left - partsOf(each.coins) : left),
      partsOf(coins)
    )
  )

const firstWords = ({ awarded, suppressedBy }: Lived): string =>
  awarded ? words.awarded : suppressedBy === null ? words.counted : words.recorded

const maturity = (award: Lived, now: string): ReadonlyArray<LifeStep> => {
  const { coinsLeft, maturesAt, state } = award
  if (maturesAt === null || (state === "reversed" && leftAt(award, maturesAt) === "0")) return []
  return maturesAt <= now
    ? [{ words: words.couldBeSpent, coins: leftAt(award, maturesAt), at: maturesAt, place: "before" }]
    : [{ words: words.canBeSpent, coins: coinsLeft, at: maturesAt, place: "after" }]
}

const expiry = ({ coinsLeft, expiresAt, lot, state }: Lived, now: string): ReadonlyArray<LifeStep> => {
  if (expiresAt === null || state === "reversed") return []
  const end = { at: expiresAt, ...(lot !== null && { endOfDayIn: lot.timeZone }) }
  if (expiresAt > now) return [{ ...end, words: words.expires, coins: coinsLeft, place: "after" }]
  // Other awards can have paid coins that expired at the same instant, so this page cannot say how many were of this one.
  const spent = lot?.expired === "0" ? words.allSpent : words.expired
  return [{ ...end, words: spent, coins: null, place: "before" }]
}

const isBefore = (now: string) => (step: LifeStep) => step.at <= now

/** The life of an award as dated steps: awarded, could be spent, reversed, left, expires. */
export const lifeOf = (award: Lived, now: string): ReadonlyArray<LifeStep> => {
  const { coins, coinsLeft, createdAt, expiresAt, state } = award
  const first: LifeStep = {
    words: firstWords(award),
    coins: coins === "0" ? null : coins,
    at: createdAt,
    place: "before"
  }
  const others = [...maturity(award, now), ...reversalSteps(award), ...expiry(award, now)].toSorted(
    (one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)
  )
  const hasLeft = coinsLeft !== "0" && !(expiresAt !== null && expiresAt <= now)
  const left: LifeStep = {
    words: state === "pending" ? words.leftPending : words.left,
    coins: coinsLeft,
    at: now,
    place: "here"
  }
  const past = [first, ...others.filter(isBefore(now))]
  const later = others.filter((step) => step.at > now)
  return hasLeft
    ? [...past, left, ...later]
    : [...past.with(-1, { ...(past.at(-1) ?? first), place: "here" }), ...later]
}
