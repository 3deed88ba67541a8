import { ParseResult, Schema } from "effect"
import { ReadId } from "../schema/Compiled.ts"
import type { ColumnType } from "./Dialect.ts"
import { textOf } from "./Uuid.ts"

/**
 * The codec of a column, which reads the same value from every driver; undefined for a value that does not fit. Columns are
 * only read by it: what is written goes through `Dialect.parameters`.
 */
const column = <A extends {}>(read: (value: unknown) => A | undefined): Schema.Schema<A, unknown> =>
  Schema.declare([], {
    decode: () => (value, _options, ast) => {
      const found = read(value)
      return found === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, value))
        : ParseResult.succeed(found)
    },
    encode: () => (value: unknown) => ParseResult.succeed(value)
  }).annotations({ [ReadId]: read })

const exact = (value: number): number | undefined => (Number.isSafeInteger(value) ? value : undefined)

/** PostgreSQL returns 64-bit integers and counts as text, SQLite as numbers, or as bigints when a host asks for them. */
const readInteger = (value: unknown): number | undefined => {
  switch (typeof value) {
    case "number":
      return exact(value)
    case "string":
      return /^-?\d+$/.test(value) ? exact(Number(value)) : undefined
    case "bigint":
      return exact(Number(value))
    default:
      return undefined
  }
}
export const Integer = column(readInteger)

/** SQLite has no booleans and returns 0 and 1. */
const readBool = (value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value
  if (value === 0 || value === 0n) return false
  return value === 1 || value === 1n ? true : undefined
}
export const Bool = column(readBool)

const valid = (at: Date): Date | undefined => (Number.isNaN(at.getTime()) ? undefined : at)

/** PostgreSQL returns timestamps as dates, SQLite as the ISO text that was stored. */
const readInstant = (value: unknown): Date | undefined => {
  if (value instanceof Date) return valid(value)
  return typeof value === "string" ? valid(new Date(value)) : undefined
}
export const Instant = column(readInstant)

/** Every driver returns bytes as a `Uint8Array`, those of PostgreSQL and Node as their subclass `Buffer`. */
const readBytes = (value: unknown): Uint8Array | undefined =>
  value instanceof Uint8Array ? value : undefined
export const Bytes = column(readBytes)

/**
 * PostgreSQL returns ids as text, SQLite as the bytes that were stored. The text is not checked: the ids in the database are
 * those that we wrote.
 */
const readUuid = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return value instanceof Uint8Array ? textOf(value) : undefined
}
export const Uuid = column(readUuid)

export const Id = <Brand extends string>(brand: Brand) => Uuid.pipe(Schema.brand(brand))

/** Brands an amount without checking its bounds: a CHECK constraint does. */
export const Coins = Integer.pipe(Schema.brand("Coins"))

/** A value as statements take it as input: an instant is its text. */
export type ColumnValue = string | number | boolean | Uint8Array

const reads: Readonly<Record<ColumnType, (value: unknown) => ColumnValue | undefined>> = {
  uuid: readUuid,
  text: (value) => (typeof value === "string" ? value : undefined),
  integer: readInteger,
  small: readInteger,
  boolean: readBool,
  instant: (value) => readInstant(value)?.toISOString(),
  bytes: readBytes
}

/** The codec of a column by its type, for what reads rows only to write them elsewhere. */
export const columnOf = (type: ColumnType): Schema.Schema<ColumnValue, unknown> => column(reads[type])
