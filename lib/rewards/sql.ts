import { type Fragments, statement } from "../sql/Statement.ts"
import type { TransferKind } from "./ledger/Account.ts"
import { isCurrent, partners, partnersOwn } from "./tables.ts"

/**
 * Parts of SQL for the wings (boards, events, webhooks, accounts). Statements of a wing must not name the core's tables. Arguments of the
 * type `string` are SQL, not values.
 */

/** Returns SQL for the id of the member to which the id `userId` leads; NULL if there is none. */
export const memberBy = (partner: string, userId: string): string =>
  `(SELECT i.member_id FROM rewards_member_id i WHERE i.partner_id = ${partner} AND i.user_id = ${userId})`

/** Returns SQL to write after FROM: the rows `i` of `rewards_member_id` with this user id, each with the row `p` of its partner. */
export const membersOf = (userId: string): string =>
  `rewards_partner p CROSS JOIN rewards_member_id i WHERE i.partner_id = p.id AND i.user_id = ${userId}`

/** Returns a subquery that reads a column of a member. */
export const memberColumn = (column: "user_id" | "created_at", partner: string, member: string): string =>
  `(SELECT m.${column} FROM rewards_member m WHERE m.partner_id = ${partner} AND m.id = ${member})`

/**
 * Returns a subquery that reads the current member of a member: the member itself, or the one that it was merged into; NULL if there is no
 * such member.
 */
export const currentOf = (partner: string, member: string): string =>
  `(SELECT c.current_id FROM rewards_member c WHERE c.partner_id = ${partner} AND c.id = ${member})`

/** SQL for the members that were neither erased nor merged into others, with the columns partner_id and id. */
export const membersLeft = `(SELECT m.partner_id, m.id FROM rewards_member m LEFT JOIN rewards_erasure x
    ON x.partner_id = m.partner_id AND x.member_id = m.id
  WHERE m.current_id = m.id AND x.member_id IS NULL)`

/** Returns SQL for the ids of a member and of the members that were merged into it. */
export const partsOf = (partner: string, member: string): string =>
  `SELECT c.id FROM rewards_member c WHERE c.partner_id = ${partner} AND c.id = ${member}
   UNION ALL SELECT g.id FROM rewards_member g WHERE g.partner_id = ${partner} AND g.current_id = ${member} AND g.current_id <> g.id`

/** Returns SQL for a partner's first members, in the order of onboarding, with the columns partner_id, member_id and created_at. */
export const firstMembers = (partner: string, limit: number): string =>
  `SELECT m.partner_id, m.id AS member_id, m.created_at FROM rewards_member m
   WHERE m.partner_id = ${partner} AND ${isCurrent("m")} ORDER BY m.created_at, m.id LIMIT ${limit}`

/**
 * Returns SQL for the versions of the stripes (see `AccountKind`) of one partner, or of all partners, with the columns partner_id,
 * account_id and version.
 */
export const sideVersions = (partner?: string): string =>
  `SELECT a.partner_id, a.id AS account_id, a.version FROM rewards_account a
   WHERE ${partnersOwn}${partner === undefined ? "" : ` AND a.partner_id = ${partner}`}`

/**
 * Returns SQL for the coins in all wallets of a partner after everything that is due has happened. `due` is SQL for an id that is larger
 * than the ids of what is due: see `afterDue`. All accounts of a partner sum to zero. So the wallets have the negated sum of the balances
 * of the partner's stripes, without the coins that are still pending then, and without the lots that have expired by then.
 */
export const outstandingOf = (partner: string, due: string): string =>
  `(SELECT CAST(-COALESCE(SUM(s.coins), 0) AS TEXT) FROM (
     SELECT SUM(a.balance) AS coins FROM rewards_account a WHERE ${partnersOwn} AND a.partner_id = ${partner}
     UNION ALL SELECT SUM(w.coins) FROM rewards_pending w
     WHERE w.partner_id = ${partner} AND w.coins > 0 AND w.maturity_id >= ${due}
     UNION ALL SELECT SUM(l.coins + l.maturing) FROM rewards_lot l
     WHERE l.partner_id = ${partner} AND l.content > 0 AND l.expiry_id < ${due}) AS s)`

/**
 * Returns SQL for the coins that a partner owes its members after everything that is due has happened: those in wallets, and those of
 * pending awards. It is the negated sum of the balances of the partner's stripes, without the lots that have expired by then. `due` is as
 * in `outstandingOf`.
 */
export const owedOf = (partner: string, due: string): string =>
  `(SELECT CAST(-COALESCE(SUM(s.coins), 0) AS TEXT) FROM (
     SELECT SUM(a.balance) AS coins FROM rewards_account a WHERE ${partnersOwn} AND a.partner_id = ${partner}
     UNION ALL SELECT SUM(l.coins + l.maturing) FROM rewards_lot l
     WHERE l.partner_id = ${partner} AND l.content > 0 AND l.expiry_id < ${due}) AS s)`

