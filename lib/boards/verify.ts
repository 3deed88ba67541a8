import { check } from "../rewards/verify.ts"
import type { Fragments } from "../sql/Statement.ts"
import { gainsOf, whole } from "./Scores/history.ts"
import { end } from "./Scores/ladder.ts"

const wallets = whole("kind = 'wallet'")
const standing = "CAST(score AS TEXT) || ' at ' || CAST(reached_ms AS TEXT)"
const board = (alias: string) => `'board ' || CAST(${alias}.board AS TEXT)`
const rung = (alias: string) =>
  `${board(alias)} || ', level ' || CAST(${alias}.level AS TEXT) || ', from ' || ${alias}.place`

/** Boards are kept by the write: here they are made once more, from the ledger, and compared. */
const named: ReadonlyArray<readonly [name: string, sql: string | ((fragments: Fragments) => string)]> = [
  [
    "a member's score is what the ledger adds up to",
    (
      fragments: Fragments
    ) => `SELECT partner_id, 'board ' || CAST(board AS TEXT) || ', ' || CAST(member_id AS TEXT) AS subject,
       COALESCE(MAX(kept), 'nothing') AS kept, COALESCE(MAX(found), 'nothing') AS found
     FROM (
       SELECT partner_id, board, member_id, ${standing} AS kept, NULL AS found FROM rewards_score
       UNION ALL
       SELECT partner_id, board, member_id, NULL, ${standing} FROM (${gainsOf(fragments, wallets)}) AS gained
     ) AS both_ends
     GROUP BY partner_id, board, member_id`
  ],
  [
    "a rung counts the members up to the next",
    `SELECT r.partner_id, ${rung("r")} AS subject, r.members AS kept, (
         SELECT COUNT(*) FROM rewards_score s WHERE s.partner_id = r.partner_id AND s.board = r.board
           AND s.place >= r.place AND s.place < r.until
       ) AS found
     FROM (
       SELECT partner_id, board, level, place, SUM(members) AS members,
         COALESCE(LEAD(place) OVER (PARTITION BY partner_id, board, level ORDER BY place), '${end}') AS until
       FROM rewards_rung GROUP BY partner_id, board, level, place
     ) AS r`
  ],
  [
    "a board is counted on every level",
    `SELECT b.partner_id, ${board("b")} || ', level ' || CAST(l.level AS TEXT) AS subject, COALESCE((
         SELECT SUM(r.members) FROM rewards_rung r
         WHERE r.partner_id = b.partner_id AND r.board = b.board AND r.level = l.level
       ), 0) AS kept, b.members AS found
     FROM (SELECT partner_id, board, COUNT(*) AS members FROM rewards_score GROUP BY partner_id, board) AS b
     CROSS JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) AS l`
  ],
  [
    "a rung stands on one of the level below",
    `SELECT r.partner_id, ${rung("r")} AS subject, 1 AS kept, COUNT(o.place) AS found
     FROM (SELECT DISTINCT partner_id, board, level, place FROM rewards_rung WHERE level > 1) AS r
     LEFT JOIN (SELECT DISTINCT partner_id, board, level, place FROM rewards_rung) AS o
       ON o.partner_id = r.partner_id AND o.board = r.board AND o.level = r.level - 1 AND o.place = r.place
     GROUP BY r.partner_id, r.board, r.level, r.place`
  ],
  [
    "the boards hold all of an account's entries",
    "SELECT partner_id, CAST(id AS TEXT) AS subject, kept, version AS found FROM rewards_account"
  ]
]

export const boardCheckNames = named.map(([name]) => name)
export const boardChecks = named.map(([name, sql]) => check(name, sql))
