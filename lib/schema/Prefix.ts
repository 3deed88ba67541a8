/** The texts that start with a prefix, as a half-open range: from the prefix itself to the first text behind them all. */
export interface Range {
  readonly from: string
  readonly until: string
}

const last = 0x10ffff

/** Texts that are searched have at most so many characters. */
export const maxSearched = 500

/** Above every text that is searched. */
const end = String.fromCodePoint(last).repeat(maxSearched + 1)

/** UTF-16 reserves the code points between these two. */
const after = (point: number): number => (point === 0xd7ff ? 0xe000 : point + 1)

/**
 * The range of a prefix in the order of UTF-8's bytes, which is the order of code points: both databases read it from an index.
 * JavaScript compares text by halves of surrogate pairs, in another order.
 */
export const rangeOf = (prefix: string): Range => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  const changed = points.findLastIndex((point) => point !== last)
  const until = points.slice(0, changed + 1).map((point, index) => (index === changed ? after(point) : point))
  return { from: prefix, until: changed === -1 ? end : String.fromCodePoint(...until) }
}

/**
 * Text without regard to case. Each character becomes the same wherever it stands, so that the prefix of a text stays a prefix of
 * it: the lower case of a whole text would write a sigma at its end in another way.
 */
export const fold = (text: string): string =>
  Array.from(text, (character) => character.toUpperCase().toLowerCase()).join("")
