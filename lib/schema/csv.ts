// Reads and writes CSV files (RFC 4180) that people open in spreadsheets. The service writes lists with this module, and the dashboard
// reads and writes files with it. This module imports nothing, because the dashboard runs in browsers.

/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = "\uFEFF"

/** Matches the beginning of a cell that a spreadsheet runs as a formula. */
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
const plainNumber = /^-?\d+(?:\.\d+)?$/
const isFormula = (text: string): boolean => formula.test(text) && !plainNumber.test(text)

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. Numbers stay as they are. */
export const harmless = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Removes the apostrophe that `harmless` added. */
export const restored = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

const cellOf = (text: string): string => {
  const safe = harmless(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns one line, with its line end. */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  // A line of a single empty cell would look like an empty line.
  cells.length === 1 && cells[0] === "" ? '""\r\n' : `${cells.map(cellOf).join(",")}\r\n`

/** Returns a whole file. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  byteOrderMark + rows.map(csvLine).join("")

export interface CsvRecord {
  /** The number of the record's first line in the file. The first line of the file is 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export interface CsvProblem {
  readonly line: number
  readonly problem: string
}

export interface CsvFile {
  readonly separator: string
  readonly records: ReadonlyArray<CsvRecord>
  /** Why the file cannot be read any further. */
  readonly problem: CsvProblem | undefined
}

const separators = [",", ";", "\t"] as const

/** Returns the separator that is most frequent in the first line, outside of quotes. Spreadsheets of many countries write semicolons. */
const separatorOf = (text: string): string => {
  const [first = ""] = text.trimStart().split(/[\r\n]/, 1)
  const bare = first.replaceAll(/"[^"]*"/g, "")
  const count = (separator: string) => bare.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best), ",")
}

const strayQuote =
  "has a quote inside a cell: put the whole cell into quotes, and write each quote in it twice"
const openQuote = "has a quote that is not closed"

/** Reads a file. Lines may end with CRLF, LF or CR. Empty lines are skipped. */
export const parseCsv = (whole: string): CsvFile => {
  const text = whole.startsWith(byteOrderMark) ? whole.slice(1) : whole
  const separator = separatorOf(text)
  const plain = separator === "\t" ? /[^\t\r\n]*/y : new RegExp(`[^${separator}\r\n]*`, "y")
  const records: Array<CsvRecord> = []
  let cells: Array<string> = []
  let line = 1
  let start = 1
  let at = 0

  const problem = (found: string): CsvFile => ({
    separator,
    records,
    problem: { line: start, problem: found }
  })

  while (at < text.length) {
    let isQuoted = false
    if (text[at] === '"') {
      isQuoted = true
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) return problem(openQuote)
      const inner = text.slice(at + 1, end)
      line += inner.match(/\r\n|\r|\n/g)?.length ?? 0
      cells.push(restored(inner.replaceAll('""', '"')))
      at = end + 1
    } else {
      plain.lastIndex = at
      const [cell = ""] = plain.exec(text) ?? []
      if (cell.includes('"')) return problem(strayQuote)
      cells.push(restored(cell))
      at += cell.length
    }
    const next = text[at]
    if (next === separator) {
      at += 1
      // A separator at the very end begins a last, empty cell.
      if (at < text.length) continue
      cells.push("")
    } else if (next !== undefined && next !== "\r" && next !== "\n") return problem(strayQuote)
    if (cells.length > 1 || cells[0] !== "" || isQuoted) records.push({ line: start, cells })
    cells = []
    at += next === "\r" && text[at + 1] === "\n" ? 2 : next === undefined || next === separator ? 0 : 1
    line += 1
    start = line
  }
  return { separator, records, problem: undefined }
}
