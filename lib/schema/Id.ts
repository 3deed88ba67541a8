import { Schema } from "effect"
import { mustBe } from "./Input.ts"

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for text in the form of the ids that the service makes. */
export const isId = (value: unknown): value is string => typeof value === "string" && canonical.test(value)

/** An id that the service made. It is in lower case, because both databases return ids in lower case. */
export const id = <Brand extends string>(brand: Brand) =>
  Schema.String.pipe(Schema.pattern(canonical), mustBe("an id made by this service"), Schema.brand(brand))

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/**
 * A UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter that orders the ids of one
 * millisecond, and 62 random bits taken from the eight bytes at `offset`.
 */
export const uuidv7 = (millis: number, counter: number, random: Uint8Array, offset: number): string => {
  const byte = (index: number): string => hex[random[offset + index] ?? 0] ?? "00"
  const time = millis.toString(16).padStart(12, "0")
  const variant = hex[((random[offset] ?? 0) & 0x3f) | 0x80]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`
}

/** Ids below and above every id that can be made. */
export const smallestId = "00000000-0000-0000-0000-000000000000"
export const largestId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** The smallest UUID of version 7 of an instant. Ids that are made at that instant or later are not below it. */
export const firstIdOf = (at: Date): string => {
  const time = Math.min(Math.max(0, at.getTime()), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