/**
 * Returns SQL for the coins of lots that have expired, but whose expiry is not written yet, with the columns expires_at and coins. `due` is
 * as in `outstandingOf`.
 */
export const expiredLots = (partner: string, due: string): string =>
  `SELECT l.expires_at, l.coins + l.maturing AS coins FROM rewards_lot l
   WHERE l.partner_id = ${partner} AND l.content > 0 AND l.expiry_id < ${due}`

/** Returns a subquery that reads a column of the reversal that took expired coins back with the transfer `t`. */
const ofExpiredReversal = (column: string): string =>
  `(SELECT ${column} FROM rewards_reversal v WHERE v.partner_id = t.partner_id AND v.expired_id = t.id)`

/**
 * Returns SQL for the result of `subquery` for the reversal `v` that took expired coins back with the transfer `t`. `memberOf` needs it if
 * the transfer changed no lot, because its member was erased.
 */
const ofErased = (subquery: string): string => ofExpiredReversal(`(${subquery})`)

/**
 * Returns SQL for the member of a transfer `t` that debits or credits a stripe. `account` is the other account of the transfer. It is a
 * wallet or a pending account; for an `expired_reversal`, it is a stripe of the `expired` side. A wallet has the id of its member, so the
 * subqueries run only for the other transfers. In a falsified database, the subqueries may find no row. The result is then `account`, so
 * that `verify` can read such a database.
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

/**
 * SQL for the type of a transfer `t`: 0 for an award or its reversal, 1 for a transfer to the partner or its refund, 2 for an adjustment or
 * its reversal.
 */
const typeOf = `CASE WHEN t.kind = 'award' THEN 0 WHEN t.kind IN ('user_partner_transfer', 'user_partner_refund') THEN 1
   WHEN t.kind IN ('award_reversal', 'pending_award', 'pending_reversal') THEN 0
   WHEN t.kind = 'expired_reversal' AND ${ofExpiredReversal("v.award_id")} IS NOT NULL THEN 0
   ELSE 2 END`

/**
 * SQL for how much a transfer `t` counts. A reversal can take coins with two transfers: from the wallet, and from the expired coins. Then
 * the second of them counts 0. All other transfers count 1.
 */
const countOf = `CASE WHEN t.kind = 'expired_reversal' AND EXISTS (SELECT 1 FROM rewards_transfer o
     WHERE o.partner_id = t.partner_id AND o.id = ${ofExpiredReversal("v.id")}) THEN 0 ELSE 1 END`

/** The kinds that move coins from a member to the `expired` side. */
const intoExpired = ["expiry", "erasure", "pending_erasure"] as const satisfies ReadonlyArray<TransferKind>

const isOneOf = (kinds: ReadonlyArray<TransferKind>): string =>
  `t.kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`

/** Returns SQL that is true if the transfer `t` debits, or credits, the stripe of the range `p`, with a version in this range. */
const inRange = (side: "debit" | "credit"): string =>
  `t.partner_id = p.partner_id AND t.${side}_account = p.account_id AND t.${side}_version > p.since AND t.${side}_version <= p.until`

/** Returns SQL for the transfers that debit a partner's stripes, or for those that credit them, without the kinds `except`. */
const movements = (
  side: "debit" | "credit",
  except: ReadonlyArray<TransferKind>,
  amount: string,
  ranges: string
): string =>
  `SELECT t.partner_id, ${memberOf(`t.${side === "debit" ? "credit" : "debit"}_account`)} AS member_id, ${typeOf} AS type,
     ${amount} AS amount, ${countOf} AS count, t.month, t.created_at
   FROM ${ranges} AS p CROSS JOIN rewards_transfer t
   WHERE ${inRange(side)} AND NOT ${isOneOf(except)}`

/** Returns SQL for ranges `p` and their accounts `s`, to be written after FROM. It needs the condition `isExpired`. */
const ofExpired = (ranges: string): string => `${ranges} AS p CROSS JOIN rewards_account s`

/** SQL that is true if the range `p` is of a stripe of the `expired` side. With it, a query reads no transfers of other ranges. */
const isExpired =
  "s.partner_id = p.partner_id AND s.partner_id = t.partner_id AND s.id = p.account_id AND s.kind = 'expired'"

/** Returns SQL for the transfers that debit the `expired` side, or for those that credit it. They count for no member. */
const expirations = (
  side: "debit" | "credit",
  kinds: ReadonlyArray<TransferKind>,
  amount: string,
  ranges: string
): string =>
  `SELECT t.partner_id, t.${side}_account AS member_id, 3 AS type, ${amount} AS amount, 1 AS count, t.month, t.created_at
   FROM ${ofExpired(ranges)} CROSS JOIN rewards_transfer t
   WHERE ${isExpired} AND ${inRange(side)} AND ${isOneOf(kinds)}`

