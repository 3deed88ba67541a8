import { Schema } from "effect"
import { Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { AccountKind, TransferKind } from "./Account.ts"

const Account = Schema.Struct({
  partnerId: Id("PartnerId"),
  id: Id("AccountId"),
  kind: AccountKind,
  balance: Coins,
  version: Integer
})

const columns = `a.partner_id AS "partnerId", a.id, a.kind, a.balance, a.version`

export const lockAccounts = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Account,
  sql: ({ lock }) =>
    `SELECT ${columns}
     FROM input CROSS JOIN rewards_account a
     WHERE a.partner_id = input.partner_id AND a.id = input.id${lock("a", "a.partner_id, a.id")}`
})

export const readAccounts = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Account,
  sql: `SELECT ${columns}
     FROM input CROSS JOIN rewards_account a
     WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** Those of the accounts that no other transaction holds. */
export const findFreeAccounts = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({ id: Id("AccountId") }),
  sql: ({ lockFree }) => `SELECT a.id FROM input CROSS JOIN rewards_account a
     WHERE a.partner_id = input.partner_id AND a.id = input.id${lockFree("a")}`
})

export const ping = statement({ input: {}, sql: "SELECT 1" })

export const openAccounts = statement({
  input: { partner_id: "uuid", id: "uuid", kind: "text", created_at: "instant" },
  sql: `INSERT INTO rewards_account (partner_id, id, kind, created_at)
     SELECT partner_id, id, kind, created_at FROM input`
})

/** Deletes wallets that have no entries; the caller counts the rows that come back. */
export const closeWallets = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({ id: Id("AccountId") }),
  sql: `DELETE FROM rewards_account
     WHERE (partner_id, id) IN (SELECT partner_id, id FROM input) AND kind = 'wallet' AND version = 0
     RETURNING id`
})

export const insertTransfers = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    kind: "text",
    amount: "integer",
    debit_account: "uuid",
    debit_version: "integer",
    debit_balance: "integer",
    credit_account: "uuid",
    credit_version: "integer",
    credit_balance: "integer",
    created_at: "instant",
    month: "small"
  },
  sql: `INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
       credit_account, credit_version, credit_balance, created_at, month)
     SELECT partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
       credit_account, credit_version, credit_balance, created_at, month
     FROM input`
})

/**
 * Moves accounts. Sets the version to NULL when the account is not as it was locked; the NOT NULL constraint then aborts
 * this transaction.
 */
export const updateAccounts = statement({
  input: { partner_id: "uuid", id: "uuid", before: "integer", balance: "integer", version: "integer" },
  sql: `UPDATE rewards_account SET balance = input.balance,
       version = CASE WHEN rewards_account.version = input.before THEN input.version END
     FROM input
     WHERE rewards_account.partner_id = input.partner_id AND rewards_account.id = input.id`
})

const half = (side: "debit" | "credit"): string =>
  `SELECT * FROM (
     SELECT partner_id, id, ${side}_account AS account, ${side}_version AS version, kind,
       ${side === "debit" ? "-amount" : "amount"} AS amount, ${side}_balance AS balance, created_at
     FROM rewards_transfer
     WHERE ${side}_account = (SELECT account_id FROM input) AND partner_id = (SELECT partner_id FROM input)
       AND ${side}_version < (SELECT before FROM input)
     ORDER BY ${side}_version DESC LIMIT (SELECT size FROM input)
   ) AS ${side}`

/**
 * The rewards_entry view, written out: each half ends after `size` rows of its own index, so that a page costs the same
 * at any depth. Over the view, SQLite would sort all the entries of the account first.
 */
export const readEntries = statement({
  input: { partner_id: "uuid", account_id: "uuid", before: "integer", size: "integer" },
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    transferId: Id("TransferId"),
    accountId: Id("AccountId"),
    version: Integer,
    kind: TransferKind,
    amount: Coins,
    balance: Coins,
    createdAt: Instant
  }),
  sql: `SELECT partner_id AS "partnerId", id AS "transferId", account AS "accountId", version, kind, amount, balance,
       created_at AS "createdAt"
     FROM (${half("debit")} UNION ALL ${half("credit")}) AS entry
     ORDER BY version DESC LIMIT (SELECT size FROM input)`
})
