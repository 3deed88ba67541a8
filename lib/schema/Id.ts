import { Schema } from "effect"
import { mustBe } from "./Input.ts"

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether a value is text in the form of the service's ids. */
export const isId = (value: unknown): value is string => typeof value === "string" && canonical.test(value)

/** Makes the schema of an id. Upper case is refused, because ids that are read from a database are always in lower case. */
export const id = <Brand extends string>(brand: Brand) =>
  Schema.String.pipe(Schema.pattern(canonical), mustBe("an id made by this service"), Schema.brand(brand))

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Returns the first two parts of a UUID of version 7: the time in milliseconds, as 48 bits. */
const timePart = (millis: number): string => {
  const digits = millis.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/**
 * Makes a UUID of version 7 (RFC 9562) from Unix milliseconds, a 12-bit counter and the eight random bytes at `offset`. The counter
 * orders the ids of one millisecond.
 */
export const uuidv7 = (millis: number, counter: number, random: Uint8Array, offset: number): string => {
  const byte = (index: number): string => hex[random[offset + index] ?? 0] ?? "00"
  const variant = hex[((random[offset] ?? 0) & 0x3f) | 0x80]
  return `${timePart(millis)}-7${counter.toString(16).padStart(3, "0")}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`
}

/** Smaller than every id of the service. */
export const smallestId = "00000000-0000-0000-0000-000000000000"
/** Larger than every id of the service. */
export const largestId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Returns an id that is smaller than all UUIDs of version 7 with this time or a later one, and larger than all with an earlier time. */
export const firstIdOf = (at: Date): string =>
  `${timePart(Math.min(Math.max(0, at.getTime()), 2 ** 48 - 1))}-0000-0000-000000000000`

/** In milliseconds. If a clock is set back by at most this time, ranges of ids still contain the records that are created afterwards. */
const idMargin = 60_000

/**
 * Returns the end of a range of ids that contains the records before `to`. The time in an id is never earlier than the time of its record,
 * but can be later if a clock was set back. So the range ends a minute after `to`, and the statement also compares the record's own time.
 */
export const endOfIds = (to: Date): string => firstIdOf(new Date(to.getTime() + idMargin))

/** Returns the time of a UUID of version 7. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

// SQLite has no type for UUIDs, so its columns store the 16 bytes of a UUID. The bytes sort in the same order as the texts.

const size = 16

/** The index of each byte's first digit in the text. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const hyphens = [8, 13, 18, 23]

/** The value of each hexadecimal digit, by its character code; 255 for all other characters. */
const digits = new Uint8Array(128).fill(0xff)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

const digitAt = (text: string, index: number): number => digits[text.charCodeAt(index)] ?? 0xff

/** Returns the bytes of a UUID in upper or lower case; undefined for any other text. */
export const bytesOf = (text: string): Uint8Array | undefined => {
  const bytes = new Uint8Array(size)
  let all = 0
  for (let index = 0; index < size; index++) {
    const place = places[index] ?? 0
    const high = digitAt(text, place)
    const low = digitAt(text, place + 1)
    all |= high | low
    bytes[index] = (high << 4) | low
  }
  const isUuid = all < 16 && text.length === 36 && hyphens.every((index) => text[index] === "-")
  return isUuid ? bytes : undefined
}

const characters = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0))
/** `textOf` writes each text into this buffer. The first call creates it, because not every runtime has a `Buffer`. */
let written: Buffer | undefined

/** Returns the text of a UUID in lower case; undefined for any other number of bytes than 16. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length !== size) return undefined
  written ??= Buffer.alloc(36, "-")
  for (let index = 0; index < size; index++) {
    const place = places[index] ?? 0
    const byte = bytes[index] ?? 0
    written[place] = characters[byte >> 4] ?? 0
    written[place + 1] = characters[byte & 15] ?? 0
  }
  return written.toString("latin1")
}

/** Returns the bytes of several UUIDs, one after the other. */
export const joinIds = (ids: ReadonlyArray<string>): Uint8Array => {
  const all = new Uint8Array(ids.length * size)
  for (const [index, id] of ids.entries()) {
    const bytes = bytesOf(id)
    if (bytes === undefined) throw new Error(`${id} is not a UUID`)
    all.set(bytes, index * size)
  }
  return all
}

/** Splits bytes that `joinIds` returned. */
export const splitIds = (bytes: Uint8Array): ReadonlyArray<string> =>
  Array.from({ length: bytes.length / size }, (_, index) => {
    const id = textOf(bytes.subarray(index * size, (index + 1) * size))
    if (id === undefined) throw new Error("the bytes end within a UUID")
    return id
  })