/**
 * Returns SQL for one row for each transfer that counts on boards and in totals, with the columns partner_id, member_id, type, amount,
 * count, month and created_at. The type is 0 for earned coins, 1 for spent coins, 2 for adjusted coins, and 3 for expired coins. Awards
 * count when they are made, even if they have to wait. Refunds and reversals of awards have a negative amount, and reversals include
 * expired coins that they took back. Adjustments and their reversals have a negative amount if they take coins. Erased coins count as
 * expired. Expired coins that a reversal took back have a second row, with type 3 and a negative amount. Coins that mature do not count. A
 * reversal can have two transfers: the sum of their `count` is 1. `ranges` is a relation with the columns partner_id, account_id, since and
 * until. Each of its rows selects the transfers of one stripe with a version above `since` and at most `until`.
 */
export const walletMovements = (ranges: string): string =>
  `${memberMovements(ranges)}
   UNION ALL ${expirations("credit", intoExpired, "t.amount", ranges)}
   UNION ALL ${expirations("debit", ["expired_reversal"], "-t.amount", ranges)}`

/** Returns SQL for the rows of `walletMovements` that have a member: all but those of type 3. */
export const memberMovements = (ranges: string): string =>
  `${movements("debit", ["expired_reversal"], "CASE WHEN t.kind = 'user_partner_refund' THEN -t.amount ELSE t.amount END", ranges)}
   UNION ALL ${movements("credit", intoExpired, "CASE WHEN t.kind = 'user_partner_transfer' THEN t.amount ELSE -t.amount END", ranges)}`

const awardOf = (
  of: "paid" | "reversed" | "taken back",
  side: "debit" | "credit",
  kinds: ReadonlyArray<TransferKind>,
  ranges: string
): string => {
  const reversal = of === "paid" ? "" : "CROSS JOIN rewards_reversal v "
  const award =
    of === "paid"
      ? "w.id = t.id"
      : `v.partner_id = t.partner_id AND v.${of === "reversed" ? "id" : "expired_id"} = t.id AND w.id = v.award_id`
  const [paid, reversed] = of === "paid" ? ["t.amount", "0"] : ["0", "t.amount"]
  return `SELECT t.partner_id, w.rule_id, w.created_at, w.local_day, ${of === "paid" ? 1 : 0} AS awards, ${paid} AS coins, ${reversed} AS reversed
   FROM ${of === "taken back" ? ofExpired(ranges) : `${ranges} AS p`} CROSS JOIN rewards_transfer t ${reversal}CROSS JOIN rewards_award w
   WHERE ${of === "taken back" ? `${isExpired} AND ` : ""}${inRange(side)} AND ${isOneOf(kinds)} AND ${award} AND w.partner_id = t.partner_id`
}

/**
 * Returns SQL for one row for each payment of an award, and for each transfer that took coins of an award back, with the columns
 * partner_id, rule_id, created_at, local_day, awards, coins and reversed. The time and the local day (see `rewards_award`) are those of the
 * award. `ranges` is as in `walletMovements`.
 */
export const rulePayments = (ranges: string): string =>
  `${awardOf("paid", "debit", ["award", "pending_award"], ranges)}
   UNION ALL ${awardOf("reversed", "credit", ["award_reversal", "pending_reversal"], ranges)}
   UNION ALL ${awardOf("taken back", "debit", ["expired_reversal"], ranges)}`

/** Returns SQL for the ids and names of a partner's rules, with the columns rule_id and name. */
export const ruleNames = (partner: string): string =>
  `SELECT c.rule_id, c.name FROM rewards_condition c WHERE c.partner_id = ${partner} AND c.ordinal = 0`

/** Returns a subquery that reads the name of a rule. */
export const ruleName = (partner: string, rule: string): string =>
  `(SELECT c.name FROM rewards_condition c WHERE c.partner_id = ${partner} AND c.rule_id = ${rule} AND c.ordinal = 0)`

/**
 * Returns SQL for the members whom awards paid, with the columns member_id, awards and coins. The awards of a merged member count for the
 * member that it was merged into. The range of awards is given twice: their ids are from `since` to below `until`, and they were made from
 * `from` to before `to`.
 */
