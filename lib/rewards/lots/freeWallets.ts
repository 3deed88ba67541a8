import { Schema } from "effect"
import { statement } from "../../sql/Statement.ts"
import { type Account, accountColumns } from "../ledger/Account.ts"
import { accounts, lots, members } from "../tables.ts"

/** Statements with which the `Sweeper` finds the wallets and lots of a partner for which it must write something. */

/** A wallet that the current transaction has locked, and the expiry times of the lots that are read even if they are not due. */
export interface FreeWallet {
  readonly account: Account
  readonly lots: ReadonlyArray<Date>
  /** True if the member is erased, so that all lots and pending awards are read. */
  readonly isEmptied?: boolean
}

/**
 * Locks wallets in which something is due, in the order in which it became due. Skips the wallets that another transaction has locked, and
 * the first `passed` of the others.
 */
export const lockDue = statement({
  input: { partnerId: "uuid", at: "instant", most: "integer", passed: "integer" },
  output: accounts.row(...accountColumns),
  sql: ({ lockFree }) => `SELECT ${accounts.list("a", ...accountColumns)} FROM rewards_account a
    WHERE a.partner_id = (SELECT partner_id FROM input) AND a.next_due <= (SELECT at FROM input)
    ORDER BY a.next_due, a.id LIMIT (SELECT most FROM input) OFFSET (SELECT passed FROM input)${lockFree("a")}`
})

/** Finds the wallet that `lockDue` would lock after the first `passed`, if no other transaction has locked a wallet. */
export const findDue = statement({
  input: { partnerId: "uuid", at: "instant", passed: "integer" },
  // A wallet has the id of its member.
  output: Schema.Struct({ memberId: members.fields.id }),
  sql: `SELECT a.id AS member_id FROM rewards_account a
    WHERE a.partner_id = (SELECT partner_id FROM input) AND a.next_due <= (SELECT at FROM input)
    ORDER BY a.next_due, a.id LIMIT 1 OFFSET (SELECT passed FROM input)`
})

/**
 * Finds the lots of a partner that have coins, end at `until` or before, and for which the event `coins.expiring` was not written yet. The
 * lots that end first come first. Skips the first `passed` lots.
 */
export const findUnnoticed = statement({
  input: { partnerId: "uuid", until: "instant", most: "integer", passed: "integer" },
  output: lots.row("memberId", "expiresAt"),
  sql: ({ holds }) => `SELECT ${lots.list("l", "memberId", "expiresAt")} FROM rewards_lot l
    WHERE l.partner_id = (SELECT partner_id FROM input) AND l.expires_at <= (SELECT until FROM input)
      AND l.content = 2 AND ${holds("l.noticed", false)}
    ORDER BY l.expires_at, l.member_id LIMIT (SELECT most FROM input) OFFSET (SELECT passed FROM input)`
})

/**
 * Reads when something is due next in the wallets of a partner, and when the first lot ends for which the event `coins.expiring` was not
 * written yet.
 */
export const readNext = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({
    partnerId: accounts.fields.partnerId,
    nextDue: accounts.fields.nextDue,
    unnoticed: Schema.NullOr(lots.fields.expiresAt)
  }),
  sql: ({ holds }) => `SELECT input.partner_id,
      (SELECT a.next_due FROM rewards_account a
       WHERE a.partner_id = input.partner_id AND a.next_due IS NOT NULL ORDER BY a.next_due LIMIT 1) AS next_due,
      (SELECT l.expires_at FROM rewards_lot l
       WHERE l.partner_id = input.partner_id AND l.content = 2 AND ${holds("l.noticed", false)}
       ORDER BY l.expires_at LIMIT 1) AS unnoticed
    FROM input`
})
