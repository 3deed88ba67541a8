import { sideVersions } from "../rewards/sql.ts"
import { check } from "../rewards/verification/Check.ts"
import type { Fragments } from "../sql/Statement.ts"
import { dayColumns, dayTotals, ruleDayColumns, ruleDayTotals, scoreChanges } from "./ledgerSums.ts"
import { boardOf, end } from "./rungs.ts"

const scoreText = "CAST(score AS TEXT) || ' at ' || CAST(reached_ms AS TEXT)"
const board = (alias: string) => `'board ' || CAST(${alias}.board AS TEXT)`
const rung = (alias: string, { bytesText }: Fragments) =>
  `${board(alias)} || ', level ' || CAST(${alias}.level AS TEXT) || ', from ' || ${bytesText(`${alias}.rank_key`)}`

const textOf = (columns: ReadonlyArray<string>): string =>
  columns.map((column) => `CAST(${column} AS TEXT)`).join(" || ' ' || ")
const dayText = textOf(dayColumns)
const ruleDayText = textOf(ruleDayColumns)

/** SQL for the ranges of folded transfers, which the boards already include. */
const folded = "(SELECT partner_id, account_id, 0 AS since, version AS until FROM rewards_fold)"

/** The checks of the boards. They recompute scores and days from the folded transfers, and rungs from the scores. */
export const checks = [
  check(
    "a member's score is the sum of its transfers",
    (
      fragments
    ) => `SELECT partner_id, 'board ' || CAST(board AS TEXT) || ', ' || ${fragments.idText("member_id")} AS subject,
       COALESCE(MAX(stored), 'nothing') AS stored, COALESCE(MAX(found), 'nothing') AS found
     FROM (
       SELECT partner_id, board, member_id, ${scoreText} AS stored, NULL AS found FROM rewards_score
       UNION ALL
       SELECT partner_id, board, member_id, NULL, ${scoreText} FROM (${scoreChanges(fragments, folded)}) AS gained
     ) AS both_ends
     GROUP BY partner_id, board, member_id`
  ),
  check(
    "a day's totals are the sums of its transfers",
    (fragments) => `SELECT partner_id, 'day ' || CAST(day AS TEXT) AS subject,
       COALESCE(MAX(stored), 'nothing') AS stored, COALESCE(MAX(found), 'nothing') AS found
     FROM (
       SELECT partner_id, day, ${dayText} AS stored, NULL AS found FROM rewards_day
       UNION ALL
       SELECT partner_id, day, NULL, ${dayText} FROM (${dayTotals(fragments, folded)}) AS moved
     ) AS both_ends
     GROUP BY partner_id, day`
  ),
  check(
    "what a rule paid on a day is the sum of its awards",
    (
      fragments
    ) => `SELECT partner_id, 'rule ' || ${fragments.idText("rule_id")} || ', day ' || CAST(day AS TEXT) || ', local day ' || CAST(local_day AS TEXT) AS subject,
       COALESCE(MAX(stored), 'nothing') AS stored, COALESCE(MAX(found), 'nothing') AS found
     FROM (
       SELECT partner_id, rule_id, day, local_day, ${ruleDayText} AS stored, NULL AS found FROM rewards_rule_day
       UNION ALL
       SELECT partner_id, rule_id, day, local_day, NULL, ${ruleDayText} FROM (${ruleDayTotals(fragments, folded)}) AS paid
     ) AS both_ends
     GROUP BY partner_id, rule_id, day, local_day`
  ),
  check(
    "no score is below zero if all transfers are folded",
    ({ idText }) => `SELECT s.partner_id, ${board("s")} || ', ' || ${idText("s.member_id")} AS subject,
       s.score AS stored, 0 AS found
     FROM rewards_score s
     WHERE s.score < 0 AND NOT EXISTS (
       SELECT 1 FROM (${sideVersions("s.partner_id")}) AS v
       LEFT JOIN rewards_fold f ON f.partner_id = v.partner_id AND f.account_id = v.account_id
       WHERE v.version > COALESCE(f.version, 0)
     )`
  ),
  check(
    "no account has more folded transfers than it has transfers",
    `SELECT f.partner_id, CAST(f.account_id AS TEXT) AS subject, f.version AS stored, v.version AS found
     FROM rewards_fold f
     JOIN (${sideVersions()}) AS v ON v.partner_id = f.partner_id AND v.account_id = f.account_id
     WHERE f.version > v.version`
  ),
  check(
    "a rung counts the members up to the next rung",
    (fragments) => `SELECT r.partner_id, ${rung("r", fragments)} AS subject, r.members AS stored, (
         SELECT COUNT(*) FROM rewards_score s WHERE s.partner_id = r.partner_id AND ${boardOf("s")} = r.board
           AND s.rank_key >= r.rank_key AND s.rank_key < r.until
       ) AS found
     FROM (
       SELECT partner_id, board, level, rank_key, members,
         COALESCE(LEAD(rank_key) OVER (PARTITION BY partner_id, board, level ORDER BY rank_key), ${fragments.bytes(end)}) AS until
       FROM rewards_rung
     ) AS r`
  ),
  check(
    "every level counts all members of a board",
    `SELECT b.partner_id, ${board("b")} || ', level ' || CAST(l.column1 AS TEXT) AS subject, COALESCE((
         SELECT SUM(r.members) FROM rewards_rung r
         WHERE r.partner_id = b.partner_id AND r.board = b.board AND r.level = l.column1
       ), 0) AS stored, b.members AS found
     FROM (
       SELECT partner_id, board, COUNT(CASE WHEN score > 0 THEN 1 END) AS members FROM rewards_score GROUP BY partner_id, board
     ) AS b
     CROSS JOIN (VALUES (1), (2), (3)) AS l`
  ),
  check(
    "a rung is also a rung of the level below",
    (
      fragments
    ) => `SELECT r.partner_id, ${rung("r", fragments)} AS subject, 1 AS stored, COUNT(o.rank_key) AS found
     FROM rewards_rung r LEFT JOIN rewards_rung o
       ON o.partner_id = r.partner_id AND o.board = r.board AND o.level = r.level - 1 AND o.rank_key = r.rank_key
     WHERE r.level > 1 GROUP BY r.partner_id, r.board, r.level, r.rank_key`
  )
]
