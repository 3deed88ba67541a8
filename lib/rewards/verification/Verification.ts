import { Context, Effect, Layer } from "effect"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Fragments } from "../../sql/Statement.ts"
import { check, type Divergence, runChecks } from "./Check.ts"

/** Compares what the core has stored twice, such as a balance and the entries that add up to it. */
export class Verification extends Context.Tag("rewards/Verification")<
  Verification,
  {
    /** Recomputes balances, counters and limits from transfers and awards, and reports every divergence. */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Verification, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const make = Effect.map(Database, (database) =>
  Verification.of({ verify: Effect.fn("Verification.verify")(() => runChecks(database, checks)) })
)

type IdText = Fragments["idText"]

const tallySubject = (idText: IdText) =>
  `${idText("t.rule_id")} || '/' || ${idText("t.member_id")} AS subject`

/** Awards are grouped before they are joined, so that each tally is looked up once. */
const awardsOf = (aggregates: string, which: string, group: string) =>
  `(SELECT partner_id, rule_id, member_id, ${aggregates} FROM rewards_award WHERE ${which}
    GROUP BY partner_id, rule_id, member_id${group}) w
   ON w.partner_id = t.partner_id AND w.rule_id = t.rule_id AND w.member_id = t.member_id`

/** The award was not reversed. */
const notReversed = `NOT EXISTS (SELECT 1 FROM rewards_reversal v
  WHERE v.partner_id = rewards_award.partner_id AND v.award_id = rewards_award.id)`

const paidIn = (what: string, whose: string): string => `(SELECT ${what} FROM rewards_award a
  JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
  WHERE a.partner_id = w.partner_id AND a.rule_id = w.rule_id${whose}
    AND a.awarded AND a.created_at >= w.starts_at AND (w.ends_at IS NULL OR a.created_at < w.ends_at)
    AND NOT EXISTS (SELECT 1 FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id))`

/**
 * The expected value of a counter: the payments in its window that were not reversed. The case of a counter per member names the
 * member, so that the index of the member's awards is used; there may be as many such counters as awards.
 */
const counted = (what: string): string =>
  `CASE WHEN w.subject_id = w.rule_id THEN ${paidIn(what, "")}
     ELSE ${paidIn(what, " AND a.member_id = w.subject_id")} END`

/** Counters of an earlier generation of their rule are not used any more. */
const currentWindows = `rewards_window w JOIN rewards_rule r ON r.partner_id = w.partner_id AND r.id = w.rule_id
  AND r.generation = w.generation`

const windowSubject = (idText: IdText) =>
  `${idText("w.rule_id")} || '/' || ${idText("w.subject_id")} || ' ' || w.period || ' ' || CAST(w.starts_at AS TEXT) AS subject`

const finishedSubRules = "SUM(DISTINCT CASE WHEN ordinal > 0 THEN 1 << CAST(ordinal - 1 AS INTEGER) END)"

/** Every row of one table has exactly one row in another. Foreign keys enforce the same, unless they were switched off. */
const hasOne = (name: string, from: string, subject: (idText: IdText) => string, to: string, on: string) =>
  check(
    name,
    ({
      idText
    }) => `SELECT f.partner_id, ${subject(idText)} AS subject, 1 AS stored, COUNT(o.partner_id) AS found
     FROM ${from} f LEFT JOIN ${to} o ON o.partner_id = f.partner_id AND ${on}
     GROUP BY f.partner_id, ${subject(idText)}`
  )

const id = (column: string) => (idText: IdText) => idText(`f.${column}`)
const ruleAndMember = (idText: IdText) => `${idText("f.rule_id")} || '/' || ${idText("f.member_id")}`
const ruleAndOrdinal = (idText: IdText) => `${idText("f.rule_id")} || '#' || CAST(f.ordinal AS TEXT)`
const awardedTallies = "(SELECT DISTINCT partner_id, rule_id, member_id FROM rewards_award)"
const countedRules = "(SELECT DISTINCT partner_id, rule_id FROM rewards_window)"
const awardedConditions = "(SELECT DISTINCT partner_id, rule_id, ordinal FROM rewards_award)"
const wallets = "(SELECT partner_id, id FROM rewards_account WHERE kind = 'wallet')"
const movedAccounts = "(SELECT DISTINCT partner_id, account_id FROM rewards_entry)"

const checks = [
  hasOne("every wallet has its member", wallets, id("id"), "rewards_member", "o.id = f.id"),
  hasOne("every member has a wallet", "rewards_member", id("id"), wallets, "o.id = f.id"),
  hasOne(
    "every rule has its own condition",
    "rewards_rule",
    id("id"),
    "rewards_condition",
    "o.rule_id = f.id AND o.ordinal = 0"
  ),
  hasOne("every condition has its rule", "rewards_condition", id("id"), "rewards_rule", "o.id = f.rule_id"),
  hasOne("every tally has its rule", "rewards_tally", ruleAndMember, "rewards_rule", "o.id = f.rule_id"),
  hasOne(
    "every tally has its member",
    "rewards_tally",
    ruleAndMember,
    "rewards_member",
    "o.id = f.member_id"
  ),
  hasOne(
    "every award has its tally",
    awardedTallies,
    ruleAndMember,
    "rewards_tally",
    "o.rule_id = f.rule_id AND o.member_id = f.member_id"
  ),
  hasOne(
    "every award has its condition",
    awardedConditions,
    ruleAndOrdinal,
    "rewards_condition",
    "o.rule_id = f.rule_id AND o.ordinal = f.ordinal"
  ),
  hasOne(
    "every entry has its account",
    movedAccounts,
    id("account_id"),
    "rewards_account",
    "o.id = f.account_id"
  ),
  hasOne(
    "every member is found by its own id",
    "rewards_member",
    id("id"),
    "rewards_member_id",
    "o.member_id = f.id AND o.user_id = f.user_id AND NOT o.linked"
  ),
  hasOne(
    "every id of a member has its member",
    "rewards_member_id",
    () => "f.user_id",
    "rewards_member",
    "o.id = f.member_id"
  ),
  check(
    "an account's balance is the sum of its entries",
    ({
      idText
    }) => `SELECT a.partner_id, ${idText("a.id")} AS subject, a.balance AS stored, COALESCE(SUM(e.amount), 0) AS found
     FROM rewards_account a
     LEFT JOIN rewards_entry e ON e.partner_id = a.partner_id AND e.account_id = a.id
     GROUP BY a.partner_id, a.id, a.balance`
  ),
  check(
    "an account's version is the number of its entries",
    ({
      idText
    }) => `SELECT a.partner_id, ${idText("a.id")} AS subject, a.version AS stored, COUNT(e.account_id) AS found
     FROM rewards_account a
     LEFT JOIN rewards_entry e ON e.partner_id = a.partner_id AND e.account_id = a.id
     GROUP BY a.partner_id, a.id, a.version`
  ),
  check(
    "an entry's balance is the balance before it plus its amount",
    ({ idText }) => `SELECT partner_id, ${idText("transfer_id")} AS subject, balance AS stored,
       SUM(amount) OVER (PARTITION BY partner_id, account_id ORDER BY version) AS found
     FROM rewards_entry`
  ),
  check(
    "an account's entries are numbered without a gap",
    ({ idText }) => `SELECT partner_id, ${idText("transfer_id")} AS subject, version AS stored,
       ROW_NUMBER() OVER (PARTITION BY partner_id, account_id ORDER BY version) AS found
     FROM rewards_entry`
  ),
  check(
    "a partner's accounts sum to zero",
    `SELECT partner_id, 'all accounts' AS subject, SUM(balance) AS stored, 0 AS found
     FROM rewards_account GROUP BY partner_id`
  ),
  check(
    "no wallet was ever below zero",
    ({
      idText
    }) => `SELECT e.partner_id, ${idText("e.transfer_id")} AS subject, e.balance AS stored, 0 AS found
     FROM rewards_entry e JOIN rewards_account a ON a.partner_id = e.partner_id AND a.id = e.account_id
     WHERE a.kind = 'wallet' AND e.balance < 0`
  ),
  check(
    "a member was paid as often as the tally says",
    ({
      idText
    }) => `SELECT t.partner_id, ${tallySubject(idText)}, t.paid AS stored, COALESCE(w.paid, 0) AS found
     FROM rewards_tally t LEFT JOIN ${awardsOf("COUNT(*) AS paid", `awarded AND ${notReversed}`, "")}`
  ),
  check(
    "every payment of a member ended a cycle",
    ({
      idText
    }) => `SELECT t.partner_id, ${tallySubject(idText)}, t.cycle AS stored, COALESCE(w.paid, 0) AS found
     FROM rewards_tally t LEFT JOIN ${awardsOf("COUNT(*) AS paid", "awarded", "")}`
  ),
  check(
    "a cycle of a member pays once",
    ({
      idText
    }) => `SELECT w.partner_id, ${idText("w.rule_id")} || '/' || ${idText("w.member_id")} AS subject,
       COUNT(*) AS stored, 1 AS found
     FROM rewards_award w WHERE w.awarded GROUP BY w.partner_id, w.rule_id, w.member_id, w.cycle`
  ),
  check(
    "a counter holds as many payments as its window",
    ({
      idText
    }) => `SELECT w.partner_id, ${windowSubject(idText)}, w.awards AS stored, ${counted("COUNT(*)")} AS found
     FROM ${currentWindows}`
  ),
  check(
    "a counter holds as many coins as its window",
    ({ idText }) => `SELECT w.partner_id, ${windowSubject(idText)}, w.coins AS stored,
       ${counted("COALESCE(SUM(t.amount), 0)")} AS found
     FROM ${currentWindows} WHERE w.max_coins IS NOT NULL`
  ),
  check(
    "no counter is above its limit",
    ({
      idText
    }) => `SELECT w.partner_id, ${windowSubject(idText)}, CAST(w.awards AS TEXT) || ' and ' || CAST(w.coins AS TEXT) AS stored,
       COALESCE(CAST(w.max_awards AS TEXT), 'any') || ' and ' || COALESCE(CAST(w.max_coins AS TEXT), 'any') AS found
     FROM rewards_window w WHERE w.awards > w.max_awards OR w.coins > w.max_coins`
  ),
  hasOne("every counter has its rule", countedRules, id("rule_id"), "rewards_rule", "o.id = f.rule_id"),
  check(
    "a member's progress is what the awards of the running cycle add up to",
    ({ idText }) => `SELECT t.partner_id, ${tallySubject(idText)}, t.progress AS stored,
       COALESCE(CASE r.type WHEN 'combined' THEN w.finished ELSE w.completions END, 0) AS found
     FROM rewards_tally t
     JOIN rewards_rule r ON r.partner_id = t.partner_id AND r.id = t.rule_id
     LEFT JOIN ${awardsOf(`cycle, COUNT(*) AS completions, ${finishedSubRules} AS finished`, `NOT awarded AND suppressed_by IS NULL AND ${notReversed}`, ", cycle")}
       AND w.cycle = t.cycle`
  ),
  check(
    "a rule has as many participants as members it has paid",
    ({ idText }) => `SELECT r.partner_id, ${idText("r.id")} AS subject, r.participants AS stored,
       COUNT(CASE WHEN t.paid > 0 THEN 1 END) AS found
     FROM rewards_rule r LEFT JOIN rewards_tally t ON t.partner_id = r.partner_id AND t.rule_id = r.id
     GROUP BY r.partner_id, r.id, r.participants`
  ),
  check(
    "no rule has more participants than places",
    ({
      idText
    }) => `SELECT partner_id, ${idText("id")} AS subject, participants AS stored, max_number_of_participant AS found
     FROM rewards_rule WHERE participants > max_number_of_participant`
  ),
  check(
    "no member was paid more often than the limit",
    ({ idText }) => `SELECT t.partner_id, ${tallySubject(idText)}, t.paid AS stored, t.user_limit AS found
     FROM rewards_tally t WHERE t.paid > t.user_limit`
  ),
  check(
    "every paid award has its transfer into the member's wallet",
    ({ idText }) => `SELECT w.partner_id, ${idText("w.id")} AS subject, 1 AS stored, COUNT(t.id) AS found
     FROM rewards_award w
     LEFT JOIN rewards_transfer t ON t.partner_id = w.partner_id AND t.id = w.id
       AND t.kind = 'award' AND t.credit_account = w.member_id
     WHERE w.awarded GROUP BY w.partner_id, w.id`
  ),
  check(
    "every payout has its paid award",
    ({ idText }) => `SELECT t.partner_id, ${idText("t.id")} AS subject, 1 AS stored, COUNT(w.id) AS found
     FROM rewards_transfer t
     LEFT JOIN rewards_award w ON w.partner_id = t.partner_id AND w.id = t.id AND w.awarded
     WHERE t.kind = 'award' GROUP BY t.partner_id, t.id`
  ),
  check(
    "every reversal of a payment has its transfer back to the partner",
    ({
      idText
    }) => `SELECT v.partner_id, ${idText("v.id")} AS subject, p.amount AS stored, COALESCE(SUM(t.amount), 0) AS found
     FROM rewards_reversal v
     JOIN rewards_award a ON a.partner_id = v.partner_id AND a.id = v.award_id AND a.awarded
     JOIN rewards_transfer p ON p.partner_id = a.partner_id AND p.id = a.id
     LEFT JOIN rewards_transfer t ON t.partner_id = v.partner_id AND t.id = v.id AND t.kind = 'award_reversal'
       AND t.debit_account = a.member_id AND t.month = p.month
     GROUP BY v.partner_id, v.id, p.amount`
  ),
  check(
    "every refund has its transfer back to the wallet",
    ({
      idText
    }) => `SELECT v.partner_id, ${idText("v.id")} AS subject, p.amount AS stored, COALESCE(SUM(t.amount), 0) AS found
     FROM rewards_reversal v
     JOIN rewards_transfer p ON p.partner_id = v.partner_id AND p.id = v.transfer_id
     LEFT JOIN rewards_transfer t ON t.partner_id = v.partner_id AND t.id = v.id AND t.kind = 'user_partner_refund'
       AND t.credit_account = p.debit_account AND t.month = p.month
     GROUP BY v.partner_id, v.id, p.amount`
  ),
  check(
    "every transfer back has its reversal or refund",
    ({ idText }) => `SELECT t.partner_id, ${idText("t.id")} AS subject, 1 AS stored, COUNT(v.id) AS found
     FROM rewards_transfer t
     LEFT JOIN rewards_reversal v ON v.partner_id = t.partner_id AND v.id = t.id
       AND (v.transfer_id IS NULL) = (t.kind = 'award_reversal')
     WHERE t.kind IN ('award_reversal', 'user_partner_refund') GROUP BY t.partner_id, t.id`
  ),
  check(
    "every key of an award, transfer or reversal leads to it",
    `SELECT i.partner_id, i.key AS subject, 1 AS stored,
       CASE WHEN w.id IS NULL AND t.id IS NULL AND v.id IS NULL THEN 0 ELSE 1 END AS found
     FROM rewards_idempotency i
     LEFT JOIN rewards_award w ON w.partner_id = i.partner_id AND w.id = i.record_id
     LEFT JOIN rewards_transfer t ON t.partner_id = i.partner_id AND t.id = i.record_id
     LEFT JOIN rewards_reversal v ON v.partner_id = i.partner_id AND v.id = i.record_id
     WHERE i.record_id IS NOT NULL`
  )
]
