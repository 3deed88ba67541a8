import { type CsvFile, parseCsv } from "../../../../lib/schema/csv.ts"
import { saidFault } from "../../parts/plainWords.ts"
import { words } from "../../words/import.ts"
import { type Cells, cellsOf, type Kind } from "./kinds.ts"

/** The largest file in bytes, and the most lines. */
export const largest = { bytes: 5_000_000, lines: 20_000 }

export interface Line {
  /** The number in the file. */
  readonly number: number
  readonly cells: Cells
}

export interface BadLine {
  readonly line: number
  /** Empty if the whole line is wrong. */
  readonly column: string
  /** In the words of the page. */
  readonly problem: string
}

export interface ImportFile {
  readonly name: string
  /** Identifies the bytes of the file. Keys of its lines begin with it. */
  readonly digest: string
  /** The names of the columns that are used. */
  readonly columns: ReadonlyArray<string>
  readonly ignored: ReadonlyArray<string>
  readonly good: ReadonlyArray<Line>
  readonly bad: ReadonlyArray<BadLine>
}

const isColumn = ({ columns }: Kind, name: string): boolean =>
  columns.some((column) =>
    column.name.endsWith("*") ? name.startsWith(column.name.slice(0, -1)) : column.name === name
  )

const headerProblem = (kind: Kind, names: ReadonlyArray<string>): string | undefined => {
  const missing = kind.columns.filter(({ name, required }) => required && !names.includes(name))
  const twice = names.filter((name, index) => name !== "" && names.indexOf(name) < index)
  if (names.every((name) => !isColumn(kind, name))) return words.noColumns(kind.sample[0]?.join(",") ?? "")
  if (missing.length > 0) return words.lacks(missing.map(({ name }) => name).join(", "), missing.length)
  return twice.length > 0 ? words.namesTwice(twice.join(", ")) : undefined
}

/** The lines of a file, each good or with what is wrong with it and how to fix it. */
export const readLines = (kind: Kind, { problem, records }: CsvFile): Omit<ImportFile, "name" | "digest"> => {
  const [header, ...rest] = records
  const names = header?.cells.map((name) => name.trim()) ?? []
  const fileProblems: ReadonlyArray<BadLine> =
    problem === undefined
      ? []
      : [{ line: problem.line, column: "", problem: words.restNotRead(saidFault(problem.problem).text) }]
  const wrong = header === undefined ? words.isEmpty : headerProblem(kind, names)
  const used = names.filter((name) => isColumn(kind, name))
  const ignored = names.filter((name) => !isColumn(kind, name) && name !== "")
  if (wrong !== undefined || rest.length > largest.lines) {
    const found = wrong ?? words.tooManyLines(largest.lines)
    return {
      columns: used,
      ignored,
      good: [],
      bad: [{ line: header?.line ?? 1, column: "", problem: found }, ...fileProblems]
    }
  }
  const good: Array<Line> = []
  const bad: Array<BadLine> = []
  for (const record of rest) {
    const { line } = record
    if (record.cells.length !== names.length) {
      const problem = words.otherCells(record.cells.length, names.length)
      bad.push({ line, column: "", problem })
      continue
    }
    const all = cellsOf(names, record)
    const cells = Object.fromEntries(used.map((name) => [name, all[name] ?? ""]))
    const faults = Object.entries(kind.check(cells))
    if (faults.length === 0) good.push({ number: line, cells })
    for (const [column, fault] of faults) bad.push({ line, column, problem: saidFault(fault).text })
  }
  return { columns: used, ignored, good, bad: [...bad, ...fileProblems] }
}

/** Why a file cannot be read at all. */
export class Unreadable extends Error {}

const decoded = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Unreadable(words.notUtf8)
  }
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Reads and checks a file in the browser. Nothing is sent. */
export const readFile = async (kind: Kind, file: File): Promise<ImportFile> => {
  if (file.size > largest.bytes) throw new Unreadable(words.tooLarge)
  // Browsers offer digests only to pages of https and of this machine.
  if (crypto.subtle === undefined) throw new Unreadable(words.needsHttps)
  const bytes = await file.arrayBuffer()
  const text = decoded(bytes)
  const digest = hex(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 32)
  return { name: file.name, digest, ...readLines(kind, parseCsv(text)) }
}
