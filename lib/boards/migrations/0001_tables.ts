import { type Dialect, largestScore } from "../../sql/Dialect.ts"

/**
 * The tables of the boards: a score for each member that has one, and the rungs by which positions are counted.
 *
 * `rank_key` is the order of a board as one row of bytes. The database generates it from the columns that it stands for, so it
 * cannot differ from them.
 */
export const tables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, bytes, integer } = dialect.types
  const busy = dialect.tableOptions({ updatedOften: true })
  const isSqlite = dialect.name === "sqlite"
  // SQLite keeps such a table in its primary key alone.
  const clustered = isSqlite ? `${busy}, WITHOUT ROWID` : busy
  const rankKey = dialect.rankKey("score", "reached_ms", "member_id")
  return [
    `CREATE TABLE rewards_score (
      score ${integer} NOT NULL,
      reached_ms ${integer} NOT NULL,
      board ${integer} NOT NULL,
      partner_id ${uuid} NOT NULL,
      member_id ${uuid} NOT NULL,
      rank_key ${bytes} NOT NULL GENERATED ALWAYS AS (${rankKey}) ${isSqlite ? "VIRTUAL" : "STORED"},
      PRIMARY KEY (partner_id, member_id, board),
      FOREIGN KEY (partner_id, member_id) REFERENCES rewards_member (partner_id, id),
      CONSTRAINT rewards_score_board CHECK (board >= 0),
      CONSTRAINT rewards_score_positive CHECK (score BETWEEN 1 AND ${largestScore}),
      CONSTRAINT rewards_score_reached CHECK (reached_ms BETWEEN 0 AND 281474976710655)
    )${clustered}`,
    // With every column in it: for SQLite, who reads a generated column reads the whole row, and would look each one up.
    `CREATE INDEX rewards_score_order
      ON rewards_score (partner_id, board, rank_key${isSqlite ? ", score, reached_ms" : ""})`,

    // A rung is the sum of its stripes, of which each process writes one: a single one may well be below zero.
    `CREATE TABLE rewards_rung (
      members ${integer} NOT NULL,
      board ${integer} NOT NULL,
      level ${integer} NOT NULL,
      stripe ${integer} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      rank_key ${bytes} NOT NULL,
      PRIMARY KEY (partner_id, board, level, rank_key, stripe),
      CONSTRAINT rewards_rung_level CHECK (level BETWEEN 1 AND 3)
    )${clustered}`
  ]
}
