import { Schema } from "effect"
import { Id } from "../sql/Row.ts"
import type { Fragments } from "../sql/Statement.ts"
import { statement } from "../sql/Statement.ts"
import type { TransferKind } from "./ledger/Account.ts"

/**
 * What the core offers to the SQL of other wings. They join these fragments instead of naming the core's tables, so that
 * the core can change its tables alone. The arguments are SQL expressions.
 */

/** The id of the member that an id leads to; NULL when it leads to none. */
export const memberBy = (partner: string, userId: string): string =>
  `(SELECT i.member_id FROM rewards_member_id i WHERE i.partner_id = ${partner} AND i.user_id = ${userId})`

/** Whether an id leads to a member of any partner. One look-up for each partner: members are found by partner. */
export const isMember = (userId: string): string =>
  `EXISTS (SELECT 1 FROM rewards_partner p WHERE ${memberBy("p.id", userId)} IS NOT NULL)`

/**
 * A column of a member. One look-up for each row: PostgreSQL cannot know that a page is short, and would read all members
 * for a join.
 */
export const memberColumn = (column: "user_id" | "created_at", partner: string, member: string): string =>
  `(SELECT m.${column} FROM rewards_member m WHERE m.partner_id = ${partner} AND m.id = ${member})`

/** A partner's first members, in the order of onboarding, as (partner_id, member_id, created_at). */
export const firstMembers = (partner: string, limit: number): string =>
  `SELECT m.partner_id, m.id AS member_id, m.created_at FROM rewards_member m
   WHERE m.partner_id = ${partner} ORDER BY m.created_at, m.id LIMIT ${limit}`

/**
 * The versions of the accounts through which partners issue coins and take them back, as (partner_id, account_id, version):
 * of all partners, or of one.
 */
export const sideVersions = (partner?: string): string =>
  `SELECT a.partner_id, a.id AS account_id, a.version FROM rewards_account a
   WHERE a.kind <> 'wallet'${partner === undefined ? "" : ` AND a.partner_id = ${partner}`}`

/** The coins in all wallets of a partner: what its sides lack, since every transfer has two. Reads the sides alone. */
export const outstandingOf = (partner: string): string =>
  `(SELECT CAST(COALESCE(-SUM(a.balance), 0) AS TEXT) FROM rewards_account a
    WHERE a.kind <> 'wallet' AND a.partner_id = ${partner})`

/**
 * The transfers that move a partner's side on one side of the transfer. One kind adds to what wallets have of a type; the other
 * takes away of the other type.
 */
const movements = (side: "debit" | "credit", adds: TransferKind, type: 0 | 1, spans: string): string =>
  `SELECT t.partner_id, t.${side === "debit" ? "credit" : "debit"}_account AS member_id,
     CASE WHEN t.kind = '${adds}' THEN ${type} ELSE ${1 - type} END AS type,
     CASE WHEN t.kind = '${adds}' THEN t.amount ELSE -t.amount END AS amount, t.month, t.created_at
   FROM ${spans} AS p CROSS JOIN rewards_transfer t
   WHERE t.partner_id = p.partner_id AND t.${side}_account = p.account_id
     AND t.${side}_version > p.since AND t.${side}_version <= p.until`

/**
 * What wallets earned (type 0) and gave back (type 1), one row a transfer, as (partner_id, member_id, type, amount, month,
 * created_at). A reversal and a refund have a negative amount. `spans` is a relation of (partner_id, account_id, since, until): it
 * names accounts of `sideVersions`, and of each the versions after `since`, up to `until`. Every transfer moves one such account.
 */
export const walletMovements = (spans: string): string =>
  // What debits a partner's side is an award or a refund, what credits it a transfer or a reversal. So no condition on the kind is
  // needed, which PostgreSQL would test for every transfer of a fold.
  `${movements("debit", "award", 0, spans)}
   UNION ALL ${movements("credit", "user_partner_transfer", 1, spans)}`

/** Members by their own ids, in any order, and the first of a member's ids in a range. */
export { firstIdOf, readMembers } from "./members/pages.ts"

/** Reads a rule and locks it, with its name and states, until commit. */
export { lockById as lockRule } from "./rules/statements.ts"

export const partnerName = (partner: string): string =>
  `(SELECT p.name FROM rewards_partner p WHERE p.id = ${partner})`

/** Locks a partner's row until commit, so that what belongs to the partner is counted by one transaction at a time. */
export const lockPartner = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ id: Id("PartnerId") }),
  sql: ({ lock }: Fragments) => `SELECT p.id FROM input CROSS JOIN rewards_partner p
    WHERE p.id = input.partner_id${lock("p", "p.id")}`
})
