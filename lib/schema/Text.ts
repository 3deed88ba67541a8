import { Schema } from "effect"
import { mustBe } from "./Input.ts"

/**
 * Text that both databases store and give back unchanged: PostgreSQL refuses NUL, and UTF-8 has no form for
 * half of a surrogate pair.
 */
export const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

/** The same limits for documents, in the words of JSON Schema. */
const lengths = (min: number, max: number) => ({
  jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max }
})

/** Text of `min` to `max` characters, kept exactly as given. */
export const text = (min: number, max: number) =>
  Schema.String.pipe(
    Schema.filter(
      (value) => value.length >= min && value.length <= max && storable(value),
      lengths(min, max)
    ),
    mustBe(`text of ${min} to ${max} characters`)
  )

/** The same, with the white space around it dropped before it is measured. */
export const trimmed = (min: number, max: number) =>
  Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }).pipe(
    Schema.filter(
      (value) => value.length >= min && value.length <= max && storable(value),
      lengths(min, max)
    ),
    mustBe(`text of ${min} to ${max} characters`)
  )
