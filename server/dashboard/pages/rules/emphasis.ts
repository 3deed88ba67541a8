import type { Words } from "../../words/en/sentence.ts"
import { words as current } from "../../words/sentence.ts"

/** A part of the sentence about a rule. */
export interface SaidPart {
  readonly text: string
  readonly kind: "plain" | "quantity" | "path"
}

/** Texts in quotes are those of people. They are left as they are. */
const patternOf = ({ after, date, number, units }: Words["emphasis"]): RegExp =>
  new RegExp(
    `(?<quoted>“[^”]*”|„[^“]*“|"(?:[^"\\\\]|\\\\.)*")` +
      `|(?<path>(?:data|local|member)\\.[A-Za-z0-9_.-]*[A-Za-z0-9_-])` +
      `|(?<quantity>${date}|\\b${number}(?: (?:${units})\\b)?(?: (?:${after})\\b)?)`,
    "g"
  )

/** Splits the sentence about a rule, so that quantities and dates can be set in bold, and paths of fields as code. */
export const partsOfSentence = (sentence: string, words = current): ReadonlyArray<SaidPart> => {
  const parts: Array<SaidPart> = []
  let end = 0
  for (const { 0: text, groups, index } of sentence.matchAll(patternOf(words.emphasis))) {
    if (index > end) parts.push({ text: sentence.slice(end, index), kind: "plain" })
    parts.push({ text, kind: groups?.path ? "path" : groups?.quantity ? "quantity" : "plain" })
    end = index + text.length
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), kind: "plain" })
  return parts
}
