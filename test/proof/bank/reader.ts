// Looks at all balances in one snapshot, past the engine, as an auditor with a connection of its own would.

import { Database } from "bun:sqlite"
import pg from "pg"
import type { Violations } from "../../support/Violations.ts"

interface Sums {
  readonly total: number
  readonly least: number
  /** The sum of what all wallets hold. */
  readonly held: number
  /** The same by the last entry of each wallet. */
  readonly stated: number
  readonly transfers: number
}

/**
 * All in one statement, so that it sees one state. A wallet's newest transfer says what it held after it; together they must
 * be what the wallets hold. A cluster has one state of each partner, so the statement reads one partner there.
 */
const sumsOf = (accounts: string) => `WITH newest AS (
    SELECT a.balance, a.version, a.kind,
      (SELECT t.credit_balance FROM rewards_transfer t
       WHERE t.partner_id = a.partner_id AND t.credit_account = a.id AND t.credit_version = a.version) AS credited,
      (SELECT t.debit_balance FROM rewards_transfer t
       WHERE t.partner_id = a.partner_id AND t.debit_account = a.id AND t.debit_version = a.version) AS debited
    FROM ${accounts} a)
  SELECT SUM(balance) AS total, MIN(CASE WHEN kind = 'wallet' THEN balance ELSE 0 END) AS least,
    SUM(CASE WHEN kind = 'wallet' THEN balance ELSE 0 END) AS held,
    SUM(CASE WHEN kind = 'wallet' THEN COALESCE(credited, debited, 0) ELSE 0 END) AS stated,
    SUM(CASE WHEN kind = 'wallet' THEN version ELSE 0 END) AS transfers
  FROM newest`

export interface Reader {
  /** Takes a snapshot and counts what does not add up. */
  readonly look: () => Promise<void>
  /** How many snapshots there were, and how many different states they saw. */
  readonly seen: () => { readonly snapshots: number; readonly moving: number }
  readonly close: () => Promise<void>
}

type Query = () => Promise<Readonly<Record<string, unknown>>>

const openSqlite = (filename: string): { readonly query: Query; readonly close: () => Promise<void> } => {
  const database = new Database(filename, { readonly: true })
  const statement = database.query<Record<string, unknown>, []>(sumsOf("rewards_account"))
  return {
    // A turn of the event loop each time: the statement blocks this process, which also feeds the workers.
    query: async () => {
      await Bun.sleep(2)
      return statement.get() ?? {}
    },
    close: async () => database.close()
  }
}

const openPostgres = async (url: string, partnerId: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text = sumsOf("(SELECT * FROM rewards_account WHERE partner_id = $1)")
  return {
    query: async () => (await client.query(text, [partnerId])).rows[0] ?? {},
    close: () => client.end()
  }
}

/** What a snapshot can violate: the sum of all balances, the floor of a wallet, and the last entry of a wallet. */
export type BankViolations = Violations<"not zero" | "negative" | "not its transfers">

export const openReader = async (
  url: string,
  partnerId: string,
  violations: BankViolations
): Promise<Reader> => {
  const { close, query } = url.startsWith("sqlite:")
    ? openSqlite(url.slice("sqlite:".length))
    : await openPostgres(url, partnerId)
  const states = new Set<number>()
  let snapshots = 0
  return {
    look: async () => {
      const row = await query()
      const sums = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)])
      ) as unknown as Sums
      snapshots += 1
      states.add(sums.transfers)
      const describe = () => JSON.stringify(sums)
      violations.examine("not zero", sums.total !== 0, describe)
      violations.examine("negative", !(sums.least >= 0), describe)
      violations.examine("not its transfers", sums.stated !== sums.held, describe)
    },
    seen: () => ({ snapshots, moving: states.size }),
    close
  }
}
