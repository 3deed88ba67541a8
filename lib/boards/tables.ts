import { largestScore } from "../sql/Dialect.ts"
import { bytes, coins, integer, small, table, uuid } from "../sql/Table.ts"

/** The tables of the boards. All rows can be recomputed from the ledger with `Boards.rebuild`. */

const partner = { partnerId: uuid("PartnerId") }
const toPartner = { columns: ["partnerId"], table: "rewards_partner", to: ["id"] } as const

/**
 * A member's score on a board. A fold (see `Folds.ts`) may add a reversal before the reversed award. Then the score can be below 0
 * until a later fold. A score that falls to 0 keeps its row.
 */
export const scores = table("rewards_score", {
  columns: {
    score: coins,
    reachedMs: integer,
    board: small,
    ...partner,
    memberId: uuid("MemberId"),
    // Bytes that sort members in the order of the board.
    rankKey: { ...bytes, generated: ({ rankKey }) => rankKey("score", "reached_ms", "member_id") }
  },
  key: ["partnerId", "memberId", "board"],
  references: [{ columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"] }],
  checks: {
    board: "board >= 0",
    exact: `score BETWEEN -${largestScore} AND ${largestScore}`,
    reached: "reached_ms BETWEEN 0 AND 281474976710655"
  },
  indexes: {
    // In this index, the board of a score that is not above 0 is NULL, because no page lists such a score. On SQLite, the index has all
    // columns that a page needs, so that a page is read without the table.
    order: {
      on: ({ name }) =>
        `partner_id, (CASE WHEN score > 0 THEN board END), rank_key${name === "sqlite" ? ", score, reached_ms" : ""}`
    }
  },
  updatedOften: true,
  clustered: true
})

/** The number of members from a rank key to the next rung of the same level: see `rungs.ts`. */
export const rungs = table("rewards_rung", {
  columns: { members: small, board: small, level: small, ...partner, rankKey: bytes },
  key: ["partnerId", "board", "level", "rankKey"],
  references: [toPartner],
  checks: { level: "level BETWEEN 1 AND 3" },
  updatedOften: true,
  clustered: true
})

/** For each account, the version of its last folded transfer. The row of the first issuance stripe is also the lock of the boards. */
export const foldMarks = table("rewards_fold", {
  columns: { version: integer, ...partner, accountId: uuid("AccountId") },
  key: ["partnerId", "accountId"],
  references: [{ columns: ["partnerId", "accountId"], table: "rewards_account", to: ["partner_id", "id"] }],
  checks: { version: "version >= 0" },
  updatedOften: true,
  clustered: true
})

/**
 * The totals of one day in UTC: the numbers of awards, reversals, transfers, refunds and adjustments, and their coins. `transfers` counts
 * the transfers from wallets to the partner, and `spent` has their coins. `adjustments` includes reversals of adjustments. `credited` has
 * the coins that adjustments and their reversals added to wallets, and `debited` has the coins that they removed from wallets. `expired`
 * has the coins that expired or were erased, and `unexpired` has the part of `reversed` and `debited` that had already expired.
 */
export const days = table("rewards_day", {
  columns: {
    awards: integer,
    earned: coins,
    reversals: integer,
    reversed: coins,
    transfers: integer,
    spent: coins,
    refunds: integer,
    refunded: coins,
    adjustments: integer,
    credited: coins,
    debited: coins,
    expired: coins,
    unexpired: coins,
    day: small,
    ...partner
  },
  key: ["partnerId", "day"],
  references: [toPartner],
  checks: { day: "day >= 0" },
  updatedOften: true,
  clustered: true
})

/**
 * The coins that a rule's awards paid on one day. `reversed` is the part that reversals have taken back so far. `day` is the day in UTC.
 * `localDay` is the day in the time zone that the rule had at the time of the awards. Both are numbers of days from 1970-01-01.
 */
export const ruleDays = table("rewards_rule_day", {
  columns: {
    awards: integer,
    coins,
    reversed: coins,
    day: small,
    localDay: small,
    ...partner,
    ruleId: uuid("RuleId")
  },
  key: ["partnerId", "ruleId", "day", "localDay"],
  references: [{ columns: ["partnerId", "ruleId"], table: "rewards_rule", to: ["partner_id", "id"] }],
  checks: { day: "day >= 0" },
  updatedOften: true,
  clustered: true
})

/** The tables, in the order in which migrations create them. */
export const tables = [scores, rungs, foldMarks, days, ruleDays]
