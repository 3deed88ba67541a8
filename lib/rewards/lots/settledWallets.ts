import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Coins as CoinsColumn, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { movements, pendingOf, type WalletEntry, walletOf } from "../ledger/Account.ts"
import type { ExpiringCoins } from "../members/Member.ts"
import { lots, members, pendingAwards } from "../tables.ts"
import { coinsByLot, type DueLot, type DuePending, dueOf } from "./due.ts"
import { lastDayOf } from "./period.ts"
import { isOpenLot, isWaiting } from "./storedHoldings.ts"

/**
 * Reads wallets as if everything that is due had been written. A single statement reads the balance and what is due, because a command
 * may write it between two statements.
 */

const parts = { memberId: members.fields.id, part: Schema.String }
const Part = Schema.Union(
  Schema.Struct({
    ...parts,
    part: Schema.Literal("wallet", "waiting"),
    coins: CoinsColumn,
    version: Integer
  }),
  Schema.Struct({
    ...parts,
    part: Schema.Literal("award"),
    id: pendingAwards.fields.maturityId,
    coins: CoinsColumn,
    at: pendingAwards.fields.maturesAt,
    expiresAt: pendingAwards.fields.expiresAt
  }),
  Schema.Struct({
    ...parts,
    part: Schema.Literal("lot"),
    id: lots.fields.expiryId,
    coins: CoinsColumn,
    at: lots.fields.expiresAt,
    timeZone: lots.fields.timeZone
  })
)
type Part = typeof Part.Type

/**
 * Makes statements that read wallets, their pending accounts, the pending awards that are due at `at`, and the lots that end up to `until`,
 * which is SQL.
 */
const readParts = (until: string) =>
  statement({
    input: { partnerId: "uuid", memberId: "uuid", pendingId: "uuid", at: "instant", latest: "instant" },
    output: Part,
    sql: `SELECT input.member_id, 'lot' AS part, l.expiry_id AS id, l.coins, 0 AS version, l.expires_at AS at,
         l.expires_at, l.time_zone
       FROM input CROSS JOIN rewards_lot l
       WHERE l.partner_id = input.partner_id AND l.member_id = input.member_id AND ${isOpenLot("l")}
         AND l.expires_at <= ${until}
       UNION ALL SELECT input.member_id, 'award', p.maturity_id, p.coins, 0, p.matures_at, p.expires_at, p.time_zone
       FROM input CROSS JOIN rewards_pending p
       WHERE p.partner_id = input.partner_id AND p.member_id = input.member_id AND ${isWaiting("p")} AND p.matures_at <= input.at
       UNION ALL SELECT input.member_id, CASE WHEN a.kind = 'wallet' THEN 'wallet' ELSE 'waiting' END, a.id, a.balance,
         a.version, a.created_at, a.next_due, ''
       FROM input CROSS JOIN rewards_account a
       WHERE a.partner_id = input.partner_id AND a.id IN (input.member_id, input.pending_id)`
  })

/** Reads nothing of lots that have not ended. */
export const readDueParts = readParts("input.at")

/** How many lots that have not ended are read at first. Most wallets have fewer, or their lots end on enough different days. */
const first = 40

/** Also reads the lots that end next. */
export const readNextParts = readParts(`COALESCE((SELECT k.expires_at FROM rewards_lot k
         WHERE k.partner_id = input.partner_id AND k.member_id = input.member_id AND ${isOpenLot("k")}
           AND k.expires_at > input.at
         ORDER BY k.expires_at LIMIT 1 OFFSET ${first - 1}), input.latest)`)
export const readAllParts = readParts("input.latest")

/** Later than all instants of rows. */
const latest = new Date("9999-12-31T23:59:59.999Z")

