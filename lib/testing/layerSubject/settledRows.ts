import { Coins } from "../../index.ts"
import { sum, type TableRow, type TableRows } from "./tableRows.ts"

/** A movement that is due in a wallet: a pending award that matures, or a lot that expires. */
interface DueMove {
  readonly id: TableRow<"transfers">["id"]
  readonly kind: TableRow<"transfers">["kind"]
  readonly memberId: TableRow<"members">["id"]
  readonly partnerId: TableRow<"transfers">["partnerId"]
  readonly at: Date
  /** The lot that changes; null for undated coins. */
  readonly expiresAt: Date | null
  readonly coins: Coins.Coins
  readonly expired: Coins.Coins
}

const total = (coins: ReadonlyArray<Coins.Coins>): Coins.Coins => Coins.make(sum(coins))

const sameLot = (
  lot: TableRow<"lots">,
  { expiresAt, memberId }: Pick<DueMove, "expiresAt" | "memberId">
): boolean => lot.memberId === memberId && lot.expiresAt.getTime() === expiresAt?.getTime()

/**
 * Returns the movements that are due at `now`, in the order in which a wallet writes them: by time, and maturities first. When a lot
 * expires, the coins that have matured into it by then expire, too.
 */
const dueIn = ({ lots, pendingAwards }: TableRows, now: number): ReadonlyArray<DueMove> => {
  const maturities = pendingAwards
    .filter(({ coins, maturesAt }) => coins > 0 && maturesAt.getTime() <= now)
    .map(
      ({ coins, expiresAt, maturesAt: at, maturityId: id, memberId, partnerId }): DueMove => ({
        ...{ id, kind: "maturity", memberId, partnerId, at, expiresAt, coins, expired: Coins.zero }
      })
    )
  const expiries = lots.flatMap((lot): ReadonlyArray<DueMove> => {
    const { expiresAt, expiryId: id, memberId, partnerId } = lot
    const flows = maturities.filter((each) => sameLot(lot, each))
    const expired = total([lot.coins, ...flows.map((each) => each.coins)])
    const coins = Coins.make(-expired)
    return expired > 0 && expiresAt.getTime() <= now
      ? [{ id, kind: "expiry", memberId, partnerId, at: expiresAt, expiresAt, coins, expired }]
      : []
  })
  const rank = ({ kind }: DueMove) => (kind === "maturity" ? 0 : 1)
  return [...maturities, ...expiries].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() || rank(one) - rank(other) || (one.id < other.id ? -1 : 1)
  )
}

/** Returns the due movements of an account. A maturity takes its coins out of the member's pending account. */
const movesOf = (
  { id, kind, owner }: TableRow<"accounts">,
  due: ReadonlyArray<DueMove>
): ReadonlyArray<{ readonly amount: Coins.Coins; readonly transferId: DueMove["id"] }> => {
  const own = due.filter(({ memberId }) => memberId === String(kind === "pending" ? owner : id))
  return own.flatMap((each) => {
    if (kind === "wallet") return [{ amount: each.coins, transferId: each.id }]
    return kind === "pending" && each.kind === "maturity"
      ? [{ amount: Coins.make(-each.coins), transferId: each.id }]
      : []
  })
}

/**
 * Returns the rows of wallets, lots and pending awards as if everything due at `now` had been written. So these rows are the same before
 * and after a sweep. The accounts of expired coins are left out: a sweep can use any of them, and their balance follows from the lots.
 */
export const settledRows = (rows: TableRows, now: number): TableRows => {
  const due = dueIn(rows, now)
  const shown = rows.accounts.filter(({ kind }) => kind !== "expired")
  const isShown = new Set(shown.map(({ id }) => id))
  const accounts = shown.map((account) => {
    const moves = movesOf(account, due)
    const balance = total([account.balance, ...moves.map(({ amount }) => amount)])
    return { ...account, balance, version: account.version + moves.length, nextDue: null }
  })
  const entries = shown.flatMap((account) =>
    movesOf(account, due).map((move, index) => ({
      ...{ partnerId: account.partnerId, accountId: account.id, version: account.version + index + 1 },
      ...move
    }))
  )
  const isDueAward = ({ coins, maturesAt }: TableRow<"pendingAwards">) =>
    coins > 0 && maturesAt.getTime() <= now
  return {
    ...rows,
    accounts,
    entries: [...rows.entries.filter(({ accountId }) => isShown.has(accountId)), ...entries],
    transfers: [
      ...rows.transfers,
      ...due.map(({ at, id, kind, partnerId }) => ({ partnerId, id, kind, month: 0, createdAt: at }))
    ],
    lots: rows.lots.map((lot) => {
      const moves = due.filter((each) => sameLot(lot, each))
      const flows = moves.filter(({ kind }) => kind === "maturity")
      return {
        ...lot,
        coins: total([lot.coins, ...moves.map((each) => each.coins)]),
        maturing: Coins.make(lot.maturing - total(flows.map((each) => each.coins))),
        expired: total([lot.expired, ...moves.map((each) => each.expired)])
      }
    }),
    lotChanges: [
      ...rows.lotChanges,
      ...due.flatMap(({ coins, expired, expiresAt, id: transferId, memberId, partnerId }) =>
        expiresAt === null ? [] : [{ partnerId, memberId, transferId, expiresAt, coins, expired }]
      )
    ],
    pendingAwards: rows.pendingAwards.map((each) =>
      isDueAward(each) ? { ...each, coins: Coins.zero, maturedAt: each.maturesAt } : each
    )
  }
}
