import type { Dialect } from "../../sql/Dialect.ts"
import { max } from "../Coins.ts"
import { appendOnly, atCommit, permanent, references } from "./guards.ts"

/** PostgreSQL: whether a member's own id is missing. `row` is NEW or OLD of a trigger of `rewards_member`. */
const noOwnId = (row: string): string =>
  `NOT EXISTS (SELECT 1 FROM rewards_member_id i WHERE i.partner_id = ${row}.partner_id AND i.user_id = ${row}.user_id
     AND i.member_id = ${row}.id)`

const hadOwnId = `EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND m.id = OLD.member_id
  AND ${noOwnId("m")})`

const noWallet = (row: string): string =>
  `NOT EXISTS (SELECT 1 FROM rewards_account a WHERE a.partner_id = ${row}.partner_id AND a.id = ${row}.id)`

const hadWallet = `EXISTS (SELECT 1 FROM rewards_member m WHERE m.partner_id = OLD.partner_id AND m.id = OLD.id
  AND ${noWallet("m")})`

/**
 * The tables of the core. Every primary key, and on PostgreSQL every unique index of a partner's rows, starts with the
 * partner: no row can point at a row of another partner, and a distributed PostgreSQL can hold them. In each table the wide fixed columns
 * come first, because PostgreSQL then needs no padding between them, and an award has to stay small.
 */
