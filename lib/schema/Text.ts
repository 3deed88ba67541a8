import { Schema } from "effect"
import { mustBe } from "./Input.ts"

/**
 * True if both databases store the text and return it unchanged. PostgreSQL refuses NUL, and UTF-8 cannot encode a lone
 * surrogate.
 */
export const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

/** The lengths are also stated as JSON Schema, for the OpenAPI document. */
const bounded = (schema: Schema.Schema<string>, min: number, max: number) =>
  schema.pipe(
    Schema.filter((value) => value.length >= min && value.length <= max && storable(value), {
      jsonSchema: { ...(min > 0 && { minLength: min }), maxLength: max }
    }),
    mustBe(`text of ${min} to ${max} characters`)
  )

/** Text of `min` to `max` characters, stored exactly as given. */
export const text = (min: number, max: number) => bounded(Schema.String, min, max)

/** Text of `min` to `max` characters after the white space around it was removed. */
export const trimmed = (min: number, max: number) => {
  const trim = Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  })
  return bounded(trim, min, max)
}

/** Escapes text for HTML: as the content of an element, or as an attribute's value between quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
