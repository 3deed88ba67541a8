// SQLite has no type for a UUID: a column holds its 16 bytes. Their order is the order of the texts.

/** The bytes of a UUID. */
export const length = 16

/** The index of each byte's two digits in the text. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const hyphens = [8, 13, 18, 23]

/** The value of a digit by its character code; more than 15 for every other character. */
const digits = new Uint8Array(128).fill(0xff)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

const digitAt = (text: string, index: number): number => digits[text.charCodeAt(index)] ?? 0xff

/**
 * The bytes of a UUID in the usual form, in either case, as PostgreSQL reads it; undefined for any other text. This runs for
 * every id of every row: with `Buffer.from(…, "hex")` it takes six times as long.
 */
export const bytesOf = (text: string): Uint8Array | undefined => {
  const bytes = new Uint8Array(length)
  let all = 0
  for (let index = 0; index < length; index++) {
    const place = places[index] ?? 0
    const high = digitAt(text, place)
    const low = digitAt(text, place + 1)
    all |= high | low
    bytes[index] = (high << 4) | low
  }
  const isUuid = all < 16 && text.length === 36 && hyphens.every((index) => text[index] === "-")
  return isUuid ? bytes : undefined
}

const characters = Buffer.from("0123456789abcdef", "latin1")
const written = Buffer.alloc(36, "-")

/** The text of a UUID in lower case; undefined for any other number of bytes than 16. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length !== length) return undefined
  for (let index = 0; index < length; index++) {
    const place = places[index] ?? 0
    const byte = bytes[index] ?? 0
    written[place] = characters[byte >> 4] ?? 0
    written[place + 1] = characters[byte & 15] ?? 0
  }
  return written.toString("latin1")
}

/** The bytes of several UUIDs, one after the other. */
export const join = (ids: ReadonlyArray<string>): Uint8Array => {
  const all = new Uint8Array(ids.length * length)
  for (const [index, id] of ids.entries()) {
    const bytes = bytesOf(id)
    if (bytes === undefined) throw new Error(`${id} is not a UUID`)
    all.set(bytes, index * length)
  }
  return all
}

/** The UUIDs that `join` has put together. */
export const split = (bytes: Uint8Array): ReadonlyArray<string> =>
  Array.from({ length: bytes.length / length }, (_, index) => {
    const id = textOf(bytes.subarray(index * length, (index + 1) * length))
    if (id === undefined) throw new Error("the bytes end within a UUID")
    return id
  })
