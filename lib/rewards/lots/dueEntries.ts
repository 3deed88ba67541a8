import { type Context, Effect, Schema } from "effect"
import { smallestId, timeOf } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool, Coins as CoinsColumn, Integer } from "../../sql/Row.ts"
import { given, statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
import type { MemberId, PartnerId, TransferId } from "../Id.ts"
import { type WalletEntry, walletOf } from "../ledger/Account.ts"
import { members, transfers } from "../tables.ts"
import { afterDue } from "./due.ts"
import { isOpenLot, isWaiting } from "./storedHoldings.ts"

/**
 * Reads the due entries of wallets, as if they had been written. A wallet can have very many due entries, so the database counts and sums
 * them, and returns only the rows of one page. Each answer comes from a single statement, because a command may write due entries between
 * two statements.
 *
 * If an award matures and a lot expires at the same instant, the award comes first. A lot expires with all coins that have flowed into it.
 */

const inWallet = (table: string, row: string): string =>
  `${table}.partner_id = ${row}.partner_id AND ${table}.member_id = ${row}.member_id`

/** Returns SQL to write after FROM: the pending awards `p` of the member in the relation `row`. `lotsIn` does the same for the lots `l`. */
const pendingIn = (row: string): string =>
  `rewards_pending p WHERE ${inWallet("p", row)} AND ${isWaiting("p")}`
const lotsIn = (row: string): string => `rewards_lot l WHERE ${inWallet("l", row)} AND ${isOpenLot("l")}`

const sumOf = (coins: string, rows: string): string => `COALESCE((SELECT SUM(${coins}) FROM ${rows}), 0)`

const expiring = "(l.coins + l.maturing)"

/** SQL for the version and the balance that the wallet `a` of the member in `input` has after all due entries. */
const duePending = `${pendingIn("input")} AND p.maturity_id < input.after`
const endedLots = `${lotsIn("input")} AND l.expires_at <= input.at`
const settled = `CAST(a.version + (SELECT COUNT(*) FROM ${duePending}) + (SELECT COUNT(*) FROM ${endedLots}) AS BIGINT) AS version,
    CAST(a.balance + ${sumOf("p.coins", duePending)} - ${sumOf(expiring, endedLots)} AS BIGINT) AS balance
  FROM input CROSS JOIN rewards_account a WHERE a.partner_id = input.partner_id AND a.id = input.member_id`

const now = { at: "instant", after: "uuid" } as const

export const readSums = statement({
  input: { partnerId: "uuid", memberId: "uuid", ...now },
  output: Schema.Struct({ memberId: members.fields.id, version: Integer, balance: CoinsColumn }),
  sql: `SELECT input.member_id, ${settled}`
})

/** SQL for entries that are due. `expires` is 1 for an expiry, so that it comes after the maturities at the same instant. */
const maturity = "p.maturity_id AS id, p.matures_at AS at, 0 AS expires, p.coins AS amount"
const expiry = `l.expiry_id AS id, l.expires_at AS at, 1 AS expires, -${expiring} AS amount`
const columns = "id, at, expires, amount"
const newestFirst = "ORDER BY at DESC, expires DESC, id DESC"

const DueEntry = Schema.Struct({
  id: transfers.fields.id,
  at: transfers.fields.createdAt,
  expires: Bool,
  amount: CoinsColumn,
  version: Integer,
  balance: CoinsColumn
})

/**
 * Reads the newest due entries of a wallet with a version below `before`. `examined` is the number of due entries from the newest one to
 * the end of the page.
 */
export const readPage = statement({
  input: { partnerId: "uuid", memberId: "uuid", ...now, before: "integer", size: "integer" },
  output: DueEntry,
  sql: `, wallet AS MATERIALIZED (SELECT ${settled}),
    page AS MATERIALIZED (
      SELECT CASE WHEN w.version >= input.before THEN w.version - input.before + 1 ELSE 0 END + input.size AS examined
      FROM input CROSS JOIN wallet w
    ),
    newest AS (
      SELECT ${columns} FROM (
        SELECT ${columns} FROM (
          SELECT ${maturity} FROM input CROSS JOIN ${duePending} ORDER BY p.maturity_id DESC LIMIT (SELECT examined FROM page)
        ) AS matured UNION ALL SELECT ${columns} FROM (
          SELECT ${expiry} FROM input CROSS JOIN ${endedLots} ORDER BY l.expires_at DESC LIMIT (SELECT examined FROM page)
        ) AS expired
      ) AS merged ${newestFirst} LIMIT (SELECT examined FROM page)
    ),
    numbered AS (
      SELECT n.id, n.at, n.expires, n.amount, w.version + 1 - ROW_NUMBER() OVER (${newestFirst}) AS version,
        CAST(w.balance - COALESCE(SUM(n.amount) OVER (${newestFirst} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
          AS BIGINT) AS balance
      FROM newest n CROSS JOIN wallet w
    )
    SELECT ${columns}, version, balance FROM numbered WHERE version < ${given("before")} ORDER BY version DESC
    LIMIT ${given("size")}`
})

/**
 * SQL for the pending awards and the lots that are due in a segment `s` of a wallet. A segment begins after the previous requested entry,
 * and ends with its own requested entry. See `readByIds`.
 */
const pendingOfSegment = `${pendingIn("s")} AND p.maturity_id > s.since AND p.maturity_id <= s.until`
const lotsOfSegment = `${lotsIn("s")} AND l.expires_at > s.begun AND l.expires_at <= s.ended`

/**
 * Reads due entries by their ids. The entries of one wallet are sorted, the oldest first. The due entries of a wallet are divided into
 * segments: each segment ends with a requested entry, and begins after the previous requested entry. The `version` and
 * `balance` of a row are sums over its segment, and the caller adds up the segments. So everything is summed once, however many entries
 * of a wallet are read.
 */
export const readByIds = statement({
  input: {
    partnerId: "uuid",
    id: "uuid",
    at: "instant",
    before: "instant",
    after: "uuid",
    smallest: "uuid",
    earliest: "instant"
  },
  output: Schema.Struct({
    ...DueEntry.fields,
    memberId: members.fields.id,
    userId: members.fields.userId,
    walletVersion: Integer,
    walletBalance: CoinsColumn
  }),
  sql: `, found AS (
      SELECT p.partner_id, p.member_id, ${maturity}, input.id AS until, input.before AS ended, input.smallest, input.earliest
      FROM input CROSS JOIN rewards_pending p
      WHERE p.partner_id = input.partner_id AND p.maturity_id = input.id AND p.coins > 0
      UNION ALL SELECT l.partner_id, l.member_id, ${expiry}, input.after, input.at, input.smallest, input.earliest
      FROM input CROSS JOIN rewards_lot l
      WHERE l.partner_id = input.partner_id AND l.expiry_id = input.id AND l.content > 0
    ),
    segment AS (
      SELECT f.partner_id, f.member_id, f.id, f.at, f.expires, f.amount, f.until, f.ended,
        LAG(f.until, 1, f.smallest) OVER (PARTITION BY f.member_id ORDER BY f.until, f.ended) AS since,
        LAG(f.ended, 1, f.earliest) OVER (PARTITION BY f.member_id ORDER BY f.until, f.ended) AS begun
      FROM found f
    )
    SELECT s.member_id, s.id, s.at, s.expires, s.amount,
      (SELECT m.user_id FROM rewards_member m WHERE m.partner_id = s.partner_id AND m.id = s.member_id) AS user_id,
      a.version AS wallet_version, a.balance AS wallet_balance,
      (SELECT COUNT(*) FROM ${pendingOfSegment}) + (SELECT COUNT(*) FROM ${lotsOfSegment}) AS version,
      CAST(${sumOf("p.coins", pendingOfSegment)} - ${sumOf(expiring, lotsOfSegment)} AS BIGINT) AS balance
    FROM segment s CROSS JOIN rewards_account a WHERE a.partner_id = s.partner_id AND a.id = s.member_id
    ORDER BY s.member_id, s.until, s.ended`
})

interface WalletKey {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

/** A wallet after everything that is due has happened. */
type SettledWallet = Pick<WalletEntry, "balance" | "version">

/** Reads the versions and balances that wallets have after all due entries. */
export const readSettled = (
  database: Context.Tag.Service<Database>,
  wallets: ReadonlyArray<WalletKey>,
  at: Date
): Effect.Effect<ReadonlyMap<MemberId, SettledWallet>, DatabaseFailure> =>
  Effect.map(
    database.run(
      readSums,
      wallets.map((wallet) => ({ ...wallet, at, after: afterDue(at) }))
    ),
    (rows) => new Map(rows.map((row) => [row.memberId, row]))
  )

const entryOf = (
  { memberId, partnerId }: WalletKey,
  { amount, at: createdAt, balance, expires, id: transferId, version }: typeof DueEntry.Type
): WalletEntry => ({
  partnerId,
  kind: expires ? "expiry" : "maturity",
  amount,
  createdAt,
  version,
  balance,
  transferId,
  accountId: walletOf(memberId)
})

/** Reads at most `size` due entries of a wallet with a version below `before`, newest first. */
export const readDuePage = (
  database: Context.Tag.Service<Database>,
  wallet: WalletKey,
  page: { readonly before: number; readonly size: number },
  at: Date
): Effect.Effect<ReadonlyArray<WalletEntry>, DatabaseFailure> =>
  Effect.map(database.run(readPage, [{ ...wallet, ...page, at, after: afterDue(at) }]), (rows) =>
    rows.map((row) => entryOf(wallet, row))
  )

/** Reads the entries with these ids, as far as they are due at `at` and not written yet. Each has the user id of its member. */
export const readDueEntries = (
  database: Context.Tag.Service<Database>,
  partnerId: PartnerId,
  ids: ReadonlyArray<TransferId>,
  at: Date
): Effect.Effect<ReadonlyArray<WalletEntry & { readonly userId: string }>, DatabaseFailure> =>
  Effect.map(
    database.run(
      readByIds,
      ids.flatMap((id) => {
        const due = timeOf(id)
        if (due > at) return []
        const ends = { at: due, before: new Date(due.getTime() - 1), after: afterDue(due) }
        return [{ partnerId, id, ...ends, smallest: smallestId, earliest: new Date(0) }]
      })
    ),
    (rows) => {
      const reached = new Map<MemberId, SettledWallet>()
      return rows.map((row) => {
        const { memberId, userId, walletBalance, walletVersion } = row
        const last = reached.get(memberId) ?? { version: walletVersion, balance: walletBalance }
        const version = last.version + row.version
        const balance = Coins.make(last.balance + row.balance)
        reached.set(memberId, { version, balance })
        return { ...entryOf({ partnerId, memberId }, { ...row, version, balance }), userId }
      })
    }
  )
