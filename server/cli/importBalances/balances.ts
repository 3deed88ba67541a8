import type { FileHandle } from "node:fs/promises"
import { Coins } from "../../../lib/index.ts"
import { bulkSize, hashOfText, keyFor } from "../fileImport/passes.ts"
import type { Problem } from "../fileImport/textLines.ts"
import { type CsvRecord, readCsv } from "./csv.ts"

/** A line of the file. */
export interface Balance {
  readonly line: number
  readonly userId: string
  readonly coins: string
  readonly reason: string
}

const columns = ["userId", "coins", "reason"] as const
type Column = (typeof columns)[number]

/** The index of each column in the records. */
type Header = Readonly<Record<Column, number>>

/** Names for an error message, truncated. */
const quoted = (names: ReadonlyArray<string>): string => {
  const text = names.map((name) => JSON.stringify(name)).join(", ")
  return text.length > 100 ? `${text.slice(0, 97)}...` : text
}

const readHeader = ({ line, ...record }: CsvRecord): Header | Problem => {
  if ("problem" in record) return { line, problem: record.problem }
  const { fields } = record
  const missing = columns.filter((column) => !fields.includes(column))
  const unknown = fields.filter((name) => !columns.some((column) => column === name))
  const twice = fields.filter((name, index) => fields.indexOf(name) < index)
  if (missing.length + unknown.length + twice.length === 0) {
    return {
      userId: fields.indexOf("userId"),
      coins: fields.indexOf("coins"),
      reason: fields.indexOf("reason")
    }
  }
  const faults = [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`has the unknown columns ${quoted(unknown)}`]),
    ...(twice.length === 0 ? [] : [`names ${quoted(twice)} twice`])
  ]
  return {
    line,
    problem: `must be the header with the columns userId, coins and reason, separated by commas; it ${faults.join("; it ")}`
  }
}

const readBalance = (header: Header, { line, ...record }: CsvRecord): Balance | Problem => {
  if ("problem" in record) return { line, problem: record.problem }
  const { fields } = record
  if (fields.length !== columns.length) {
    return { line, problem: `has ${fields.length} fields instead of ${columns.length}` }
  }
  const fieldOf = (column: Column): string => fields[header[column]] ?? ""
  return { line, userId: fieldOf("userId"), coins: fieldOf("coins"), reason: fieldOf("reason") }
}

/** Reads the lines of the file, or their problems, in bulks. Stops at a wrong header. */
export async function* readBalances(
  file: FileHandle,
  onBytes: (bytes: number) => void
): AsyncGenerator<ReadonlyArray<Balance | Problem>> {
  let header: Header | undefined
  for await (const records of readCsv(file, bulkSize, onBytes)) {
    if (header !== undefined) {
      const known = header
      yield records.map((record) => readBalance(known, record))
      continue
    }
    const [first, ...others] = records
    const found = first === undefined ? undefined : readHeader(first)
    if (found === undefined) continue
    if ("problem" in found) {
      yield [found]
      return
    }
    header = found
    yield others.map((record) => readBalance(found, record))
  }
  if (header === undefined) {
    yield [{ line: 1, problem: "must be the header userId,coins,reason: the file is empty" }]
  }
}

/** A hash of what a line says, undefined if its coins are not an amount. The amount is formatted, so that 10 and 10.00 are the same. */
export const hashOf = ({ coins, reason, userId }: Balance): Buffer | undefined => {
  const amount = Coins.parse(coins)
  return amount === undefined ? undefined : hashOfText(`${userId}\0${Coins.format(amount)}\0${reason}`)
}

export const keyOf = keyFor("import-balances")
