import { ParseResult, Schema } from "effect"
import { textOf } from "./Uuid.ts"

// Codecs of columns, which read the same value from every driver.

const NumberFromBigInt = Schema.transform(Schema.BigIntFromSelf, Schema.Number, {
  strict: true,
  decode: Number,
  encode: BigInt
})

/** PostgreSQL returns 64-bit integers and counts as text, SQLite as numbers, or as bigints when a host asks for them. */
export const Integer = Schema.Union(Schema.Number, Schema.NumberFromString, NumberFromBigInt).pipe(
  Schema.filter((value) => Number.isSafeInteger(value))
)

/** SQLite has no booleans and returns 0 and 1. */
export const Bool = Schema.Union(
  Schema.Boolean,
  Schema.transform(Schema.Literal(0, 1, 0n, 1n), Schema.Boolean, {
    strict: true,
    decode: (value) => Number(value) === 1,
    encode: (value) => (value ? 1 : 0)
  })
)

/** PostgreSQL returns timestamps as dates, SQLite as the ISO text that was stored. */
export const Instant = Schema.Union(Schema.DateFromSelf, Schema.Date)

/** Every driver returns bytes as a `Uint8Array`, those of PostgreSQL and Node as their subclass `Buffer`. */
export const Bytes = Schema.Uint8ArrayFromSelf

const readId = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return value instanceof Uint8Array ? textOf(value) : undefined
}

/**
 * PostgreSQL returns ids as text, SQLite as the bytes that were stored. The text is not checked: the ids in the database are
 * those that we wrote. One function, because a union of two schemas takes twice as long, and ids are most of many rows.
 */
export const Uuid: Schema.Schema<string, unknown> = Schema.declare([], {
  decode: () => (value, _options, ast) => {
    const text = readId(value)
    return text === undefined ? ParseResult.fail(new ParseResult.Type(ast, value)) : ParseResult.succeed(text)
  },
  encode: () => (value) => ParseResult.succeed(value)
})

export const Id = <Brand extends string>(brand: Brand) => Uuid.pipe(Schema.brand(brand))

/** Brands an amount without checking its bounds: a CHECK constraint does. */
export const Coins = Integer.pipe(Schema.brand("Coins"))
