// The coins of the engine's users: those that expire at the same instant, those that do not, and those of awards that wait.
import type { RuleDraft } from "../../../lib/entries/testing.ts"
import { endOfPeriod, sameTimeLater } from "./dates.ts"
import type { Fault } from "./Records.ts"

/** Coins that expire at the same instant. Coins that do not expire have an infinite one. */
interface Pot {
  readonly expiresAt: number
  readonly timeZone: string
  coins: number
  /** What expired and was not taken back. */
  expired: number
}

/** Where the coins of an award or a credit went. */
interface Paid {
  readonly user: string
  readonly timeZone: string
  readonly period: string | null
  readonly maturesAt: number
  expiresAt: number
  /** What still waits. */
  waits: number
}

/** Which coins a transfer or a debit took. */
interface Spent {
  readonly user: string
  readonly taken: ReadonlyArray<{
    readonly expiresAt: number
    readonly timeZone: string
    readonly coins: number
  }>
}

type Times = Pick<RuleDraft, "coinsExpire" | "pendingDays" | "timeZone">

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

export class Wallets {
  #pots = new Map<string, Array<Pot>>()
  #paid = new Map<string, Paid>()
  readonly #spent = new Map<string, Spent>()
  readonly #fault: Fault | undefined
  #now = 0

  constructor(fault: Fault | undefined) {
    this.#fault = fault
  }

  has(user: string): boolean {
    return this.#pots.has(user)
  }

  open(user: string): void {
    if (!this.has(user)) this.#pots.set(user, [])
  }

  held(user: string): number {
    return this.#potsOf(user).reduce((sum, { coins }) => sum + coins, 0)
  }

  pending(user: string): number {
    return Array.from(this.#paid.values()).reduce(
      (sum, paid) => sum + (paid.user === user ? paid.waits : 0),
      0
    )
  }

  lots(user: string): ReadonlyArray<Pick<Pot, "coins" | "expiresAt">> {
    return this.#potsOf(user).filter(({ expiresAt }) => expiresAt < Infinity)
  }

