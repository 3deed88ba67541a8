/** A part of the sentence about a rule. */
export interface SaidPart {
  readonly text: string
  readonly kind: "plain" | "quantity" | "path"
}

const units = "coins?|payments?|members?|completions?|conditions?|days?|months?|years?|places?|pending days?"
const month = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
const number = "\\d+(?:,\\d{3})*(?:\\.\\d+)?"

/** Texts in quotes are those of people. They are left as they are. */
const pattern = new RegExp(
  `(?<quoted>“[^”]*”|"(?:[^"\\\\]|\\\\.)*")` +
    `|(?<path>(?:data|local|member)\\.[A-Za-z0-9_.-]*[A-Za-z0-9_-])` +
    `|(?<quantity>\\d{1,2} (?:${month}) \\d{4}(?:, \\d{2}:\\d{2}(?::\\d{2})?)?|\\b${number}(?: (?:${units})\\b)?(?: (?:a (?:day|week|month|year)|in all)\\b)?)`,
  "g"
)

/** Splits the sentence about a rule, so that quantities and dates can be set in bold, and paths of fields as code. */
export const partsOfSentence = (sentence: string): ReadonlyArray<SaidPart> => {
  const parts: Array<SaidPart> = []
  let end = 0
  for (const { 0: text, groups, index } of sentence.matchAll(pattern)) {
    if (index > end) parts.push({ text: sentence.slice(end, index), kind: "plain" })
    parts.push({ text, kind: groups?.path ? "path" : groups?.quantity ? "quantity" : "plain" })
    end = index + text.length
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), kind: "plain" })
  return parts
}
