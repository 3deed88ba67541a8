import { Context, Effect, Layer } from "effect"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { maxAttributes } from "../members/Attributes.ts"
import { currentOf } from "../sql.ts"
import { approvalChecks } from "./approvalChecks.ts"
import { byId, type Check, check, checkBy, type Divergence, hasOne, runChecks } from "./Check.ts"
import { timeChecks } from "./timeChecks.ts"

/** Compares stored values with values that are computed from other rows, such as an account's balance with the sum of its entries. */
export class Verification extends Context.Tag("rewards/Verification")<
  Verification,
  {
    /** Runs all checks, and returns every divergence. */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
    /** Adds the checks of a wing that this one does not know. They run after the checks of the ledger. */
    readonly add: (checks: ReadonlyArray<Check>) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<Verification, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const make = Effect.map(Database, (database) => {
  const added: Array<Check> = []
  return Verification.of({
    verify: Effect.fn("Verification.verify")(() => runChecks(database, [...checks, ...added])),
    add: (more) => Effect.sync(() => void added.push(...more))
  })
})

const byTally = checkBy("rule_id", "member_id")

/** Makes a check that compares a column of each account with an aggregate of its entries `e`. */
const byAccount = (name: string, column: string, added: string) =>
  byId(
    name,
    `SELECT partner_id, id, MAX(stored) AS stored, SUM(found) AS found FROM (
       SELECT partner_id, id, ${column} AS stored, 0 AS found FROM rewards_account
       UNION ALL SELECT partner_id, account_id, NULL, ${added} FROM rewards_entry
     ) AS compared_account GROUP BY partner_id, id`
  )

/** Makes a check that compares a column of each entry with a window function over the account's entries up to this entry. */
const byEntry = (name: string, column: string, over: string) =>
  byId(
    name,
    `SELECT partner_id, transfer_id AS id, ${column} AS stored,
       ${over} OVER (PARTITION BY partner_id, account_id ORDER BY version) AS found
     FROM rewards_entry`
  )

const ofTally = "w.partner_id = t.partner_id AND w.rule_id = t.rule_id AND w.member_id = t.member_id"

/**
 * SQL for the member whose tallies and counts include those of a member: the member itself, the one that it was merged into, or the
 * successor of an erased member.
 */
const counting = "COALESCE(x.successor_id, c.current_id)"
const withCounting = (
  row: string
): string => `JOIN rewards_member c ON c.partner_id = ${row}.partner_id AND c.id = ${row}.member_id
    LEFT JOIN rewards_erasure x ON x.partner_id = c.partner_id AND x.member_id = c.current_id`

/**
 * Returns SQL that joins the numbers of payments `w` to the tallies `t`. Each payment counts for the member in `counting`. `condition`
 * selects the awards `a` that are payments.
 */
const paymentsCountedFor = (condition: string) =>
  `(SELECT a.partner_id, a.rule_id, ${counting} AS member_id, COUNT(*) AS paid
    FROM rewards_award a ${withCounting("a")}
    WHERE ${condition} GROUP BY a.partner_id, a.rule_id, ${counting}) w ON ${ofTally}`

/** Returns SQL that is true for a member that was merged into another. */
const wasMerged = (row: string, member = "member_id"): string => `EXISTS (SELECT 1 FROM rewards_member g
  WHERE g.partner_id = ${row}.partner_id AND g.id = ${row}.${member} AND g.current_id <> g.id)`

/** Returns SQL for the member itself, or for the one that it was merged into. */
const leadsTo = (row: string, member: string): string => currentOf(`${row}.partner_id`, member)

/** Returns SQL that is true for an erased member whose counts a successor continues. */
const isSucceeded = (row: string, member = "member_id"): string => `EXISTS (SELECT 1 FROM rewards_erasure s
  WHERE s.partner_id = ${row}.partner_id AND s.member_id = ${row}.${member} AND s.successor_id IS NOT NULL)`

const notReversed = (award: string) => `NOT EXISTS (SELECT 1 FROM rewards_reversal v
  WHERE v.partner_id = ${award}.partner_id AND v.award_id = ${award}.id AND v.returned = v.paid)`

/** SQL for the coins of an award `a` that were taken back. */
const returned = `COALESCE((SELECT MAX(v.returned) FROM rewards_reversal v
  WHERE v.partner_id = a.partner_id AND v.award_id = a.id), 0)`

const paidIn = (
  what: string,
  whose: string,
  from = "rewards_award a"
): string => `(SELECT ${what} FROM ${from}
  JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
  WHERE a.partner_id = w.partner_id AND a.rule_id = w.rule_id${whose}
    AND a.awarded AND a.created_at >= w.starts_at AND (w.ends_at IS NULL OR a.created_at < w.ends_at)
    AND ${notReversed("a")})`

/** SQL for erased members `x` and their awards `a`, with the awards of members that were merged into them. It is written after FROM. */
const awardsBefore = `rewards_erasure x JOIN rewards_member g ON g.partner_id = x.partner_id AND g.current_id = x.member_id
   JOIN rewards_award a ON a.partner_id = g.partner_id AND a.member_id = g.id`

/** SQL that is true for the awards `a` of the subject of a counter `w`, and of the members that were merged into it. */
const ofSubject =
  " AND a.member_id IN (SELECT g.id FROM rewards_member g WHERE g.partner_id = w.partner_id AND g.current_id = w.subject_id)"

/**
 * Returns SQL for the expected value of a counter: the payments in its window that were not reversed. The subject of a counter is the rule,
 * or one member for a limit per member. In a window that never ends, the payments to an erased member count for its successor.
 */
const counted = (what: string): string =>
  `CASE WHEN w.subject_id = w.rule_id THEN ${paidIn(what, "")}
     WHEN ${wasMerged("w", "subject_id")} THEN 0
     WHEN w.period <> 'ever' THEN ${paidIn(what, ofSubject)}
     WHEN ${isSucceeded("w", "subject_id")} THEN 0
     ELSE ${paidIn(what, ofSubject)} + ${paidIn(
       what,
       " AND x.partner_id = w.partner_id AND x.successor_id = w.subject_id",
       awardsBefore
     )} END`

/** SQL for the counters `w` of the current generation of their rule `r`. Older generations are not used any more. */
const currentWindows = `rewards_window w JOIN rewards_rule r ON r.partner_id = w.partner_id AND r.id = w.rule_id
  AND r.generation = w.generation`

/** Makes a check of counters `w`. The SQL continues a SELECT after the columns `partner_id` and `subject`. */
const byCounter = (name: string, sql: string) =>
  check(
    name,
    ({ idText }) => `SELECT w.partner_id, ${idText("w.rule_id")} || '/' || ${idText("w.subject_id")}
      || ' ' || w.period || ' ' || CAST(w.starts_at AS TEXT) AS subject, ${sql}`
  )

/**
 * Returns SQL for a number of activities. It counts the activities of the members that were merged into the member of the activity `n`
 * before `n` was recorded. A merge at the same time may have come before or after `n`, so there is a smallest (`<`) and a largest (`<=`)
 * number.
 */
const activitiesBefore = (
  compared: "<" | "<="
): string => `COALESCE((SELECT SUM(k.count) FROM rewards_transfer t
       JOIN rewards_activity_count k ON k.partner_id = t.partner_id AND k.member_id = t.debit_account AND k.type = n.type
       WHERE t.partner_id = n.partner_id AND t.credit_account = n.member_id AND t.kind = 'merge' AND t.created_at ${compared} n.created_at), 0)`

/**
 * Returns SQL for the counts `b` of activities of the type of `n` that a member inherited from erased members. More conditions can be
 * written after it.
 */
const inheritedBy = (memberId: string): string => `rewards_erasure e
       JOIN rewards_activity_count b ON b.partner_id = e.partner_id AND b.member_id = e.member_id
       WHERE e.partner_id = n.partner_id AND e.successor_id = ${memberId} AND b.type = n.type`

const inherited = (column: string, memberId: string): string =>
  `(SELECT ${column} FROM ${inheritedBy(memberId)})`

/**
 * SQL that is true if another member was merged into the member of the activity `n`. The merged member may have inherited counts from an
 * erased member before or after `n` was recorded, so the check accepts numbers with and without these counts.
 */
const hasMerged = `EXISTS (SELECT 1 FROM rewards_transfer t
       WHERE t.partner_id = n.partner_id AND t.credit_account = n.member_id AND t.kind = 'merge')`

const finishedSubRules = "SUM(DISTINCT CASE WHEN a.ordinal > 0 THEN 1 << CAST(a.ordinal - 1 AS INTEGER) END)"

/** Returns SQL for a column of the award's reversal before `v`; 0 if `v` is the first. */
const earlier = (column: string): string => `COALESCE((SELECT MAX(e.${column}) FROM rewards_reversal e
  WHERE e.partner_id = v.partner_id AND e.award_id = v.award_id AND e.number < v.number), 0)`

/**
 * Makes a check that every reversal or refund `v` of a transfer `p` has a transfer `t` of the returned coins, with the month of `p`. If
 * some of the coins had expired, another transfer `x` moves these.
 */
const hasTransferBack = (name: string, original: string, back: string) =>
  byId(
    name,
    `SELECT v.partner_id, v.id, v.returned - ${earlier("returned")} AS stored,
       COALESCE(SUM(t.amount), 0) + COALESCE(SUM(x.amount), 0) AS found
     FROM rewards_reversal v JOIN rewards_transfer p ON p.partner_id = v.partner_id AND ${original}
     LEFT JOIN rewards_transfer t ON t.partner_id = v.partner_id AND t.id = v.id AND t.month = p.month AND ${back}
     LEFT JOIN rewards_transfer x ON x.partner_id = v.partner_id AND x.id = v.expired_id AND x.month = p.month
       AND x.kind = 'expired_reversal'
     GROUP BY v.partner_id, v.id, v.returned, v.award_id, v.number`
  )

/** Returns SQL for the owner of a pending account, or for the member that the owner was merged into. */
const ownersLead = (account: string): string => `(SELECT c.current_id FROM rewards_account o
  JOIN rewards_member c ON c.partner_id = o.partner_id AND c.id = o.owner WHERE o.partner_id = p.partner_id AND o.id = ${account})`

/** SQL for the awards `w` that have an amount, with their rates `p` and the transfers `t` that paid them. It is written after FROM. */
const paidByAmount = `rewards_award w
  JOIN rewards_rule_rate p ON p.partner_id = w.partner_id AND p.rule_id = w.rule_id AND p.number = w.rate
  JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id`

/** The index of the coins in a stored outcome: see `storedOutcomes.ts`. */
const placeOfCoins = 4

const tally = ["rule_id", "member_id"]
const awardedTallies = "(SELECT DISTINCT partner_id, rule_id, member_id FROM rewards_award)"
const countedRules = "(SELECT DISTINCT partner_id, rule_id FROM rewards_window)"
const wallets = "(SELECT partner_id, id FROM rewards_account WHERE kind = 'wallet')"
const movedAccounts = "(SELECT DISTINCT partner_id, account_id FROM rewards_entry)"

/** SQL for the numbers of orderers to which records refer. */
const ordererNumbers = [
  ["rewards_member", "ordered_by"],
  ["rewards_rule", "ordered_by"],
  ["rewards_rule", "changed_by"],
  ["rewards_activity", "ordered_by"],
  ["rewards_award", "ordered_by"],
  ["rewards_transfer", "ordered_by"],
  ["rewards_reversal", "ordered_by"]
]
  .map(
    ([table, column]) => `SELECT partner_id, ${column} AS number FROM ${table} WHERE ${column} IS NOT NULL`
  )
  .join(" UNION ")

/** All checks of the ledger. */
export const checks = [
  check(
    "every record has its orderer",
    `SELECT f.partner_id, CAST(f.number AS TEXT) AS subject, 1 AS stored, COUNT(o.partner_id) AS found
     FROM (${ordererNumbers}) f LEFT JOIN rewards_orderer o ON o.partner_id = f.partner_id AND o.number = f.number
     GROUP BY f.partner_id, f.number`
  ),
  byId(
    "an award and its transfer have the same orderer",
    `SELECT a.partner_id, a.id, COALESCE(a.ordered_by, 0) AS stored, COALESCE(t.ordered_by, 0) AS found
     FROM rewards_award a JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id`
  ),
  hasOne("every wallet has its member", wallets, ["id"], "rewards_member", "o.id = f.id"),
  hasOne("every member has a wallet", "rewards_member", ["id"], wallets, "o.id = f.id"),
  hasOne(
    "every rule has its own condition",
    "rewards_rule",
    ["id"],
    "rewards_condition",
    "o.rule_id = f.id AND o.ordinal = 0"
  ),
  hasOne("every condition has its rule", "rewards_condition", ["id"], "rewards_rule", "o.id = f.rule_id"),
  hasOne("every tally has its rule", "rewards_tally", tally, "rewards_rule", "o.id = f.rule_id"),
  hasOne("every tally has its member", "rewards_tally", tally, "rewards_member", "o.id = f.member_id"),
  hasOne(
    "every award has its tally",
    awardedTallies,
    tally,
    "rewards_tally",
    "o.rule_id = f.rule_id AND o.member_id = f.member_id"
  ),
  check(
    "every award has its condition",
    ({ idText }) => `SELECT f.partner_id, ${idText("f.rule_id")} || '#' || CAST(f.ordinal AS TEXT) AS subject,
       1 AS stored, COUNT(o.partner_id) AS found
     FROM (SELECT DISTINCT partner_id, rule_id, ordinal FROM rewards_award) f LEFT JOIN rewards_condition o
       ON o.partner_id = f.partner_id AND o.rule_id = f.rule_id AND o.ordinal = f.ordinal
     GROUP BY f.partner_id, f.rule_id, f.ordinal`
  ),
  hasOne(
    "every entry has its account",
    movedAccounts,
    ["account_id"],
    "rewards_account",
    "o.id = f.account_id"
  ),
  hasOne(
    "every member is found by its own id",
    "rewards_member",
    ["id"],
    "rewards_member_id",
    // The id of a merged member can be the linked id of the other one.
    "o.member_id = f.current_id AND o.user_id = f.user_id AND (f.current_id <> f.id OR NOT o.linked)"
  ),
  hasOne(
    "the member into which another was merged is not merged itself",
    "rewards_member",
    ["id"],
    "rewards_member",
    "o.id = f.current_id AND o.current_id = o.id"
  ),
  byId(
    "every merged member has one merge, and no other member has one",
    `SELECT m.partner_id, m.id, CASE WHEN m.current_id = m.id THEN 0 ELSE 1 END AS stored, (
       SELECT COUNT(*) FROM rewards_transfer t JOIN rewards_member g ON g.partner_id = t.partner_id AND g.id = t.credit_account
       WHERE t.partner_id = m.partner_id AND t.debit_account = m.id AND t.kind = 'merge' AND g.current_id = m.current_id) AS found
     FROM rewards_member m`
  ),
  byId(
    "nothing is left with a merged member",
    `SELECT m.partner_id, m.id, 0 AS stored, COALESCE((SELECT SUM(a.balance) FROM rewards_account a
         WHERE a.partner_id = m.partner_id AND (a.id = m.id OR a.owner = m.id)), 0)
       + (SELECT COUNT(*) FROM rewards_member_id i WHERE i.partner_id = m.partner_id AND i.member_id = m.id)
       + (SELECT COUNT(*) FROM rewards_attribute b WHERE b.partner_id = m.partner_id AND b.member_id = m.id)
       + (SELECT COUNT(*) FROM rewards_pending p WHERE p.partner_id = m.partner_id AND p.member_id = m.id) AS found
     FROM rewards_member m WHERE m.current_id <> m.id`
  ),
  check(
    "every id of a member has its member",
    `SELECT f.partner_id, f.user_id AS subject, 1 AS stored, COUNT(o.partner_id) AS found
     FROM rewards_member_id f LEFT JOIN rewards_member o ON o.partner_id = f.partner_id AND o.id = f.member_id
     GROUP BY f.partner_id, f.user_id`
  ),
  hasOne(
    "every attribute has its member",
    "(SELECT DISTINCT partner_id, member_id FROM rewards_attribute)",
    ["member_id"],
    "rewards_member",
    "o.id = f.member_id"
  ),
  checkBy("member_id")(
    "no member has too many attributes",
    `SELECT partner_id, member_id, COUNT(*) AS stored, ${maxAttributes} AS found
     FROM rewards_attribute GROUP BY partner_id, member_id HAVING COUNT(*) > ${maxAttributes}`
  ),
  byAccount("an account's balance is the sum of its entries", "balance", "amount"),
  byAccount("an account's version is the number of its entries", "version", "1"),
  byEntry("an entry's balance is the balance before it plus its amount", "balance", "SUM(amount)"),
  byEntry("an account's entries are numbered without a gap", "version", "ROW_NUMBER()"),
  check(
    "a partner's accounts sum to zero",
    `SELECT partner_id, 'all accounts' AS subject, SUM(balance) AS stored, 0 AS found
     FROM rewards_account GROUP BY partner_id`
  ),
  byId(
    "no wallet or pending account was ever below zero",
    `SELECT e.partner_id, e.transfer_id AS id, e.balance AS stored, 0 AS found
     FROM rewards_entry e JOIN rewards_account a ON a.partner_id = e.partner_id AND a.id = e.account_id
     WHERE a.kind IN ('wallet', 'pending') AND e.balance < 0`
  ),
  byTally(
    "a member was paid as often as the tally says",
    `SELECT t.partner_id, t.rule_id, t.member_id, t.paid AS stored, COALESCE(w.paid, 0) AS found
     FROM rewards_tally t LEFT JOIN ${paymentsCountedFor(`a.awarded AND ${notReversed("a")}`)}`
  ),
  byTally(
    "every payment of a member ended a cycle",
    // The cycles of members that were merged into the member are in `merged`.
    `SELECT t.partner_id, t.rule_id, t.member_id, t.cycle + t.merged AS stored, COALESCE(w.paid, 0) AS found
     FROM rewards_tally t LEFT JOIN ${paymentsCountedFor("a.awarded")}
     WHERE NOT ${isSucceeded("t")} AND NOT ${wasMerged("t")}`
  ),
  byTally(
    "a cycle of a member pays once",
    `SELECT partner_id, rule_id, member_id, COUNT(*) AS stored, 1 AS found
     FROM rewards_award WHERE awarded GROUP BY partner_id, rule_id, member_id, cycle`
  ),
  byCounter(
    "a counter equals the number of payments in its window",
    `w.awards AS stored, ${counted("COUNT(*)")} AS found FROM ${currentWindows}`
  ),
  byCounter(
    "a counter equals the number of coins that were paid in its window",
    `w.coins AS stored, ${counted(`COALESCE(SUM(t.amount - ${returned}), 0)`)} AS found
     FROM ${currentWindows} WHERE w.max_coins IS NOT NULL`
  ),
  byCounter(
    "no counter is above its limit",
    `CAST(w.awards AS TEXT) || ' and ' || CAST(w.coins AS TEXT) AS stored,
       COALESCE(CAST(w.max_awards AS TEXT), 'any') || ' and ' || COALESCE(CAST(w.max_coins AS TEXT), 'any') AS found
     FROM rewards_window w WHERE w.awards > w.max_awards OR w.coins > w.max_coins`
  ),
  hasOne("every counter has its rule", countedRules, ["rule_id"], "rewards_rule", "o.id = f.rule_id"),
  byTally(
    "a member's progress matches the awards of the running cycle",
    // `continued_in` is the cycle in which a merged member's running cycle continues. It is a cycle of the member that it was merged
    // into.
    `SELECT t.partner_id, t.rule_id, t.member_id, t.progress AS stored,
       COALESCE(CASE r.type WHEN 'combined' THEN w.finished ELSE w.completions END, 0) AS found
     FROM rewards_tally t
     JOIN rewards_rule r ON r.partner_id = t.partner_id AND r.id = t.rule_id
     LEFT JOIN (SELECT a.partner_id, a.rule_id, c.current_id AS member_id,
         CASE WHEN c.current_id = c.id THEN a.cycle ELSE o.continued_in END AS cycle,
         COUNT(*) AS completions, ${finishedSubRules} AS finished
       FROM rewards_award a JOIN rewards_member c ON c.partner_id = a.partner_id AND c.id = a.member_id
       JOIN rewards_tally o ON o.partner_id = a.partner_id AND o.rule_id = a.rule_id AND o.member_id = a.member_id
       WHERE NOT a.awarded AND a.suppressed_by IS NULL AND ${notReversed("a")} AND (c.current_id = c.id OR a.cycle = o.cycle)
       GROUP BY a.partner_id, a.rule_id, c.current_id, CASE WHEN c.current_id = c.id THEN a.cycle ELSE o.continued_in END
     ) w ON ${ofTally} AND w.cycle = t.cycle`
  ),
  byId(
    "a rule has as many participants as members it has paid",
    `SELECT r.partner_id, r.id, r.participants AS stored, COUNT(CASE WHEN t.paid > 0 THEN 1 END) AS found
     FROM rewards_rule r LEFT JOIN rewards_tally t ON t.partner_id = r.partner_id AND t.rule_id = r.id
     GROUP BY r.partner_id, r.id, r.participants`
  ),
  byId(
    "no rule has more participants than places",
    `SELECT partner_id, id, participants AS stored, max_number_of_participant AS found
     FROM rewards_rule WHERE participants > max_number_of_participant`
  ),
  byTally(
    "no member was paid more often than the limit",
    `SELECT partner_id, rule_id, member_id, paid AS stored, user_limit AS found
     FROM rewards_tally WHERE paid > user_limit`
  ),
  byId(
    "every paid award has its transfer into the member's wallet or pending account",
    `SELECT w.partner_id, w.id, 1 AS stored, COUNT(a.id) AS found
     FROM rewards_award w
     LEFT JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id
     LEFT JOIN rewards_account a ON a.partner_id = t.partner_id AND a.id = t.credit_account
       AND ((t.kind = 'award' AND a.id = w.member_id) OR (t.kind = 'pending_award' AND a.owner = w.member_id))
     WHERE w.awarded GROUP BY w.partner_id, w.id`
  ),
  byId(
    "every payout has its paid award",
    `SELECT t.partner_id, t.id, 1 AS stored, COUNT(w.id) AS found
     FROM rewards_transfer t
     LEFT JOIN rewards_award w ON w.partner_id = t.partner_id AND w.id = t.id AND w.awarded
     WHERE t.kind IN ('award', 'pending_award') GROUP BY t.partner_id, t.id`
  ),
  byId(
    "a reversal or refund states the coins that were paid",
    `SELECT v.partner_id, v.id, v.paid AS stored, COALESCE(MAX(p.amount), 0) AS found
     FROM rewards_reversal v
     LEFT JOIN rewards_transfer p ON p.partner_id = v.partner_id AND p.id = COALESCE(v.award_id, v.transfer_id)
     WHERE v.activity_id IS NULL GROUP BY v.partner_id, v.id, v.paid`
  ),
  byId(
    "the reversals of an award are numbered without a gap",
    `SELECT v.partner_id, v.id, v.number AS stored,
       ROW_NUMBER() OVER (PARTITION BY v.partner_id, v.award_id ORDER BY v.number) AS found
     FROM rewards_reversal v WHERE v.award_id IS NOT NULL`
  ),
  check(
    "a member has as many activities as the count says",
    ({
      idText
    }) => `SELECT c.partner_id, ${idText("c.member_id")} || ' ' || c.type AS subject, c.count AS stored, COALESCE(y.made, 0) AS found
     FROM rewards_activity_count c LEFT JOIN (
       SELECT a.partner_id, ${counting} AS member_id, a.type, COUNT(*) AS made
       FROM rewards_activity a ${withCounting("a")} GROUP BY a.partner_id, ${counting}, a.type
     ) y ON y.partner_id = c.partner_id AND y.member_id = c.member_id AND y.type = c.type
     WHERE NOT ${isSucceeded("c")} AND NOT ${wasMerged("c")}`
  ),
  byId(
    "the activities of a member are numbered without a gap",
    // If a member succeeds an erased member, the numbers of its activities continue the numbers of the erased member. After a merge, they
    // continue after the sum of the counts of both members.
    `SELECT n.partner_id, n.id, n.number AS stored,
       CASE WHEN (n.number - n.place BETWEEN ${activitiesBefore("<")} AND ${activitiesBefore("<=")}
           AND (${inherited("COUNT(*)", "n.member_id")} = 0 OR ${hasMerged}))
         OR EXISTS (SELECT 1 FROM ${inheritedBy("n.heir_id")}
           AND n.number - n.place - b.count BETWEEN ${activitiesBefore("<")} AND ${activitiesBefore("<=")})
         THEN n.number ELSE n.place + ${activitiesBefore("<")} + ${inherited("COALESCE(MAX(b.count), 0)", "n.member_id")} END AS found
     FROM (SELECT a.partner_id, a.id, a.type, a.number, a.created_at, a.member_id, ${counting} AS heir_id, ROW_NUMBER() OVER (
         PARTITION BY a.partner_id, a.member_id, a.type ORDER BY a.number) AS place
       FROM rewards_activity a ${withCounting("a")}) AS n`
  ),
  hasOne(
    "every activity has its member",
    "(SELECT DISTINCT partner_id, member_id FROM rewards_activity)",
    ["member_id"],
    "rewards_member",
    "o.id = f.member_id"
  ),
  check(
    "every activity has its count",
    ({ idText }) => `SELECT f.partner_id, ${idText("f.member_id")} || ' ' || f.type AS subject,
       1 AS stored, COUNT(o.partner_id) AS found
     FROM (SELECT DISTINCT partner_id, member_id, type FROM rewards_activity) f LEFT JOIN rewards_activity_count o
       ON o.partner_id = f.partner_id AND o.member_id = f.member_id AND o.type = f.type
     GROUP BY f.partner_id, f.member_id, f.type`
  ),
  byId(
    "the outcomes of an activity say what its awards paid",
    ({ elements }) => `SELECT y.partner_id, y.id, COALESCE((
         SELECT SUM(CAST(e.value ->> ${placeOfCoins} AS BIGINT)) FROM ${elements("y.outcomes")} e), 0) AS stored, COALESCE((
         SELECT SUM(t.amount) FROM rewards_award w
         JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id
         WHERE w.partner_id = y.partner_id AND w.activity_id = y.id), 0) AS found
     FROM rewards_activity y`
  ),
  byId(
    "every award of an activity is of the activity's member",
    `SELECT w.partner_id, w.id, 1 AS stored, COUNT(y.id) AS found
     FROM rewards_award w LEFT JOIN rewards_activity y
       ON y.partner_id = w.partner_id AND y.id = w.activity_id AND y.member_id = w.member_id
     WHERE w.activity_id IS NOT NULL GROUP BY w.partner_id, w.id`
  ),
  byId(
    "nothing is left of the payments of a reversed activity",
    `SELECT w.partner_id, w.id, 1 AS stored, COUNT(w2.id) AS found
     FROM rewards_reversal v JOIN rewards_award w ON w.partner_id = v.partner_id AND w.activity_id = v.activity_id
     LEFT JOIN rewards_reversal w2 ON w2.partner_id = w.partner_id AND w2.award_id = w.id AND w2.returned = w2.paid
     WHERE w.awarded GROUP BY w.partner_id, w.id`
  ),
  byId(
    "the reversal of an activity returned what the reversals of its awards returned",
    `SELECT v.partner_id, v.id, v.returned AS stored, COALESCE(SUM(t.amount), 0) AS found
     FROM rewards_reversal v
     LEFT JOIN rewards_award w ON w.partner_id = v.partner_id AND w.activity_id = v.activity_id
     LEFT JOIN rewards_reversal p ON p.partner_id = w.partner_id AND p.award_id = w.id AND p.activity_reversal_id = v.id
     LEFT JOIN rewards_transfer t ON t.partner_id = p.partner_id AND t.id IN (p.id, p.expired_id)
     WHERE v.activity_id IS NOT NULL GROUP BY v.partner_id, v.id, v.returned`
  ),
  byId(
    "no reversal returns more than the amount of the award",
    `SELECT v.partner_id, v.id, v.returned_amount AS stored, w.amount AS found
     FROM rewards_reversal v JOIN rewards_award w ON w.partner_id = v.partner_id AND w.id = v.award_id
     WHERE v.returned_amount > w.amount`
  ),
  byId(
    "a reversal has a returned amount if and only if its award has an amount",
    `SELECT v.partner_id, v.id, CASE WHEN v.returned_amount IS NULL THEN 0 ELSE 1 END AS stored,
       CASE WHEN w.amount IS NULL THEN 0 ELSE 1 END AS found
     FROM rewards_reversal v JOIN rewards_award w ON w.partner_id = v.partner_id AND w.id = v.award_id`
  ),
  byId(
    "every award by amount has its rate",
    `SELECT w.partner_id, w.id, 1 AS stored, COUNT(p.number) AS found
     FROM rewards_award w
     LEFT JOIN rewards_rule_rate p ON p.partner_id = w.partner_id AND p.rule_id = w.rule_id AND p.number = w.rate
     WHERE w.amount IS NOT NULL GROUP BY w.partner_id, w.id`
  ),
  byId(
    "no award pays more than its amount earns",
    // Compares units, because the product of units and coins could be too large for a column.
    `SELECT w.partner_id, w.id, (t.amount + p.coin_value - 1) / p.coin_value AS stored, w.amount / p.unit AS found
     FROM ${paidByAmount} WHERE (t.amount + p.coin_value - 1) / p.coin_value > w.amount / p.unit`
  ),
  byId(
    "no award by amount pays more than its maximum",
    `SELECT w.partner_id, w.id, t.amount AS stored, p.max_coins AS found
     FROM ${paidByAmount} WHERE t.amount > p.max_coins`
  ),
  byId(
    "a rule has the values of its current rate",
    `SELECT r.partner_id, r.id, 1 AS stored, COUNT(p.number) AS found
     FROM rewards_rule r LEFT JOIN rewards_rule_rate p ON p.partner_id = r.partner_id AND p.rule_id = r.id AND p.number = r.rate
       AND p.unit = r.unit AND p.coin_value = r.coin_value AND COALESCE(p.max_coins, 0) = COALESCE(r.max_coins, 0)
     WHERE r.unit IS NOT NULL GROUP BY r.partner_id, r.id`
  ),
  byId(
    "the rates of a rule are numbered up to its current rate",
    `SELECT r.partner_id, r.id, r.rate AS stored, COUNT(p.number) AS found
     FROM rewards_rule r LEFT JOIN rewards_rule_rate p ON p.partner_id = r.partner_id AND p.rule_id = r.id
     GROUP BY r.partner_id, r.id, r.rate`
  ),
  hasTransferBack(
    "every reversal of a payment has its transfer back to the partner",
    "p.id = v.award_id",
    `((t.kind = 'pending_reversal' AND ${ownersLead("p.credit_account")} = ${ownersLead("t.debit_account")})
       OR (t.kind = 'award_reversal' AND EXISTS (SELECT 1 FROM rewards_award w
         WHERE w.partner_id = t.partner_id AND w.id = v.award_id
           AND ${leadsTo("w", "w.member_id")} = ${leadsTo("t", "t.debit_account")})))`
  ),
  hasTransferBack(
    "every refund has its transfer back to the wallet",
    "p.id = v.transfer_id AND p.kind <> 'adjustment'",
    `t.kind = 'user_partner_refund' AND ${leadsTo("t", "t.credit_account")} = ${leadsTo("p", "p.debit_account")}`
  ),
  hasTransferBack(
    "every reversal of an adjustment has its transfer, with the same wallet in the other direction",
    "p.id = v.transfer_id AND p.kind = 'adjustment'",
    `t.kind = 'adjustment_reversal' AND EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = t.partner_id
       AND m.current_id = m.id AND ((m.id = ${leadsTo("p", "p.debit_account")} AND m.id = ${leadsTo("t", "t.credit_account")})
         OR (m.id = ${leadsTo("p", "p.credit_account")} AND m.id = ${leadsTo("t", "t.debit_account")})))`
  ),
  hasOne(
    "every adjustment has its reason",
    "(SELECT partner_id, id FROM rewards_transfer WHERE kind = 'adjustment')",
    ["id"],
    "rewards_adjustment",
    "o.id = f.id"
  ),
  hasOne(
    "every reason has its adjustment",
    "rewards_adjustment",
    ["id"],
    "rewards_transfer",
    "o.id = f.id AND o.kind = 'adjustment'"
  ),
  byId(
    "every transfer back has its reversal or refund",
    `SELECT t.partner_id, t.id, 1 AS stored, COUNT(v.id) AS found
     FROM rewards_transfer t
     LEFT JOIN rewards_reversal v ON v.partner_id = t.partner_id AND v.id = t.id
       AND (v.award_id IS NOT NULL) = (t.kind IN ('award_reversal', 'pending_reversal'))
     WHERE t.kind IN ('award_reversal', 'pending_reversal', 'user_partner_refund', 'adjustment_reversal')
     GROUP BY t.partner_id, t.id`
  ),
  check(
    "every idempotency key with the id of a record has its record",
    ({ bytesText }) => `SELECT i.partner_id, ${bytesText("i.key")} AS subject, 1 AS stored,
       CASE WHEN w.id IS NULL AND t.id IS NULL AND v.id IS NULL AND y.id IS NULL AND q.id IS NULL THEN 0 ELSE 1 END AS found
     FROM rewards_idempotency i
     LEFT JOIN rewards_award w ON w.partner_id = i.partner_id AND w.id = i.record_id
     LEFT JOIN rewards_transfer t ON t.partner_id = i.partner_id AND t.id = i.record_id
     LEFT JOIN rewards_reversal v ON v.partner_id = i.partner_id AND v.id = i.record_id
     LEFT JOIN rewards_activity y ON y.partner_id = i.partner_id AND y.id = i.record_id
     LEFT JOIN rewards_approval_request q ON q.partner_id = i.partner_id AND q.id = i.record_id
     WHERE i.record_id IS NOT NULL`
  ),
  ...timeChecks,
  ...approvalChecks
]
