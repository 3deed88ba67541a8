import { type Context, Effect, Schema } from "effect"
import { latestInstant } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import { Coins as CoinsColumn } from "../../sql/Row.ts"
import { given, statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { pendingOf } from "../ledger/Account.ts"
import type { ExpiringCoins } from "../members/Member.ts"
import { lots } from "../tables.ts"
import { afterDue } from "./due.ts"
import { lastDayOf } from "./period.ts"
import { isOpenLot, isWaiting } from "./storedHoldings.ts"

/**
 * Reads the coins of a wallet as if everything that is due had been written. A single statement reads the balance and what is due, because
 * a command may write what is due between two statements. Very many awards and lots can be due, so the database adds them up.
 */

const Part = Schema.Struct({
  part: Schema.Literal("wallet", "waiting", "matured", "ended", "lot", "flow"),
  coins: CoinsColumn,
  at: lots.fields.expiresAt,
  timeZone: lots.fields.timeZone
})
type Part = typeof Part.Type

const lotsOf = `rewards_lot l
       WHERE l.partner_id = input.partner_id AND l.member_id = input.member_id AND ${isOpenLot("l")}`
const duePending = `rewards_pending p
       WHERE p.partner_id = input.partner_id AND p.member_id = input.member_id AND ${isWaiting("p")} AND p.maturity_id < input.after`

const added = (sum: string): string => `CAST(COALESCE(SUM(${sum}), 0) AS BIGINT)`

/**
 * Makes a statement that reads a wallet and its pending account, the sum of matured awards, the sum of ended lots, and the lots that end
 * later, up to `until` (SQL). A `flow` is the coins of matured awards that flow into such a lot.
 */
const readParts = (until: string) =>
  statement({
    input: {
      partnerId: "uuid",
      memberId: "uuid",
      pendingId: "uuid",
      at: "instant",
      after: "uuid",
      latest: "instant"
    },
    output: Part,
    sql: `SELECT 'lot' AS part, l.coins, l.expires_at AS at, l.time_zone FROM input CROSS JOIN ${lotsOf}
         AND l.expires_at > input.at AND l.expires_at <= ${until}
       UNION ALL SELECT 'flow', ${added("p.coins")}, p.expires_at, '' FROM input CROSS JOIN ${duePending}
         AND p.expires_at > input.at AND p.expires_at <= ${until} GROUP BY p.expires_at
       UNION ALL SELECT 'matured', (SELECT ${added("p.coins")} FROM ${duePending}), input.at, '' FROM input
       UNION ALL SELECT 'ended', (SELECT ${added("l.coins + l.maturing")} FROM ${lotsOf} AND l.expires_at <= input.at),
         input.at, '' FROM input
       UNION ALL SELECT CASE WHEN a.kind = 'wallet' THEN 'wallet' ELSE 'waiting' END, a.balance, a.created_at, ''
       FROM input CROSS JOIN rewards_account a
       WHERE a.partner_id = input.partner_id AND a.id IN (input.member_id, input.pending_id)`
  })

/** How many of the lots that have not ended are read at first. Most wallets have fewer, or their lots end on enough different days. */
const first = 40

/**
 * Reads the lots that end next. The subquery takes its values from the only input row, so that the database runs the subquery once, and not
 * for each award.
 */
export const readNextParts = readParts(`COALESCE((SELECT k.expires_at FROM rewards_lot k
         WHERE k.partner_id = ${given("partner_id")} AND k.member_id = ${given("member_id")} AND ${isOpenLot("k")}
           AND k.expires_at > ${given("at")}
         ORDER BY k.expires_at LIMIT 1 OFFSET ${first - 1}), ${given("latest")})`)
export const readAllParts = readParts("input.latest")

interface WalletKey {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

interface Found {
  readonly balance: Coins.Coins
  readonly pendingCoins: Coins.Coins
  /** The lots that have not ended, with the coins of matured awards. */
  readonly lots: ReadonlyArray<Pick<Part, "at" | "coins" | "timeZone">>
}

const foundIn = (parts: ReadonlyArray<Part>): Found => {
  const sumOf = (part: Part["part"]): number =>
    parts.reduce((sum, each) => (each.part === part ? sum + each.coins : sum), 0)
  const flows = new Map(
    parts.flatMap(({ at, coins, part }) => (part === "flow" ? [[at.getTime(), coins] as const] : []))
  )
  const matured = sumOf("matured")
  return {
    balance: Coins.make(sumOf("wallet") + matured - sumOf("ended")),
    pendingCoins: Coins.make(sumOf("waiting") - matured),
    lots: parts
      .filter(({ part }) => part === "lot")
      .map((lot) => ({ ...lot, coins: Coins.make(lot.coins + (flows.get(lot.at.getTime()) ?? 0)) }))
  }
}

/** The largest number of days with expiring coins in an answer. */
const mostDays = 12

const day = 86_400_000

/** Returns the days on which coins of a wallet expire, earliest first. */
const expiringIn = ({ lots }: Found): ReadonlyArray<ExpiringCoins> => {
  const days = new Map<string, Coins.Coins>()
  for (const { at, coins, timeZone } of lots) {
    if (coins === 0) continue
    const on = lastDayOf(timeZone, at)
    days.set(on, Coins.make((days.get(on) ?? 0) + coins))
  }
  return Array.from(days, ([on, coins]) => ({ on, coins })).sort((a, b) => (a.on < b.on ? -1 : 1))
}

/**
 * Whether the lots that were read contain all coins of the first `mostDays` days. A lot that was not read ends after `last`. Its last day
 * depends on its time zone, and can be one day before the date of `last` in UTC. So only the days before `complete` are certain.
 */
const isEnough = ({ lots }: Found, expiring: ReadonlyArray<ExpiringCoins>): boolean => {
  if (lots.length < first) return true
  const last = Math.max(...lots.map(({ at }) => at.getTime()))
  const complete = new Date(last - day).toISOString().slice(0, 10)
  return expiring.filter(({ on }) => on < complete).length >= mostDays
}

/**
 * Reads the coins of a wallet, its pending coins, and the next days on which coins expire. Only a wallet with pending awards or lots needs
 * this: for other wallets, the stored balance is enough.
 */
export const readWalletCoins = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  { memberId, partnerId }: WalletKey,
  at: Date
) {
  const key = {
    partnerId,
    memberId,
    pendingId: pendingOf(memberId),
    at,
    after: afterDue(at),
    latest: latestInstant
  }
  let found = foundIn(yield* database.run(readNextParts, [key]))
  let expiring = expiringIn(found)
  if (!isEnough(found, expiring)) {
    found = foundIn(yield* database.run(readAllParts, [key]))
    expiring = expiringIn(found)
  }
  const { balance: coins, pendingCoins } = found
  return { coins, pendingCoins, expiring: expiring.slice(0, mostDays) }
})