  /** Lets awards mature and coins expire, in the order of their instants. */
  setClock(now: number): void {
    const last = this.#fault === "coins that can be spent at the instant at which they expire" ? now - 1 : now
    this.#now = now
    const ends = new Set(
      [...this.#paid.values()].flatMap((paid) => (paid.waits > 0 ? [paid.maturesAt, paid.expiresAt] : []))
    )
    for (const { expiresAt } of [...this.#pots.values()].flat()) ends.add(expiresAt)
    for (const at of [...ends].sort((one, other) => one - other)) {
      if (at > now) break
      for (const paid of this.#paid.values()) if (paid.waits > 0 && paid.maturesAt === at) this.#mature(paid)
      for (const pot of [...this.#pots.values()].flat()) {
        if (pot.expiresAt !== at || at > last) continue
        pot.expired += pot.coins
        pot.coins = 0
      }
    }
  }

  /** Pays an award, at once or after its days. */
  async pay(
    id: string,
    user: string,
    coins: number,
    { coinsExpire: period, pendingDays, timeZone }: Times
  ): Promise<void> {
    const maturesAt = pendingDays === null ? this.#now : sameTimeLater(timeZone, pendingDays, this.#now)
    const from = this.#fault === "expiry that is counted from the award" ? this.#now : maturesAt
    const expiresAt = period === null ? Infinity : endOfPeriod(timeZone, period, from)
    const waits = pendingDays === null ? 0 : coins
    this.#paid.set(id, { user, timeZone, period, maturesAt, expiresAt, waits })
    if (pendingDays !== null) return
    const pot = this.#pot(user, expiresAt, timeZone)
    const before = pot.coins
    if (this.#fault === "lost update") await pause()
    pot.coins = before + coins
  }

  /** Makes the coins of an award mature now. False if none wait. */
  confirm(id: string): boolean {
    const paid = this.#paid.get(id)
    if (paid === undefined || paid.waits === 0) return false
    if (paid.period !== null) paid.expiresAt = endOfPeriod(paid.timeZone, paid.period, this.#now)
    this.#mature(paid)
    return true
  }

  /** Takes the coins that expire first. */
  spend(id: string, user: string, coins: number): boolean {
    const canWait = this.#fault === "pending coins that can be spent"
    const most = this.held(user) + (canWait ? this.pending(user) : 0)
    if (most < coins && this.#fault !== "debit below zero") return false
    const order = [...this.#potsOf(user)].sort((one, other) => one.expiresAt - other.expiresAt)
    if (this.#fault === "coins that expire last are spent first") order.reverse()
    const before = new Map(order.map((pot) => [pot, pot.coins]))
    let left = this.#drain(order, coins)
    for (const paid of canWait ? this.#paid.values() : []) {
      const taken = paid.user === user ? Math.min(left, paid.waits) : 0
      paid.waits -= taken
      left -= taken
    }
    if (left > 0) this.#pot(user, Infinity, "UTC").coins -= left
    const taken = order.map((pot) => ({ ...pot, coins: (before.get(pot) ?? 0) - pot.coins }))
    this.#spent.set(id, { user, taken: taken.filter((each) => each.coins > 0) })
    return true
  }

  /** Gives back what was spent. Coins that have expired since then expire again after 30 days. */
  giveBack(id: string): void {
    const { taken, user } = this.#spent.get(id) ?? { user: "", taken: [] }
    for (const { coins, expiresAt, timeZone } of taken) {
      const again =
        this.#fault === "refund of expired coins that do not expire again"
          ? Infinity
          : endOfPeriod(timeZone, "P30D", this.#now)
      this.#pot(user, expiresAt > this.#now ? expiresAt : again, timeZone).coins += coins
    }
  }

  /** Takes coins of an award or a credit back. False if the user lacks coins. */
  takeBack(id: string, coins: number): boolean {
    const paid = this.#paid.get(id)
    if (paid === undefined) return false
    if (paid.waits > 0) {
      paid.waits -= coins
      return true
    }
    const own = this.#pot(paid.user, paid.expiresAt, paid.timeZone)
    const others = this.#potsOf(paid.user)
      .filter((pot) => pot !== own)
      .sort((one, other) => one.expiresAt - other.expiresAt)
    const isLast = this.#fault === "reversal that takes other coins before its own"
    const fromExpired = Math.min(Math.max(0, coins - own.coins), own.expired)
    if (this.held(paid.user) < coins - fromExpired) return false
    own.expired -= fromExpired
    this.#drain(isLast ? [...others, own] : [own, ...others], coins - fromExpired)
    return true
  }

  /** Whether all of these coins can be taken back, one after the other. */
  canTakeBack(all: ReadonlyArray<readonly [id: string, coins: number]>): boolean {
    const [pots, paid] = [this.#pots, this.#paid]
    this.#pots = structuredClone(pots)
    this.#paid = structuredClone(paid)
    const can = all.every(([id, coins]) => this.takeBack(id, coins))
    this.#pots = pots
    this.#paid = paid
    return can
  }

  #mature(paid: Paid): void {
    this.#pot(paid.user, paid.expiresAt, paid.timeZone).coins += paid.waits
    paid.waits = 0
  }

  /** Returns what the pots lack. */
  #drain(pots: ReadonlyArray<Pot>, coins: number): number {
    return pots.reduce((left, pot) => {
      const taken = Math.min(left, Math.max(0, pot.coins))
      pot.coins -= taken
      return left - taken
    }, coins)
  }

  #potsOf(user: string): ReadonlyArray<Pot> {
    return this.#pots.get(user) ?? []
  }

  #pot(user: string, expiresAt: number, timeZone: string): Pot {
    const found = this.#potsOf(user).find((pot) => pot.expiresAt === expiresAt)
    if (found !== undefined) return found
    const pot = { expiresAt, timeZone, coins: 0, expired: 0 }
    this.#pots.get(user)?.push(pot)
    return pot
  }
}
