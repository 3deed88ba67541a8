import type { TransferKind } from "./ledger/Account.ts"
import { isCurrent, partners, partnersOwn } from "./tables.ts"

/**
 * Parts of SQL for the wings (boards, events, webhooks, accounts). Statements of a wing must not name the core's tables. The
 * arguments `partner`, `userId`, `member`, `limit` and `ranges` are SQL, not values.
 */

/** The member whose own id or linked id is `userId`; NULL if there is none. */
export const memberBy = (partner: string, userId: string): string =>
  `(SELECT i.member_id FROM rewards_member_id i WHERE i.partner_id = ${partner} AND i.user_id = ${userId})`

/** SQL to write after FROM: the rows `i` of `rewards_member_id` with this user id, each with the row `p` of its partner. */
export const membersOf = (userId: string): string =>
  `rewards_partner p CROSS JOIN rewards_member_id i WHERE i.partner_id = p.id AND i.user_id = ${userId}`

/** A column of a member, as a subquery. */
export const memberColumn = (column: "user_id" | "created_at", partner: string, member: string): string =>
  `(SELECT m.${column} FROM rewards_member m WHERE m.partner_id = ${partner} AND m.id = ${member})`

/** The member to which the ids of a member lead: the member itself, or the one that it was merged into; NULL if there is no such member. */
export const currentOf = (partner: string, member: string): string =>
  `(SELECT c.current_id FROM rewards_member c WHERE c.partner_id = ${partner} AND c.id = ${member})`

/** SQL for the ids of a member and of the members that were merged into it. */
export const partsOf = (partner: string, member: string): string =>
  `SELECT c.id FROM rewards_member c WHERE c.partner_id = ${partner} AND c.id = ${member}
   UNION ALL SELECT g.id FROM rewards_member g WHERE g.partner_id = ${partner} AND g.current_id = ${member} AND g.current_id <> g.id`

/** A partner's first members, in the order of onboarding, as (partner_id, member_id, created_at). */
export const firstMembers = (partner: string, limit: number): string =>
  `SELECT m.partner_id, m.id AS member_id, m.created_at FROM rewards_member m
   WHERE m.partner_id = ${partner} AND ${isCurrent("m")} ORDER BY m.created_at, m.id LIMIT ${limit}`

/** The versions of the stripes (see `AccountKind`) of one partner, or of all partners, as (partner_id, account_id, version). */
export const sideVersions = (partner?: string): string =>
  `SELECT a.partner_id, a.id AS account_id, a.version FROM rewards_account a
   WHERE ${partnersOwn}${partner === undefined ? "" : ` AND a.partner_id = ${partner}`}`

/**
 * The coins in all wallets of a partner after everything that is due has happened. `due` is SQL for an id that is larger than the ids of
 * what is due: see `afterDue`. All accounts of a partner sum to zero. So the wallets have the negated sum of the balances of the partner's
 * stripes, without the coins that are still pending then, and without the lots that have expired by then.
 */
export const outstandingOf = (partner: string, due: string): string =>
  `(SELECT CAST(-COALESCE(SUM(s.coins), 0) AS TEXT) FROM (
     SELECT SUM(a.balance) AS coins FROM rewards_account a WHERE ${partnersOwn} AND a.partner_id = ${partner}
     UNION ALL SELECT SUM(w.coins) FROM rewards_pending w
     WHERE w.partner_id = ${partner} AND w.coins > 0 AND w.maturity_id >= ${due}
     UNION ALL SELECT SUM(l.coins + l.maturing) FROM rewards_lot l
     WHERE l.partner_id = ${partner} AND l.content > 0 AND l.expiry_id < ${due}) AS s)`

/** A column of the reversal that took expired coins back with the transfer `t`, as a subquery. */
const ofExpiredReversal = (column: string): string =>
  `(SELECT ${column} FROM rewards_reversal v WHERE v.partner_id = t.partner_id AND v.expired_id = t.id)`

/** A subquery about the reversal `v` that took coins of an erased member back with the transfer `t`. Such a transfer changes no lot. */
const ofErased = (subquery: string): string => ofExpiredReversal(`(${subquery})`)

/**
 * The member of a transfer `t` whose other account is `account`. That account is a wallet, which has the id of its member, or a pending
 * account, or the issuance side of an `expired_reversal`. The subqueries run only for the transfers that need them. They find no row only
 * in a falsified database, which `verify` must be able to read.
 */
