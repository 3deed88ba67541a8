import { Schema } from "effect"
import { Id, Integer } from "../../sql/Row.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { add, Counted, countMoves } from "./statements.ts"

type Instants = Pick<Fragments, "month" | "millis">

const side = (which: "credit" | "debit", kind: string, type: number, wallets: string): string =>
  `SELECT w.partner_id, w.id AS member_id, ${type} AS type, t.amount, t.created_at
   FROM ${wallets} w CROSS JOIN rewards_transfer t
   WHERE t.${which}_account = w.id AND t.${which}_version > w.kept AND t.${which}_version <= w.version
     AND t.partner_id = w.partner_id AND t.kind = '${kind}'`

/**
 * What members gained on each board by the entries of their wallets after `kept`, up to `version`, as the ledger says:
 * the same as an award adds to scores, from the other end.
 */
export const gainsOf = ({ month, millis }: Instants, wallets: string): string =>
  `SELECT partner_id, board, member_id, SUM(amount) AS score, MAX(${millis("created_at")}) AS reached_ms FROM (
     SELECT e.partner_id, e.member_id, e.amount, e.created_at,
       2 * (CASE WHEN b.monthly = 1 THEN ${month("e.created_at")} ELSE 0 END) + e.type AS board
     FROM (${side("credit", "award", 0, wallets)}
       UNION ALL ${side("debit", "user_partner_transfer", 1, wallets)}) AS e
     CROSS JOIN (SELECT 0 AS monthly UNION ALL SELECT 1) AS b
   ) AS entry
   GROUP BY partner_id, board, member_id`

/** Wallets with everything that ever happened to them, whatever their own count of it says. */
export const whole = (which: string): string =>
  `(SELECT partner_id, id, 0 AS kept, ${Number.MAX_SAFE_INTEGER} AS version FROM rewards_account WHERE ${which})`

const wallet = {
  partner_id: "uuid",
  id: "uuid",
  kept: "integer",
  version: "integer",
  stripe: "integer"
} as const

const gainedBy = (fragments: Instants): string => `, gained AS MATERIALIZED (${gainsOf(fragments, "input")})`

/** Counts where the entries will move members; the scores are still as they were. */
export const countHistory = statement({
  input: wallet,
  output: Counted,
  sql: (fragments) => `${gainedBy(fragments)}, ${countMoves(fragments, "gained")}`
})

export const addHistory = statement({
  input: wallet,
  sql: (fragments) => `${gainedBy(fragments)} ${add("gained")}`
})

/** Every wallet of a partner, locked as an award would lock it: a score belongs to whoever holds its wallet. */
export const lockWallets = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ partner_id: Id("PartnerId"), id: Id("AccountId"), version: Integer }),
  sql: ({ lock }) =>
    `SELECT a.partner_id, a.id, a.version FROM input CROSS JOIN rewards_account a
     WHERE a.partner_id = input.partner_id AND a.kind = 'wallet'${lock("a", "a.partner_id, a.id")}`
})

export const removeScores = statement({
  input: { partner_id: "uuid" },
  sql: "DELETE FROM rewards_score WHERE partner_id IN (SELECT partner_id FROM input)"
})

export const removeRungs = statement({
  input: { partner_id: "uuid" },
  sql: "DELETE FROM rewards_rung WHERE partner_id IN (SELECT partner_id FROM input)"
})

/** All of a partner's boards at once, for when there are none. */
export const writeScores = statement({
  input: { partner_id: "uuid" },
  sql: (fragments) => {
    const wallets = whole("partner_id IN (SELECT partner_id FROM input) AND kind = 'wallet'")
    return `, gained AS MATERIALIZED (${gainsOf(fragments, wallets)}) ${add("gained")}`
  }
})

export const readBoards = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ board: Integer }),
  sql: `SELECT DISTINCT board FROM rewards_score
     WHERE partner_id IN (SELECT partner_id FROM input)`
})
