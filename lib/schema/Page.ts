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