const memberOf = (account: string): string =>
  `CASE WHEN t.kind IN ('award', 'user_partner_transfer') THEN ${account} ELSE COALESCE(
     CASE WHEN t.kind IN ('pending_award', 'pending_reversal') THEN
       (SELECT a.owner FROM rewards_account a WHERE a.partner_id = t.partner_id AND a.id = ${account})
     WHEN t.kind = 'expired_reversal' THEN
       COALESCE((SELECT l.member_id FROM rewards_lot_entry l WHERE l.partner_id = t.partner_id AND l.transfer_id = t.id),
         ${ofErased("SELECT w.member_id FROM rewards_award w WHERE w.partner_id = t.partner_id AND w.id = v.award_id")},
         ${ofErased("SELECT p.credit_account FROM rewards_transfer p WHERE p.partner_id = t.partner_id AND p.id = v.transfer_id")})
     END, ${account}) END`

/** The type of a transfer `t`: 0 for an award or its reversal, 1 for a transfer to the partner or its refund, 2 for an adjustment. */
const typeOf = `CASE WHEN t.kind = 'award' THEN 0 WHEN t.kind IN ('user_partner_transfer', 'user_partner_refund') THEN 1
   WHEN t.kind IN ('award_reversal', 'pending_award', 'pending_reversal') THEN 0
   WHEN t.kind = 'expired_reversal' AND ${ofExpiredReversal("v.award_id")} IS NOT NULL THEN 0
   ELSE 2 END`

/** 0 for a transfer `t` of expired coins, if its reversal took coins from the wallet too, with a transfer of its own. 1 for all others. */
const countOf = `CASE WHEN t.kind = 'expired_reversal' AND EXISTS (SELECT 1 FROM rewards_transfer o
     WHERE o.partner_id = t.partner_id AND o.id = ${ofExpiredReversal("v.id")}) THEN 0 ELSE 1 END`

/** The transfers that debit a partner's stripes, or those that credit them, without those of the kinds `except`. */
const movements = (
  side: "debit" | "credit",
  except: ReadonlyArray<TransferKind>,
  amount: string,
  ranges: string
): string =>
  `SELECT t.partner_id, ${memberOf(`t.${side === "debit" ? "credit" : "debit"}_account`)} AS member_id, ${typeOf} AS type,
     ${amount} AS amount, ${countOf} AS count, t.month, t.created_at
   FROM ${ranges} AS p CROSS JOIN rewards_transfer t
   WHERE t.partner_id = p.partner_id AND t.${side}_account = p.account_id
     AND t.${side}_version > p.since AND t.${side}_version <= p.until AND t.kind NOT IN (${except.map((kind) => `'${kind}'`).join(", ")})`

/**
 * One row for each transfer that counts on boards and in totals, as (partner_id, member_id, type, amount, count, month, created_at). The
 * type is 0 for earned coins, 1 for spent coins, and 2 for adjusted coins. Awards count when they are made, even if they have to wait.
 * Refunds and reversals of awards have a negative amount, and reversals include expired coins that they took back. Adjustments and their
 * reversals have a negative amount if they take coins. Coins that mature, expire or are erased do not count. A reversal can have two transfers: the
 * sum of their `count` is 1. `ranges` is a relation of (partner_id, account_id, since, until). Each of its rows selects the transfers of
 * one stripe with a version above `since` and at most `until`.
 */
export const walletMovements = (ranges: string): string =>
  `${movements("debit", ["expired_reversal"], "CASE WHEN t.kind = 'user_partner_refund' THEN -t.amount ELSE t.amount END", ranges)}
   UNION ALL ${movements("credit", ["expiry", "erasure", "pending_erasure"], "CASE WHEN t.kind = 'user_partner_transfer' THEN t.amount ELSE -t.amount END", ranges)}`

export { afterDue } from "./lots/due.ts"
/**
 * `makeList` lists members like `Members.list`, without attributes. `readMembers` reads members by their `MemberId`. `firstUserIdOf`
 * is SQL for a member's smallest user id within a range.
 */
export { pageAttributes } from "./members/attributeRows.ts"
export { firstUserIdOf, makeList, readMembers } from "./members/memberList.ts"

export { mayAddToActivity } from "./rules/activityLimit.ts"
/** Reads a rule and its sub-rules, and locks them until COMMIT. */
export { lockById as lockRule } from "./rules/ruleRows.ts"

export const partnerName = (partner: string): string =>
  `(SELECT p.name FROM rewards_partner p WHERE p.id = ${partner})`

/** Locks a partner's row until COMMIT. So transactions that check a maximum, such as 16 webhooks, run one after the other. */
export const lockPartner = partners.lock("id")
