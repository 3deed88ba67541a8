import * as Batch from "../../sql/Batch.ts"
import { statement } from "../../sql/Statement.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { members } from "../tables.ts"
import { afterDue } from "./due.ts"
import { isOpenLot, isWaiting } from "./storedHoldings.ts"

/**
 * Very much can be due at once: awards that mature at the same instant, or everything in a database that nobody used for a year. So no
 * transaction settles more than `mostDue` pending awards and lots. If more is due, it settles a slice: in some wallets, the pending awards
 * and lots that are due first. The next transaction continues, and the result is the same as that of one transaction.
 */

/**
 * The largest number of pending awards and lots that a transaction settles for commands. Settling so many takes no longer than writing a
 * large group of awards. SQLite plans an UPDATE of more than 128 rows as a scan of the table.
 */
export const mostDue = 100

/** The largest slice of the sweeper. On SQLite it takes about 5 milliseconds, in which the process does nothing else. */
export const mostSwept = { sqlite: 32, postgres: 100 }

/** The largest number of wallets in a slice. */
export const mostWallets = { sqlite: 16, postgres: 50 }

/** Finds the wallets in which more than `most` pending awards and lots are due. */
export const selectOverdue = statement({
  input: { partnerId: "uuid", memberId: "uuid", at: "instant", after: "uuid", most: "integer" },
  output: members.row("id"),
  sql: `SELECT input.member_id AS id FROM input
    WHERE (SELECT COUNT(*) FROM (
      SELECT 1 AS one FROM rewards_pending p
      WHERE p.partner_id = input.partner_id AND p.member_id = input.member_id AND ${isWaiting("p")} AND p.maturity_id < input.after
      UNION ALL SELECT 1 FROM rewards_lot l
      WHERE l.partner_id = input.partner_id AND l.member_id = input.member_id AND ${isOpenLot("l")}
        AND l.expires_at <= input.at
      LIMIT (SELECT MAX(most) + 1 FROM input)
    ) AS due) > input.most`
})

/** Finds the wallets in which too much is due for one transaction. `due` are all wallets of the transaction in which something is due. */
export const findOverdue = (
  due: ReadonlyArray<{ readonly partnerId: PartnerId; readonly memberId: MemberId }>,
  at: Date
): Batch.Batch<ReadonlySet<MemberId>> =>
  Batch.map(
    Batch.of(
      selectOverdue,
      due.map(({ memberId, partnerId }) => ({
        partnerId,
        memberId,
        at,
        after: afterDue(at),
        most: Math.floor(mostDue / due.length)
      }))
    ),
    (rows) => new Set(rows.map(({ id }) => id))
  )
