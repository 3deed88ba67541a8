import { Schema } from "effect"
import { mustBe } from "./Input.ts"

/**
 * Text that both databases store and give back unchanged: PostgreSQL refuses NUL, and UTF-8 has no form for
 * half of a surrogate pair.
 */
const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

/** Text of `min` to `max` characters, kept exactly as given. */
export const text = (min: number, max: number) =>
  Schema.String.pipe(
    Schema.filter((value) => value.length >= min && value.length <= max && storable(value)),
    mustBe(`text of ${min} to ${max} characters`)
  )

/** The same, with the white space around it dropped before it is measured. */
export const trimmed = (min: number, max: number) =>
  Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }).pipe(
    Schema.filter((value) => value.length >= min && value.length <= max && storable(value)),
    mustBe(`text of ${min} to ${max} characters`)
  )

/** Rule and sub-rule names are one space per partner, without regard to case or outer white space. */
export const Name = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.trim().toLowerCase(),
  encode: (value) => value
}).pipe(
  Schema.filter((value) => value.length >= 1 && value.length <= 128 && storable(value)),
  mustBe("a name of 1 to 128 characters")
)

/** The id by which a partner knows a member: free-form. */
export const UserId = text(1, 128)

/** What an idempotency key may hold: 1 to 255 printable ASCII characters. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.pattern(/^[\x20-\x7e]{1,255}$/),
  mustBe("1 to 255 printable characters")
)