export const tables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, integer, small, boolean, instant, bytes } = dialect.types
  const still = dialect.tableOptions({ updatedOften: false })
  const busy = dialect.tableOptions({ updatedOften: true })
  const isSqlite = dialect.name === "sqlite"
  // SQLite is never distributed. The partner in these keys would cost it a tenth of its speed.
  const ofPartner = isSqlite ? "" : "partner_id, "
  // On PostgreSQL one check for all rows of a statement does the work of these keys, at a fraction of their cost.
  const refer = (...keys: ReadonlyArray<string>) =>
    isSqlite ? keys.map((key) => `,\n      ${key}`).join("") : ""
  const isBoolean = (column: string) => (isSqlite ? ` CHECK (${column} IN (0, 1))` : "")
  return [
    `CREATE TABLE rewards_partner (
      created_at ${instant} NOT NULL,
      id ${uuid} NOT NULL PRIMARY KEY,
      name ${text} NOT NULL,
      reference ${text} UNIQUE
    )${still}`,

    // Issuance may fall below zero, that is what issuing coins means, and a stripe of the treasury may, when it refunds what another
    // stripe has received; a wallet never.
    `CREATE TABLE rewards_account (
      balance ${integer} NOT NULL DEFAULT 0,
      version ${integer} NOT NULL DEFAULT 0,
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      kind ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)${refer("FOREIGN KEY (partner_id) REFERENCES rewards_partner (id)")},
      CONSTRAINT rewards_account_kind CHECK (kind IN ('wallet', 'issuance', 'treasury')),
      CONSTRAINT rewards_account_wallet_not_negative CHECK (kind <> 'wallet' OR balance >= 0),
      CONSTRAINT rewards_account_exact CHECK (balance BETWEEN -${max} AND ${max}),
      CONSTRAINT rewards_account_version CHECK (version >= 0)
    )${busy}`,
    // The partner's sides, which every transfer of the partner moves: their versions say whether it has new ones. PostgreSQL
    // updates a row within its page as long as no index has the column that changes.
    `CREATE INDEX rewards_account_side ON rewards_account (partner_id, id${isSqlite ? ", version" : ""})
      WHERE kind <> 'wallet'`,

    // The member, its wallet and its own id are written together, the member last.
    `CREATE TABLE rewards_member (
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      user_id ${dialect.sortedText} NOT NULL,
      PRIMARY KEY (partner_id, id)${refer(
        "FOREIGN KEY (partner_id, id) REFERENCES rewards_account (partner_id, id) DEFERRABLE INITIALLY DEFERRED",
        `FOREIGN KEY (partner_id, user_id, id) REFERENCES rewards_member_id (partner_id, user_id, member_id)
        DEFERRABLE INITIALLY DEFERRED`
      )}
    )${still}`,
    // The yearly board fills a month up with the members who were onboarded first.
    "CREATE INDEX rewards_member_onboarded ON rewards_member (partner_id, created_at, id)",

    // Every id that a member is found by: its own, and at most one that was linked to it. One key for both kinds, so
    // that an id can never lead to two members.
    `CREATE TABLE rewards_member_id (
      partner_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      linked ${boolean} NOT NULL${isBoolean("linked")},
      user_id ${dialect.sortedText} NOT NULL,
      PRIMARY KEY (partner_id, user_id),
      UNIQUE (partner_id, member_id, user_id),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id) DEFERRABLE INITIALLY DEFERRED
    )${still}`,
    `CREATE UNIQUE INDEX rewards_member_id_link ON rewards_member_id (partner_id, member_id)
      WHERE ${dialect.holds("linked", true)}`,

    `CREATE TABLE rewards_rule (
      coin_value ${integer} NOT NULL,
      max_participants ${integer} NOT NULL,
      participants ${integer} NOT NULL DEFAULT 0,
      user_limit ${integer},
      completion_number ${integer},
      created_at ${instant} NOT NULL,
      updated_at ${instant} NOT NULL,
      starts_at ${instant},
      ends_at ${instant},
      counted_until ${instant},
      generation ${small} NOT NULL DEFAULT 0,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      type ${text} NOT NULL,
      at_limit ${text} NOT NULL,
      time_zone ${text} NOT NULL,
      limits ${text},
      PRIMARY KEY (partner_id, id),
      CONSTRAINT rewards_rule_schedule CHECK (ends_at > starts_at),
      CONSTRAINT rewards_rule_at_limit CHECK (at_limit IN ('reject', 'suppress', 'clamp')),
      CONSTRAINT rewards_rule_generation CHECK (generation >= 0),
      CONSTRAINT rewards_rule_coin_value CHECK (coin_value BETWEEN 1 AND ${max}),
      CONSTRAINT rewards_rule_participants CHECK (participants BETWEEN 0 AND max_participants),
      CONSTRAINT rewards_rule_user_limit CHECK (user_limit >= 1),
      CONSTRAINT rewards_rule_type CHECK (type IN ('single', 'batched', 'combined')),
      CONSTRAINT rewards_rule_completion CHECK (
        (type = 'batched' AND completion_number IS NOT NULL AND completion_number >= 1)
        OR (type <> 'batched' AND completion_number IS NULL)
      )
    )${busy}`,

    // What an award can name: ordinal 0 is the rule itself, 1 and up are its sub-rules. One name space for all of them.
    `CREATE TABLE rewards_condition (
      ordinal ${small} NOT NULL,
      partner_id ${uuid} NOT NULL,
      rule_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      name ${text} NOT NULL,
      condition ${text} NOT NULL,
      status ${text} NOT NULL,
      PRIMARY KEY (partner_id, rule_id, ordinal),
      UNIQUE (partner_id, name),
      FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
      CONSTRAINT rewards_condition_ordinal CHECK (ordinal BETWEEN 0 AND 30),
      CONSTRAINT rewards_condition_own CHECK ((ordinal = 0) = (id = rule_id)),
      CONSTRAINT rewards_condition_status CHECK (status IN ('active', 'inactive'))
    )${busy}`,

    // paid counts the payments that were not reversed, cycle the payments. user_limit is the limit in force when paid rose last,
    // so that the row itself can refuse one too many.
    `CREATE TABLE rewards_tally (
      paid ${integer} NOT NULL,
      cycle ${integer} NOT NULL,
      progress ${integer} NOT NULL,
      user_limit ${integer},
      partner_id ${uuid} NOT NULL,
      rule_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      PRIMARY KEY (partner_id, rule_id, member_id),
      FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
      CONSTRAINT rewards_tally_within_limit CHECK (paid >= 0 AND (user_limit IS NULL OR paid <= user_limit)),
      CONSTRAINT rewards_tally_cycle CHECK (cycle >= paid),
      CONSTRAINT rewards_tally_progress CHECK (progress >= 0)
    )${busy}`,

    // What the limits of a rule count, one row for each window of the calendar. The subject is the member, or the rule itself
    // where all its payments are counted. The limits are those in force when the count rose last, so that the row itself can
    // refuse one too many. Rows of an earlier generation of the rule are no longer kept.
    `CREATE TABLE rewards_window (
      awards ${integer} NOT NULL,
      coins ${integer} NOT NULL,
      max_awards ${integer},
      max_coins ${integer},
      starts_at ${instant} NOT NULL,
      ends_at ${instant},
      generation ${small} NOT NULL,
      partner_id ${uuid} NOT NULL,
      rule_id ${uuid} NOT NULL,
      subject_id ${uuid} NOT NULL,
      period ${text} NOT NULL,
      PRIMARY KEY (partner_id, rule_id, subject_id, generation, period, starts_at)${refer(
        "FOREIGN KEY (partner_id, rule_id) REFERENCES rewards_rule (partner_id, id)"
      )},
      CONSTRAINT rewards_window_awards CHECK (awards >= 0 AND (max_awards IS NULL OR awards <= max_awards)),
      CONSTRAINT rewards_window_coins CHECK (coins >= 0 AND (max_coins IS NULL OR coins <= max_coins)),
      CONSTRAINT rewards_window_period CHECK (period IN ('day', 'week', 'month', 'year', 'ever')),
      CONSTRAINT rewards_window_ends CHECK ((ends_at IS NULL) = (period = 'ever') AND (ends_at IS NULL OR ends_at > starts_at))
    )${busy}${isSqlite ? ", WITHOUT ROWID" : ""}`,

    // An award paid (awarded), counted (neither awarded nor suppressed), or was suppressed by a limit, whose code it keeps.
    `CREATE TABLE rewards_award (
      created_at ${instant} NOT NULL,
      cycle ${small} NOT NULL,
      ordinal ${small} NOT NULL,
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      rule_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      awarded ${boolean} NOT NULL${isBoolean("awarded")},
      suppressed_by ${text},
      PRIMARY KEY (partner_id, id)${refer(
        "FOREIGN KEY (partner_id, rule_id, ordinal) REFERENCES rewards_condition (partner_id, rule_id, ordinal)",
        "FOREIGN KEY (partner_id, rule_id, member_id) REFERENCES rewards_tally (partner_id, rule_id, member_id)"
      )},
      CONSTRAINT rewards_award_suppressed CHECK (
        suppressed_by IS NULL OR (${dialect.holds("awarded", false)}
          AND suppressed_by IN ('participant_limit_reached', 'user_limit_reached', 'limit_reached'))
      )
    )${still}`,

    // The completions of a running cycle.
    `CREATE INDEX rewards_award_counted ON rewards_award (${ofPartner}rule_id, member_id, cycle)
      WHERE ${dialect.holds("awarded", false)}`,

    `CREATE INDEX rewards_award_member ON rewards_award (${ofPartner}member_id, id)`,
    // The awards that named a rule or sub-rule. The sum keeps the planner from this index where it has the member as well: before
    // a table has statistics, it cannot tell that the indexes above are better.
    `CREATE INDEX rewards_award_rule ON rewards_award (${ofPartner}(ordinal + 0), rule_id, id)`,
    // Awards that did not pay are listed by their state; those that paid are listed by their transfers.
    `CREATE INDEX rewards_award_unpaid ON rewards_award (partner_id, id) WHERE ${dialect.holds("awarded", false)}`,

    // Both sides in one row: a transfer is balanced by construction. An account's versions are handed out once. The month
    // is the one in which the coins count, as twelve times the year plus the month; a reversal or refund has that of its original.
    `CREATE TABLE rewards_transfer (
      amount ${integer} NOT NULL,
      debit_version ${integer} NOT NULL,
      debit_balance ${integer} NOT NULL,
      credit_version ${integer} NOT NULL,
      credit_balance ${integer} NOT NULL,
      created_at ${instant} NOT NULL,
      month ${small} NOT NULL,
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      debit_account ${uuid} NOT NULL,
      credit_account ${uuid} NOT NULL,
      kind ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)${refer(
        "FOREIGN KEY (partner_id, debit_account) REFERENCES rewards_account (partner_id, id)",
        "FOREIGN KEY (partner_id, credit_account) REFERENCES rewards_account (partner_id, id)"
      )},
      CONSTRAINT rewards_transfer_amount CHECK (amount BETWEEN 1 AND ${max}),
      CONSTRAINT rewards_transfer_two_sides CHECK (debit_account <> credit_account),
      CONSTRAINT rewards_transfer_kind CHECK (
        kind IN ('award', 'user_partner_transfer', 'award_reversal', 'user_partner_refund')
      )
    )${still}`,
    `CREATE UNIQUE INDEX rewards_transfer_debit ON rewards_transfer (${ofPartner}debit_account, debit_version)`,
    `CREATE UNIQUE INDEX rewards_transfer_credit ON rewards_transfer (${ofPartner}credit_account, credit_version)`,

    // Awards are most transfers of a partner; the others are listed by their kind.
    "CREATE INDEX rewards_transfer_kind ON rewards_transfer (partner_id, kind, id) WHERE kind <> 'award'",

    `CREATE VIEW rewards_entry AS
      SELECT partner_id, id AS transfer_id, debit_account AS account_id, debit_version AS version, kind,
        -amount AS amount, debit_balance AS balance, created_at
      FROM rewards_transfer
      UNION ALL
      SELECT partner_id, id, credit_account, credit_version, kind, amount, credit_balance, created_at
      FROM rewards_transfer`,

    // The reversal of an award, or the refund of a transfer: each of them once. One that moves coins has the id of its transfer.
    `CREATE TABLE rewards_reversal (
      created_at ${instant} NOT NULL,
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      award_id ${uuid},
      transfer_id ${uuid},
      PRIMARY KEY (partner_id, id),
      UNIQUE (partner_id, award_id),
      UNIQUE (partner_id, transfer_id),
      FOREIGN KEY (partner_id, award_id) REFERENCES rewards_award (partner_id, id),
      FOREIGN KEY (partner_id, transfer_id) REFERENCES rewards_transfer (partner_id, id),
      CONSTRAINT rewards_reversal_of_one CHECK ((award_id IS NULL) <> (transfer_id IS NULL))
    )${still}`,

    // Free text of awards, transfers and reversals, by their id: the narration under an empty name, metadata under theirs. It is
    // apart from them, because text can be about a person and has to be erasable, and they never change.
    `CREATE TABLE rewards_text (
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      record_id ${uuid} NOT NULL,
      name ${text} NOT NULL,
      value ${text} NOT NULL,
      PRIMARY KEY (partner_id, record_id, name)
    )${still}${isSqlite ? ", WITHOUT ROWID" : ""}`,
    `CREATE INDEX rewards_text_value ON rewards_text (partner_id, name, value, record_id) WHERE name <> ''`,

    // A key keeps what its answer cannot be made of again: see `Kept`. On SQLite the rows are stored in the key's own index.
    `CREATE TABLE rewards_idempotency (
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      record_id ${uuid},
      fingerprint ${bytes} NOT NULL,
      award_ids ${bytes},
      key ${text} NOT NULL,
      answer ${text},
      PRIMARY KEY (partner_id, key),
      CONSTRAINT rewards_idempotency_fingerprint CHECK (length(fingerprint) = 16),
      CONSTRAINT rewards_idempotency_award_ids CHECK (
        award_ids IS NULL OR (record_id IS NULL AND length(award_ids) > 0 AND length(award_ids) % 16 = 0)
      ),
      CONSTRAINT rewards_idempotency_kept CHECK (
        record_id IS NOT NULL OR award_ids IS NOT NULL OR answer IS NOT NULL
      )
    )${still}${isSqlite ? ", WITHOUT ROWID" : ""}`,

    ...appendOnly(dialect, "rewards_transfer"),
    ...appendOnly(dialect, "rewards_award"),
    ...appendOnly(dialect, "rewards_reversal"),
    ...(isSqlite
      ? []
      : [
          ...references("rewards_award", {
            rewards_condition: [{ partner_id: "partner_id", rule_id: "rule_id", ordinal: "ordinal" }],
            rewards_tally: [{ partner_id: "partner_id", rule_id: "rule_id", member_id: "member_id" }]
          }),
          ...references("rewards_window", { rewards_rule: [{ partner_id: "partner_id", id: "rule_id" }] }),
          ...references("rewards_transfer", {
            rewards_account: [
              { partner_id: "partner_id", id: "debit_account" },
              { partner_id: "partner_id", id: "credit_account" }
            ]
          }),
          ...references("rewards_account", { rewards_partner: [{ id: "partner_id" }] }),
          ...references("rewards_member", {
            rewards_account: [{ partner_id: "partner_id", id: "id" }],
            rewards_member_id: [{ partner_id: "partner_id", user_id: "user_id", member_id: "id" }]
          }),
          // Members may lose and change ids, and go with their wallets; all of it has to fit by commit.
          ...atCommit(
            "rewards_member",
            "UPDATE OF partner_id, id, user_id",
            `${noOwnId("NEW")} OR ${noWallet("NEW")}`
          ),
          ...atCommit("rewards_member_id", "DELETE OR UPDATE OF partner_id, user_id, member_id", hadOwnId),
          ...atCommit("rewards_account", "DELETE OR UPDATE OF partner_id, id", hadWallet),
          ...permanent("rewards_partner", "id", "TRUE"),
          ...permanent("rewards_rule", "partner_id, id", "TRUE"),
          ...permanent("rewards_condition", "partner_id, rule_id, ordinal", "TRUE"),
          ...permanent("rewards_tally", "partner_id, rule_id, member_id", "TRUE"),
          ...permanent("rewards_account", "partner_id, id", "OLD.version > 0 OR OLD.kind <> 'wallet'")
        ])
  ]
}
