import { maxPageSize } from "../schema/Page.ts"
import { given } from "../sql/Statement.ts"

/** A relation `x` that a database index sorts like the list. Each row of `x` belongs to one listed record. */
export interface Along {
  readonly from: string
  readonly where: ReadonlyArray<string>
  /** SQL for the id of the record. */
  readonly id: string
  /** SQL for the value by which the list is sorted. Default: the id. */
  readonly order?: string
  /** SQL for a column of the record. */
  readonly column: (name: string) => string
}

export const ownColumn: Along["column"] = (name) => `x.${name}`

export const isInRange = (id: string): ReadonlyArray<string> => [
  `${id} < ${given("before")}`,
  `${id} >= ${given("since")}`
]

/** SQL for the first records of a list, as (partner_id, id, sequence). A literal limit makes PostgreSQL plan for few records. */
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

/** Makes one statement for each combination of filters. */
export const byFilter = <Filter, S>(make: (filter: Filter) => S) => {
  const made = new Map<string, S>()
  return (filter: Filter): S => {
    const key = JSON.stringify(filter)
    const known = made.get(key) ?? make(filter)
    made.set(key, known)
    return known
  }
}
