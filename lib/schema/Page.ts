import { Schema } from "effect"
import { isId } from "./Id.ts"
import { Count, mustBe } from "./Input.ts"

export const maxPageSize = 100

/** The size of a page, as a text or a number, because query parameters arrive as text. */
export const PageSize = Count.pipe(
  Schema.filter((size) => size <= maxPageSize, {
    jsonSchema: { pattern: "^([1-9][0-9]?|100)$", maximum: maxPageSize }
  }),
  mustBe(`a whole number from 1 to ${maxPageSize}`)
)

/** The texts of a page have at most this many bytes together, unless the first record alone has more. */
export const maxPageBytes = 250_000

/**
 * Makes the schema of a page. If `hasMore` is true, pass `next` as `after` to get the next page. A page can be short or even empty although
 * `hasMore` is true, because a list examines a limited number of records for each page.
 */
export const pageOf = <S extends Schema.Schema.Any>(entry: S) =>
  Schema.Struct({
    data: Schema.Array(entry),
    hasMore: Schema.Boolean,
    next: Schema.NullOr(Schema.String)
  })

/** A page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly next: string | null
}

/** Makes a page of the first `limit` entries. Callers read at least `limit` + 1 entries, to find out whether another page follows. */
export const firstOf = <A>(entries: ReadonlyArray<A>, limit: number, idOf: (entry: A) => string): Page<A> => {
  const data = entries.slice(0, limit)
  const last = entries.length > limit ? data.at(-1) : undefined
  return { data, hasMore: last !== undefined, next: last === undefined ? null : idOf(last) }
}

/** Ends a page before the first entry for which `fits` is false. */
export const startOf = <A extends { readonly id: string }>(
  page: Page<A>,
  fits: (id: A["id"]) => boolean
): Page<A> => {
  const end = page.data.findIndex(({ id }) => !fits(id))
  return end === -1 ? page : firstOf(page.data, end, ({ id }) => id)
}

/**
 * Returns the parameters of a list with the newest entry first: at most `limit` entries that are older than `before`. `entry` is the name
 * of an entry in the error message, such as "an award".
 */
export const goingBack = (entry: string) => ({
  before: Schema.optional(
    Schema.String.pipe(
      Schema.filter((value) => isId(value), { jsonSchema: { format: "uuid" } }),
      mustBe(`the id of ${entry}`)
    )
  ),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
