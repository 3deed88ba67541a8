import type { TransferKind } from "./ledger/Account.ts"
import { partners, partnersOwn } from "./tables.ts"

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

/** A partner's first members, in the order of onboarding, as (partner_id, member_id, created_at). */
export const firstMembers = (partner: string, limit: number): string =>
  `SELECT m.partner_id, m.id AS member_id, m.created_at FROM rewards_member m
   WHERE m.partner_id = ${partner} ORDER BY m.created_at, m.id LIMIT ${limit}`

/** The versions of the stripes (see `AccountKind`) of one partner, or of all partners, as (partner_id, account_id, version). */
export const sideVersions = (partner?: string): string =>
  `SELECT a.partner_id, a.id AS account_id, a.version FROM rewards_account a
   WHERE a.kind <> 'wallet'${partner === undefined ? "" : ` AND a.partner_id = ${partner}`}`

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
     WHERE l.partner_id = ${partner} AND (l.coins > 0 OR l.maturing > 0) AND l.expiry_id < ${due}) AS s)`

const isAdjustment = "t.kind IN ('adjustment', 'adjustment_reversal')"

/**
 * The transfers that debit a partner's stripes, or those that credit them. Coins have the type 0 if they were earned, 1 if they were
 * spent, and 2 if they were adjusted. Transfers of the kind `adds` add coins of `type`. Refunds and reversals of awards subtract coins
 * of the other type. Adjustments and their reversals add coins to the wallet if they debit a stripe, and subtract them otherwise.
 */
const movements = (side: "debit" | "credit", adds: TransferKind, type: 0 | 1, ranges: string): string =>
  `SELECT t.partner_id, t.${side === "debit" ? "credit" : "debit"}_account AS member_id,
     CASE WHEN t.kind = '${adds}' THEN ${type} WHEN ${isAdjustment} THEN 2 ELSE ${1 - type} END AS type,
     CASE WHEN t.kind = '${adds}' THEN t.amount WHEN ${isAdjustment} THEN ${side === "debit" ? "" : "-"}t.amount
       ELSE -t.amount END AS amount, t.month, t.created_at
   FROM ${ranges} AS p CROSS JOIN rewards_transfer t
   WHERE t.partner_id = p.partner_id AND t.${side}_account = p.account_id
     AND t.${side}_version > p.since AND t.${side}_version <= p.until`

/**
 * One row for each transfer, as (partner_id, member_id, type, amount, month, created_at). The type is 0 for earned coins, 1 for spent
 * coins, and 2 for adjusted coins. Refunds and reversals of awards have a negative amount. Adjustments and their reversals have a
 * negative amount if they remove coins from a wallet. `ranges` is a relation of (partner_id, account_id, since, until). Each of its
 * rows selects the transfers of one stripe with a version above `since` and at most `until`.
 */
export const walletMovements = (ranges: string): string =>
  `${movements("debit", "award", 0, ranges)}
   UNION ALL ${movements("credit", "user_partner_transfer", 1, ranges)}`

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
