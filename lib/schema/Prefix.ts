/** The range of all texts that start with a prefix. `from` is in the range, `until` is not. */
export interface PrefixRange {
  readonly from: string
  readonly until: string
}

const last = 0x10ffff

/** The largest length of a text that can be searched by prefix. */
export const maxSearched = 500

/** Sorts after every text that can be searched. */
const end = String.fromCodePoint(last).repeat(maxSearched + 1)

/** The next code point. It skips 0xd800 to 0xdfff, which are surrogates in UTF-16 and no characters. */
const after = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)

/**
 * The range of a prefix, in the order of code points. Both databases can read the range from an index, because UTF-8 bytes have the
 * same order. JavaScript's own order of UTF-16 units is different.
 */
export const rangeOf = (prefix: string): PrefixRange => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  const changed = points.findLastIndex((point) => point !== last)
  const until = points.slice(0, changed + 1).map((point, index) => (index === changed ? after(point) : point))
  return { from: prefix, until: changed === -1 ? end : String.fromCodePoint(...until) }
}

/**
 * Folds the case of each character separately, so that a prefix of a text stays a prefix. If the whole text were converted at once, a
 * sigma at the end of a word would become a different letter than a sigma inside a word.
 */
export const fold = (text: string): string =>
  Array.from(text, (character) => character.toUpperCase().toLowerCase()).join("")
