import type { FileHandle } from "node:fs/promises"
import {
  maxLength,
  notUtf8,
  type Problem,
  readInBulks,
  type TextLine,
  tooLong
} from "../fileImport/textLines.ts"

/** A record of a CSV file (RFC 4180), or the problem with it. `line` is the number of its first line. */
export type CsvRecord = { readonly line: number; readonly fields: ReadonlyArray<string> } | Problem

const unclosed = "has a quote that is not closed"
const strayQuote =
  "has a quote inside a field: put the whole field into quotes, and write each quote in it twice"
const strayReturn = "has a carriage return without a line feed: end lines with LF or CRLF"

/** The index of the quote that closes the field, which starts with a quote at `start`; -1 if the field is open. */
const closingQuote = (text: string, start: number): number => {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

type Split =
  | { readonly fields: ReadonlyArray<string> }
  | { readonly problem: string }
  /** The text ends inside quotes. */
  | { readonly open: true }

/** Splits a record into its fields. */
const split = (text: string): Split => {
  if (!text.includes('"')) return text.includes("\r") ? { problem: strayReturn } : { fields: text.split(",") }
  const fields: Array<string> = []
  for (let at = 0; ; at += 1) {
    if (text[at] === '"') {
      const end = closingQuote(text, at)
      if (end === -1) return { open: true }
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
      if (at < text.length && text[at] !== ",") return { problem: strayQuote }
    } else {
      const comma = text.indexOf(",", at)
      const field = text.slice(at, comma === -1 ? text.length : comma)
      if (field.includes('"')) return { problem: strayQuote }
      if (field.includes("\r")) return { problem: strayReturn }
      fields.push(field)
      at += field.length
    }
    if (at === text.length) return { fields }
  }
}

const withoutReturn = (text: string): string => (text.endsWith("\r") ? text.slice(0, -1) : text)

/** Whether a line that follows an open quote ends outside quotes. */
const closes = (text: string): boolean => text.split('"').length % 2 === 0

/** A record that has an open quote. */
interface Open {
  readonly line: number
  readonly text: string
  readonly valid: boolean
}

const makeCsvReader = (add: (record: CsvRecord) => void) => {
  let open: Open | undefined

  const addRecord = (record: Open): void => {
    open = undefined
    const { line, valid } = record
    const text = withoutReturn(record.text)
    if (text === "") return
    const found = split(text)
    if ("open" in found) open = record
    else add(valid ? { line, ...found } : { line, problem: notUtf8 })
  }

  return {
    line: ({ line, text, valid }: TextLine): void => {
      if (text === undefined) {
        add({ line, problem: tooLong })
        open = undefined
      } else if (open === undefined) addRecord({ line, text, valid })
      else {
        const record = { line: open.line, text: `${open.text}\n${text}`, valid: open.valid && valid }
        if (closes(text)) addRecord(record)
        else if (record.text.length <= maxLength) open = record
        else {
          add({ line: record.line, problem: unclosed })
          open = undefined
        }
      }
    },
    end: (): void => {
      if (open !== undefined) add({ line: open.line, problem: unclosed })
    }
  }
}

/** Reads a CSV file in bulks of `size` records. The file is read from its start, and stays open. Empty lines are skipped. */
export const readCsv = (
  file: FileHandle,
  size: number,
  onBytes: (bytes: number) => void
): AsyncGenerator<ReadonlyArray<CsvRecord>> => readInBulks(file, size, onBytes, makeCsvReader)
