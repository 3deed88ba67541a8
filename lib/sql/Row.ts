import { Schema } from "effect"

/** Row codecs that read the same value from either driver. */

const NumberFromBigInt = Schema.transform(Schema.BigIntFromSelf, Schema.Number, {
  strict: true,
  decode: Number,
  encode: BigInt
})

/** PostgreSQL gives 64-bit integers and counts as text, SQLite as numbers, or as bigints where a host asks for them. */
export const Integer = Schema.Union(Schema.Number, Schema.NumberFromString, NumberFromBigInt).pipe(
  Schema.filter((value) => Number.isSafeInteger(value))
)

/** SQLite has no booleans: it gives 0 and 1. */
export const Bool = Schema.Union(
  Schema.Boolean,
  Schema.transform(Schema.Literal(0, 1, 0n, 1n), Schema.Boolean, {
    strict: true,
    decode: (value) => Number(value) === 1,
    encode: (value) => (value ? 1 : 0)
  })
)

/** PostgreSQL gives timestamps as dates, SQLite as the ISO text that was stored. */
export const Instant = Schema.Union(Schema.DateFromSelf, Schema.Date)

/** An id that the database gives back is one that we made: branded, not checked again. */
export const Id = <Brand extends string>(brand: Brand) => Schema.String.pipe(Schema.brand(brand))

/** An amount that the database gives back is within bounds: its CHECK says so. */
export const Coins = Integer.pipe(Schema.brand("Coins"))
