import { maxPageSize } from "../schema/Page.ts"
import { given } from "../sql/Statement.ts"

/** A relation `x` in the order of a list: where its records are, and how to read their columns. */
export interface Along {
  readonly from: string
  readonly where: ReadonlyArray<string>
  /** The ids of the records. */
  readonly id: string
  /** The order of the list; that of the ids by default. */
  readonly order?: string
  /** A column of the record. */
  readonly column: (name: string) => string
}

export const ownColumn: Along["column"] = (name) => `x.${name}`

export const isInRange = (id: string): ReadonlyArray<string> => [
  `${id} < ${given("before")}`,
  `${id} >= ${given("since")}`
]

/**
 * The first records along an index, as (partner_id, id, sequence). The literal limit tells PostgreSQL that they are few; without it,
 * PostgreSQL would read and sort all records.
 */
export const firstAlong = ({ column, from, id, order = id, where }: Along): string => {
  const all = [
    `x.partner_id = ${given("partner_id")}`,
    ...where,
    `${column("created_at")} >= ${given("from_at")}`,
    `${column("created_at")} < ${given("to_at")}`
  ]
  return `SELECT * FROM (SELECT x.partner_id, ${id} AS id, ${order} AS sequence FROM ${from} WHERE ${all.join(" AND ")}
    ORDER BY ${order} DESC LIMIT ${maxPageSize + 1}) AS found`
}

/** Makes one statement for each combination of filters: a single one for all of them could not use an index. */
export const byFilter = <Filter, S>(make: (filter: Filter) => S) => {
  const made = new Map<string, S>()
  return (filter: Filter): S => {
    const key = JSON.stringify(filter)
    const known = made.get(key) ?? make(filter)
    made.set(key, known)
    return known
  }
}
