import { Schema } from "effect"
import { isId } from "./Id.ts"
import { Count, mustBe } from "./Input.ts"

export const maxPageSize = 100

/** Accepts a text or a number, because query parameters arrive as text. */
export const PageSize = Count.pipe(
  Schema.filter((size) => size <= maxPageSize, {
    jsonSchema: { pattern: "^([1-9][0-9]?|100)$", maximum: maxPageSize }
  }),
  mustBe(`a whole number from 1 to ${maxPageSize}`)
)

/** A page of a list. `hasMore` is true if more entries follow after the last entry of this page. */
export const pageOf = <S extends Schema.Schema.Any>(entry: S) =>
  Schema.Struct({ data: Schema.Array(entry), hasMore: Schema.Boolean })

/** Makes a page of the first `limit` entries. Callers read `limit` + 1 entries, to find out whether another page follows. */
export const firstOf = <A>(
  entries: ReadonlyArray<A>,
  limit: number
): { readonly data: ReadonlyArray<A>; readonly hasMore: boolean } => ({
  data: entries.slice(0, limit),
  hasMore: entries.length > limit
})

/** The parameters of a list with the newest entry first: at most `limit` entries that are older than `before`. */
export const goingBack = (entry: string) => ({
  before: Schema.optional(
    Schema.String.pipe(
      Schema.filter((value) => isId(value), { jsonSchema: { format: "uuid" } }),
      mustBe(`the id of ${entry}`)
    )
  ),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
