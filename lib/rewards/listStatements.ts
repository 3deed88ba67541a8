import { Schema } from "effect"
import { Bool, Id } from "../sql/Row.ts"
import { given } from "../sql/Statement.ts"

/**
 * A list with filters examines at most this many index entries for a page: the window of the page. So a page has a bounded cost even if
 * nothing matches.
 */
export const windowSize = 1000

/**
 * A relation `x` whose rows an index returns in the order of the list. Each row belongs to one record. A list scans one or more
 * relations.
 */
export interface Scan {
  readonly from: string
  /** Conditions that only select a range of the index. `rowsOf` adds the partner and the end of the range. */
  readonly where: ReadonlyArray<string>
  /** SQL for the id of the record. */
  readonly id: string
  /** SQL for the value by which the list is sorted. Default: the id. */
  readonly order?: string
  /** SQL for a column of the record. */
  readonly column: (name: string) => string
}

export const ownColumn: Scan["column"] = (name) => `x.${name}`

export const isBefore = (id: string): string => `${id} < ${given("before")}`

/** Returns SQL conditions for the time of a record. */
export const inTime = (createdAt: string): ReadonlyArray<string> => [
  `${createdAt} >= ${given("from_at")}`,
  `${createdAt} < ${given("to_at")}`
]

interface List {
  /** SQL for a value at or after the end of the list. */
  readonly end: string
  /** Default: newest first. */
  readonly direction?: "ASC" | "DESC"
}

/** Returns SQL for the rows of a list up to `until`. The SQL has one condition for the end of the range, because SQLite uses only one. */
const rowsOf = ({ from, id, order = id, where }: Scan, until: string, direction: "ASC" | "DESC"): string => {
  const range = `${order} ${direction === "DESC" ? ">=" : "<="} ${until}`
  return `SELECT ${id} AS id, ${order} AS sequence FROM ${from}
   WHERE ${[`x.partner_id = ${given("partner_id")}`, ...where, range].join(" AND ")} ORDER BY ${order} ${direction}`
}

/**
 * Returns SQL for the last row of a full window, with the columns id and sequence. It finds no row if the window is not full. If only the
 * first scan has rows, as is usual, the SQL reads it alone, because merging the scans costs more.
 */
export const lastOfWindow = (
  [scan, ...others]: readonly [Scan, ...ReadonlyArray<Scan>],
  { direction = "DESC", end }: List
): string => {
  const first = rowsOf(scan, end, direction)
  const after = `OFFSET ${windowSize - 1}`
  if (others.length === 0) return `${first} LIMIT 1 ${after}`
  // Each part is sorted by its index, so the databases merge the parts, and read no more rows than the window has.
  const parts = [scan, ...others].map(
    (each) => `SELECT part.id, part.sequence FROM (${rowsOf(each, end, direction)}) AS part`
  )
  const hasOthers = others.map((each) => `EXISTS (${rowsOf(each, end, direction)} LIMIT 1)`).join(" OR ")
  // SQLite reads nothing for a limit of 0. For a false condition, it would merge the parts.
  const limit = (merged: 0 | 1): string =>
    `LIMIT CASE WHEN ${hasOthers} THEN ${merged} ELSE ${1 - merged} END`
  return `SELECT alone.id, alone.sequence FROM (${first} ${limit(0)} ${after}) AS alone
    UNION ALL SELECT merged.id, merged.sequence
    FROM (${parts.join(" UNION ALL ")} ORDER BY sequence ${direction} ${limit(1)} ${after}) AS merged`
}

interface Search extends List {
  /** The relations that together contain all records of the list. */
  readonly scans: ReadonlyArray<Scan>
  /** The conditions that are checked for each row of the window. */
  readonly filters: (scan: Scan) => ReadonlyArray<string>
  /** SQL for the last row of a full window: see `lastOfWindow`. */
  readonly last: string
}

/**
 * Returns SQL for the first records of a list that pass the filters, with the columns id and found. If the window is full, one more row has
 * the last id of the window, and its `found` is false. A list without filters has no window, because every row of the range is in the list.
 */
export const searchScans = ({ scans, direction = "DESC", end, filters, last }: Search): string => {
  const isFiltered = scans.some((each) => filters(each).length > 0)
  const until = isFiltered ? `COALESCE((SELECT last_row.sequence FROM last_row), ${end})` : end
  const parts = scans.map((each) => {
    const rows = rowsOf({ ...each, where: [...each.where, ...filters(each)] }, until, direction)
    return `SELECT part.id, part.sequence FROM (${rows} LIMIT ${given("size")}) AS part`
  })
  const page = `SELECT page.id, page.sequence, TRUE AS found FROM (${parts.join(" UNION ALL ")}) AS page
    ORDER BY page.sequence ${direction} LIMIT ${given("size")}`
  if (!isFiltered) return page
  return `, last_row AS MATERIALIZED (${last})
    SELECT f.id, f.found FROM (
      SELECT matching.id, matching.sequence, matching.found FROM (${page}) AS matching
      UNION ALL SELECT last_row.id, last_row.sequence, FALSE FROM last_row
    ) AS f ORDER BY f.sequence ${direction}`
}

export const foundRow = <Brand extends string>(brand: Brand) => Schema.Struct({ id: Id(brand), found: Bool })

/** The ids of a page, and the id after which the next page starts. */
export interface FoundPage<Id> {
  readonly ids: ReadonlyArray<Id>
  readonly next: Id | null
}

/** Reads the answer to `searchScans`. It has up to `limit` + 1 records. */
export const foundPage = <Id>(
  rows: ReadonlyArray<{ readonly id: Id; readonly found: boolean }>,
  limit: number
): FoundPage<Id> => {
  const found = rows.flatMap(({ found, id }) => (found ? [id] : []))
  const ids = found.slice(0, limit)
  const last = found.length > limit ? ids.at(-1) : rows.find(({ found }) => !found)?.id
  return { ids, next: last ?? null }
}

/** Returns the ids of a page up to the first id that does not fit into the page, without this id. */
export const fittingIds = <Id>({ ids, next }: FoundPage<Id>, fits: (id: Id) => boolean): FoundPage<Id> => {
  const end = ids.findIndex((id) => !fits(id))
  return end === -1 ? { ids, next } : { ids: ids.slice(0, end), next: ids[end - 1] ?? null }
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
