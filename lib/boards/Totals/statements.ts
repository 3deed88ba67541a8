import { Schema } from "effect"
import { outstandingOf } from "../../rewards/sql.ts"
import { Bool, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { dayColumns, type measures } from "../days.ts"
import { isPending } from "../pending.ts"

type Column = (typeof measures)[number][0 | 1]

const counts = Object.fromEntries(dayColumns.map((column) => [column, Schema.NullOr(Integer)])) as {
  readonly [C in Column]: Schema.NullOr<typeof Integer>
}

/** Every row repeats what is true of all. A partner without a day in the range has one row without a day. */
export const readDays = statement({
  input: { partner_id: "uuid", since: "small", until: "small" },
  output: Schema.Struct({
    pending: Bool,
    outstanding: Schema.String,
    day: Schema.NullOr(Integer),
    ...counts
  }),
  sql: `SELECT ${isPending("input.partner_id")} AS pending, ${outstandingOf("input.partner_id")} AS outstanding, d.day,
      ${dayColumns.map((column) => `d.${column}`).join(", ")}
    FROM input LEFT JOIN rewards_day d
      ON d.partner_id = input.partner_id AND d.day >= input.since AND d.day <= input.until
    ORDER BY d.day`
})
