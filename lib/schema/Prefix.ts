/** The range of all texts that start with a prefix. `from` is in the range, `until` is not. */
export interface PrefixRange {
  readonly from: string
  readonly until: string
}

/** The largest code point. */
const last = 0x10ffff

/** The largest length of a text that can be searched by prefix. */
export const maxSearched = 500

/** Sorts after every text that can be searched. */
const end = String.fromCodePoint(last).repeat(maxSearched + 1)

/** Returns the next code point. Skips the surrogates, which are 0xd800 to 0xdfff. */
const after = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)

/**
 * Returns the range of a prefix, in the order of code points. UTF-8 bytes have the same order, so SQLite and PostgreSQL can read the range
 * from an index.
 */
export const rangeOf = (prefix: string): PrefixRange => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  const changed = points.findLastIndex((point) => point !== last)
  const until = points.slice(0, changed + 1).map((point, index) => (index === changed ? after(point) : point))
  return { from: prefix, until: changed === -1 ? end : String.fromCodePoint(...until) }
}

/**
 * Folds the case of each character separately, so that a prefix of a text stays a prefix. `toLowerCase` of a whole text would convert
 * a sigma at the end of a word to another letter.
 */
export const fold = (text: string): string =>
  Array.from(text, (character) => character.toUpperCase().toLowerCase()).join("")
