import { type Dialect, largestScore } from "../../sql/Dialect.ts"
import { dayColumns } from "../days.ts"

/**
 * The tables of the boards: a score for each member that ever had one, the rungs by which positions are counted, what was moved
 * on each day, and how far the ledger has been folded into all three. They hold nothing that the ledger does not: they can be removed and folded again.
 *
 * `rank_key` is the order of a board as one row of bytes. The database generates it from the columns that it stands for, so it
 * cannot differ from them.
 */
export const tables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, bytes, integer, small } = dialect.types
  const busy = dialect.tableOptions({ updatedOften: true })
  const isSqlite = dialect.name === "sqlite"
  // SQLite keeps such a table in its primary key alone.
  const clustered = isSqlite ? `${busy}, WITHOUT ROWID` : busy
  const rankKey = dialect.rankKey("score", "reached_ms", "member_id")
  return [
    // A score that was taken back stays as 0, so that the row is the same however many folds it came from. A step of a fold may
    // have a reversal before its award, which leaves the score below 0 until the next step.
    `CREATE TABLE rewards_score (
      score ${integer} NOT NULL,
      reached_ms ${integer} NOT NULL,
      board ${small} NOT NULL,
      partner_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      rank_key ${bytes} NOT NULL GENERATED ALWAYS AS (${rankKey}) ${isSqlite ? "VIRTUAL" : "STORED"},
      PRIMARY KEY (partner_id, member_id, board),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
      CONSTRAINT rewards_score_board CHECK (board >= 0),
      CONSTRAINT rewards_score_exact CHECK (score BETWEEN -${largestScore} AND ${largestScore}),
      CONSTRAINT rewards_score_reached CHECK (reached_ms BETWEEN 0 AND 281474976710655)
    )${clustered}`,
    // The expression keeps scores that are not above 0 off their board. It also keeps the planner from this index when it looks for
    // one score of one member: before a table has statistics, it cannot tell that the primary key is better. On SQLite the index has every column in it: reading a generated column
    // reads the whole row, and each would be a look-up.
    `CREATE INDEX rewards_score_order
      ON rewards_score (partner_id, (CASE WHEN score > 0 THEN board END), rank_key${isSqlite ? ", score, reached_ms" : ""})`,

    `CREATE TABLE rewards_rung (
      members ${small} NOT NULL,
      board ${small} NOT NULL,
      level ${small} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      rank_key ${bytes} NOT NULL,
      PRIMARY KEY (partner_id, board, level, rank_key),
      CONSTRAINT rewards_rung_level CHECK (level BETWEEN 1 AND 3)
    )${clustered}`,

    // How many of an account's transfers are in the scores. The row of a partner's first account is the lock of its boards.
    `CREATE TABLE rewards_fold (
      version ${integer} NOT NULL,
      partner_id ${uuid} NOT NULL,
      account_id ${uuid} NOT NULL,
      PRIMARY KEY (partner_id, account_id),
      FOREIGN KEY (partner_id, account_id) REFERENCES rewards_account (partner_id, id),
      CONSTRAINT rewards_fold_version CHECK (version >= 0)
    )${clustered}`,

    `CREATE TABLE rewards_day (
      ${dayColumns.map((column) => `${column} ${integer} NOT NULL`).join(", ")},
      day ${small} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      PRIMARY KEY (partner_id, day),
      CONSTRAINT rewards_day_day CHECK (day >= 0)
    )${clustered}`
  ]
}
