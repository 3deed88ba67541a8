/** All texts that start with a prefix: from `from` on, and before `until`. */
export interface PrefixRange {
  readonly from: string
  readonly until: string
}

const last = 0x10ffff

/** The largest number of characters of a text that is searched. */
export const maxSearched = 500

/** Above every text that is searched. */
const end = String.fromCodePoint(last).repeat(maxSearched + 1)

/** The next code point. UTF-16 reserves those from 0xd800 to 0xdfff for surrogates. */
const after = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)

/**
 * The range of a prefix in the order of code points, which is also that of UTF-8 bytes: both databases read it from an
 * index. JavaScript compares UTF-16 units, which order differently.
 */
export const rangeOf = (prefix: string): PrefixRange => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  const changed = points.findLastIndex((point) => point !== last)
  const until = points.slice(0, changed + 1).map((point, index) => (index === changed ? after(point) : point))
  return { from: prefix, until: changed === -1 ? end : String.fromCodePoint(...until) }
}

/**
 * Folds the case of each character on its own, so that a prefix of a text stays a prefix. Lower-casing the whole text
 * would change a sigma at its end in another way.
 */
export const fold = (text: string): string =>
  Array.from(text, (character) => character.toUpperCase().toLowerCase()).join("")