export const earners = (partner: string, since: string, until: string, from: string, to: string): string =>
  `SELECT member_id, CAST(SUM(awards) AS BIGINT) AS awards, CAST(SUM(coins) AS BIGINT) AS coins FROM (
     SELECT COALESCE(${currentOf("x.partner_id", "x.member_id")}, x.member_id) AS member_id, x.awards, x.coins FROM (
       SELECT t.partner_id, ${memberOf("t.credit_account")} AS member_id, COUNT(*) AS awards, SUM(t.amount) AS coins
       FROM rewards_transfer t
       WHERE t.partner_id = ${partner} AND t.id >= ${since} AND t.id < ${until} AND t.created_at >= ${from} AND t.created_at < ${to}
         AND ${isOneOf(["award", "pending_award"])}
       GROUP BY 1, 2
     ) AS x
   ) AS y GROUP BY member_id`

/**
 * Returns an SQL condition: `w` is an award of one condition of a rule, with an id above `after` and below `until`. `of` returns SQL for
 * the value of partner_id, rule_id, ordinal, after or until. The condition contains `ordinal + 0`, because this expression is in the index
 * of a rule's awards.
 */
const awardsOf = (of: (column: string) => string): string => `w.partner_id = ${of("partner_id")}
  AND w.rule_id = ${of("rule_id")} AND w.ordinal + 0 = ${of("ordinal")} AND w.id > ${of("after")} AND w.id < ${of("until")}`

/**
 * Returns SQL for the newest award of a condition after the `skipped` newest awards are left out, with the columns id and created_at. It
 * finds no row if there are not enough awards. `of` is as in `awardsOf`.
 */
export const newestAwardBut = (of: (column: string) => string, skipped: string): string =>
  `SELECT w.id, w.created_at FROM rewards_award w WHERE ${awardsOf(of)} ORDER BY w.id DESC LIMIT 1 OFFSET ${skipped}`

/**
 * Returns SQL for the members whom awards of a rule paid, with the columns partner_id, member_id, awards and coins. The awards of a merged
 * member count for the member that it was merged into. `rows` is a relation with the columns partner_id, rule_id, ordinal, after and until.
 * It has a row for each condition of the rule: the query reads the awards of this condition with an id above `after` and below `until`.
 * `which` is a condition on the award `w`. Subqueries keep PostgreSQL from reading all transfers and members for a join.
 */
export const ruleEarners = (rows: string, which: string, { holds }: Pick<Fragments, "holds">): string =>
  `SELECT x.partner_id, x.member_id, CAST(SUM(x.awards) AS BIGINT) AS awards, CAST(SUM(x.coins) AS BIGINT) AS coins FROM (
     SELECT p.partner_id, COALESCE(${currentOf("p.partner_id", "p.member_id")}, p.member_id) AS member_id,
       COUNT(p.coins) AS awards, SUM(p.coins) AS coins FROM (
         SELECT w.partner_id, w.member_id, CASE WHEN ${holds("w.awarded", true)} THEN
           (SELECT t.amount FROM rewards_transfer t WHERE t.partner_id = w.partner_id AND t.id = w.id) END AS coins
         FROM ${rows} CROSS JOIN rewards_award w WHERE ${awardsOf((column) => `${rows}.${column}`)} AND ${which}
       ) AS p WHERE p.coins IS NOT NULL GROUP BY p.partner_id, p.member_id
   ) AS x GROUP BY x.partner_id, x.member_id`

export { afterDue } from "./lots/due.ts"
export { pageAttributes } from "./members/attributeRows.ts"
/**
 * `makeList` lists members like `Members.list`, without attributes. `readMembers` reads members by their `MemberId`. `firstUserIdOf`
 * is SQL for a member's smallest user id within a range, and `findFirstUserId` reads it.
 */
export { findFirstUserId, firstUserIdOf, makeList, readMembers } from "./members/memberList.ts"

export { mayAddToActivity } from "./rules/activityLimit.ts"
/** Reads a rule and its sub-rules, and locks them until COMMIT. */
export { lockById as lockRule } from "./rules/ruleRows.ts"

export const partnerName = (partner: string): string =>
  `(SELECT p.name FROM rewards_partner p WHERE p.id = ${partner})`

/** Returns SQL that is true if a partner is a test side that was emptied: see `Partners.retire`. */
export const isRetired = (partner: string): string =>
  `EXISTS (SELECT 1 FROM rewards_partner p WHERE p.id = ${partner} AND p.retired_at IS NOT NULL)`

const findServed = (ending: (fragments: Fragments) => string) =>
  statement({
    input: { id: "uuid" },
    partner: "id",
    output: partners.row("id"),
    sql: (fragments) => `SELECT p.id FROM input CROSS JOIN rewards_partner p
      WHERE p.id = input.id AND p.retired_at IS NULL${ending(fragments)}`
  })

/** Finds a partner that is not retired. */
export const findPartner = findServed(() => "")

/**
 * Locks the row of a partner that is not retired until COMMIT. So transactions that check a maximum, such as 16 webhooks, run one after the
 * other. A transaction that retires the partner runs before or after them: before, the partner is not found.
 */
export const lockPartner = findServed(({ lock }) => lock("p", "p.id"))
