import { Order } from "effect"
import { firstIdOf } from "../../schema/Id.ts"
import * as Coins from "../Coins.ts"
import type { TransferId } from "../Id.ts"
import type { Lot, Pending } from "./Holdings.ts"

/** The fields of a lot and of a pending award that say what is due. */
type DueLot = Pick<Lot, "coins" | "expiresAt" | "expiryId">
type DuePending = Pick<Pending, "coins" | "expiresAt" | "maturesAt" | "maturityId">

/** A movement in a wallet that happens at an instant without a command: an award matures, or a lot expires. */
export interface Due<P> {
  /** The id of the transfer. */
  readonly id: TransferId
  readonly at: Date
  readonly coins: Coins.Coins
  /** The award that matures; null if the lot that ends at `at` expires. */
  readonly pending: P | null
}

/** If an award matures and a lot expires at the same instant, the award comes first. */
const inOrder: Order.Order<Due<unknown>> = Order.combineAll([
  Order.mapInput(Order.Date, ({ at }) => at),
  Order.mapInput(Order.boolean, ({ pending }) => pending === null),
  Order.mapInput(Order.string, ({ id }) => id)
])

/**
 * Returns everything in a wallet that is due up to and including `at`, in the order in which it happens. Commands write these movements.
 * Reads show them as if they were written, but compute them in SQL: see `dueEntries.ts`. The coins that matured into a lot expire with it.
 * A lot without coins does not expire.
 */
export const dueOf = <P extends DuePending>(
  { lots, pending }: { readonly lots: ReadonlyArray<DueLot>; readonly pending: ReadonlyArray<P> },
  at: Date
): ReadonlyArray<Due<P>> => {
  const maturing = pending.filter(({ coins, maturesAt }) => coins > 0 && maturesAt <= at)
  const flows = coinsByLot(maturing)
  const ending = lots.filter(({ expiresAt }) => expiresAt <= at)
  const maturities = maturing.map((each) => ({
    id: each.maturityId,
    at: each.maturesAt,
    coins: each.coins,
    pending: each
  }))
  const expiries = ending.map((lot) => ({
    id: lot.expiryId,
    at: lot.expiresAt,
    coins: Coins.make(lot.coins + (flows.get(lot.expiresAt.getTime()) ?? 0)),
    pending: null
  }))
  return [...maturities, ...expiries.filter(({ coins }) => coins > 0)].sort(inOrder)
}

/** Returns the coins of pending awards by the lots that they flow into. A key is the time at which the lot ends. */
const coinsByLot = (pending: ReadonlyArray<DuePending>): ReadonlyMap<number, number> => {
  const flows = new Map<number, number>()
  for (const { coins, expiresAt } of pending) {
    if (expiresAt === null) continue
    flows.set(expiresAt.getTime(), (flows.get(expiresAt.getTime()) ?? 0) + coins)
  }
  return flows
}

/**
 * Returns an id that is larger than the ids of everything that is due at `at` or before, and not larger than the ids of what is due later.
 */
export const afterDue = (at: Date): string => firstIdOf(new Date(at.getTime() + 1))
