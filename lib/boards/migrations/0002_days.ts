import type { Dialect } from "../../sql/Dialect.ts"
import { dayColumns, daysOf } from "../days.ts"

const folded = "(SELECT partner_id, account_id, 0 AS since, version AS until FROM rewards_fold)"

/**
 * What a partner moved on each day, folded from the ledger like the boards: one row a day. Transfers that were folded into the
 * boards before there was this table are counted at once; the others are when they are folded.
 */
export const days = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, integer, small } = dialect.types
  const options = dialect.tableOptions({ updatedOften: true })
  const columns = dayColumns.map((column) => `${column} ${integer} NOT NULL`).join(", ")
  return [
    `CREATE TABLE rewards_day (
      ${columns},
      day ${small} NOT NULL,
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      PRIMARY KEY (partner_id, day),
      CONSTRAINT rewards_day_day CHECK (day >= 0)
    )${dialect.name === "sqlite" ? `${options}, WITHOUT ROWID` : options}`,
    `INSERT INTO rewards_day (partner_id, day, ${dayColumns.join(", ")}) ${daysOf(dialect, folded)}`
  ]
}
