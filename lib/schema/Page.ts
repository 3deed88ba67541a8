import { Schema } from "effect"
import { Count } from "./Count.ts"
import { isId } from "./Id.ts"
import { mustBe } from "./Input.ts"

export const maxPageSize = 100

/** Query parameters arrive as text, so a size may be one. */
export const PageSize = Count.pipe(
  Schema.filter((size) => size <= maxPageSize, {
    jsonSchema: { pattern: "^([1-9][0-9]?|100)$", maximum: maxPageSize }
  }),
  mustBe(`a whole number from 1 to ${maxPageSize}`)
)

/** A page of a list, and whether the list goes on after it. The next page starts after the last entry of this one. */
export const pageOf = <S extends Schema.Schema.Any>(entry: S) =>
  Schema.Struct({ data: Schema.Array(entry), hasMore: Schema.Boolean })

/** The first `limit` of the entries, of which one more was read to know whether there is more. */
export const firstOf = <A>(
  entries: ReadonlyArray<A>,
  limit: number
): { readonly data: ReadonlyArray<A>; readonly hasMore: boolean } => ({
  data: entries.slice(0, limit),
  hasMore: entries.length > limit
})

/** The parameters of a list that has the newest first: `limit` entries before the entry `before`. */
export const goingBack = (entry: string) => ({
  before: Schema.optional(
    Schema.String.pipe(
      Schema.filter((value) => isId(value), { jsonSchema: { format: "uuid" } }),
      mustBe(`the id of ${entry}`)
    )
  ),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