interface WalletKey {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

const keyOf = ({ memberId, partnerId }: WalletKey, at: Date) => ({
  partnerId,
  memberId,
  pendingId: pendingOf(memberId),
  at,
  latest
})

interface Found {
  readonly balance: Coins.Coins
  readonly version: number
  /** The coins in the pending account. */
  readonly waiting: Coins.Coins
  readonly lots: ReadonlyArray<DueLot & { readonly timeZone: string }>
  readonly pending: ReadonlyArray<DuePending>
}

/** The parts of one wallet. */
const foundIn = (parts: ReadonlyArray<Part>): Found => {
  const lots: Array<Found["lots"][number]> = []
  const pending: Array<DuePending> = []
  const found = { balance: Coins.zero, version: 0, waiting: Coins.zero, lots, pending }
  for (const each of parts) {
    const { coins } = each
    if (each.part === "lot") {
      lots.push({ coins, expiresAt: each.at, expiryId: each.id, timeZone: each.timeZone })
    } else if (each.part === "award") {
      pending.push({ coins, maturesAt: each.at, maturityId: each.id, expiresAt: each.expiresAt })
    } else if (each.part === "wallet") {
      found.balance = coins
      found.version = each.version
    } else {
      found.waiting = coins
    }
  }
  return found
}

/** A wallet after everything that is due has happened. */
export interface SettledWallet {
  readonly balance: Coins.Coins
  readonly version: number
  /** The entries that a command will write, oldest first. */
  readonly due: ReadonlyArray<WalletEntry>
}

const settled = ({ memberId, partnerId }: WalletKey, found: Found, at: Date): SettledWallet => {
  let { balance, version } = found
  const due = dueOf(found, at).map(({ at: createdAt, coins, id: transferId, pending }): WalletEntry => {
    const amount = Coins.make(pending === null ? -coins : coins)
    balance = Coins.make(balance + amount)
    version += 1
    const { kind } = movements[pending === null ? "expiry" : "maturity"]
    const accountId = walletOf(memberId)
    return { partnerId, kind, amount, createdAt, version, balance, transferId, accountId }
  })
  return { balance, version, due }
}

/** Reads wallets in which something is due. */
export const readSettled = (
  database: Context.Tag.Service<Database>,
  wallets: ReadonlyArray<WalletKey>,
  at: Date
): Effect.Effect<ReadonlyMap<MemberId, SettledWallet>, DatabaseFailure> =>
  Effect.map(
    database.run(
      readDueParts,
      wallets.map((each) => keyOf(each, at))
    ),
    (rows) => {
      const parts = Map.groupBy(rows, ({ memberId }) => memberId)
      return new Map(
        wallets.map((each) => [each.memberId, settled(each, foundIn(parts.get(each.memberId) ?? []), at)])
      )
    }
  )

/** How many days with expiring coins an answer has. */
const mostDays = 12

const day = 86_400_000

/** The days on which coins of a wallet expire, earliest first. */
const expiringIn = ({ lots, pending }: Found, at: Date): ReadonlyArray<ExpiringCoins> => {
  const flows = coinsByLot(pending)
  const days = new Map<string, Coins.Coins>()
  for (const { coins, expiresAt, timeZone } of lots) {
    const held = coins + (flows.get(expiresAt.getTime()) ?? 0)
    if (expiresAt <= at || held === 0) continue
    const on = lastDayOf(timeZone, expiresAt)
    days.set(on, Coins.make((days.get(on) ?? 0) + held))
  }
  return Array.from(days, ([on, coins]) => ({ on, coins })).sort((a, b) => (a.on < b.on ? -1 : 1))
}

/**
 * Whether the first lots suffice. A lot that ends later can be valid up to an earlier day of its own time zone, but not by more than a
 * day.
 */
const isEnough = ({ lots }: Found, expiring: ReadonlyArray<ExpiringCoins>, at: Date): boolean => {
  const open = lots.filter(({ expiresAt }) => expiresAt > at)
  if (open.length < first) return true
  const last = Math.max(...open.map(({ expiresAt }) => expiresAt.getTime()))
  const complete = new Date(last - day).toISOString().slice(0, 10)
  return expiring.filter(({ on }) => on < complete).length >= mostDays
}

/** Reads the coins of a wallet in which something is due at some time. */
export const readWalletCoins = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  wallet: WalletKey,
  at: Date
) {
  const key = keyOf(wallet, at)
  const next = foundIn(yield* database.run(readNextParts, [key]))
  const found = isEnough(next, expiringIn(next, at), at)
    ? next
    : foundIn(yield* database.run(readAllParts, [key]))
  const { balance: coins } = settled(wallet, found, at)
  const matured = found.pending.reduce((sum, each) => sum + each.coins, 0)
  const pendingCoins = Coins.make(found.waiting - matured)
  return { coins, pendingCoins, expiring: expiringIn(found, at).slice(0, mostDays) }
})
