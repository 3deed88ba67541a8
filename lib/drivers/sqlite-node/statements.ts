import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

export interface Statements {
  readonly rows: Run<object>
  readonly values: Run<ReadonlyArray<unknown>>
}

/** Runs a statement and returns all its rows. Prepares it first, unless it is prepared already. */
export type Run<Row> = (
  text: string,
  parameters: ReadonlyArray<SQLInputValue>,
  bigints: boolean
) => ReadonlyArray<Row>

const maxStatements = 512
/** A prepared statement takes memory in proportion to its text, which is long when it has thousands of parameters. */
const maxCharacters = 4_000_000

/** Keeps the statements of one database prepared, by their text. Drops the least recently used first. */
export const make = (database: DatabaseSync): Statements => {
  const statements = new Map<string, Statement>()
  let characters = 0

  const prepare = (text: string): Statement => ({
    native: database.prepare(text),
    reading: { arrays: false, bigints: false }
  })

  const keep = (text: string, statement: Statement) => {
    statements.set(text, statement)
    characters += text.length
    for (const oldest of statements.keys()) {
      if (statements.size <= maxStatements && characters <= maxCharacters) return
      statements.delete(oldest)
      characters -= oldest.length
    }
  }

  const find = (text: string): Statement => {
    const found = statements.get(text)
    if (found !== undefined) {
      statements.delete(text)
      statements.set(text, found)
      return found
    }
    const prepared = prepare(text)
    keep(text, prepared)
    return prepared
  }

  const run = (text: string, parameters: ReadonlyArray<SQLInputValue>, reading: Reading) => {
    const statement = find(text)
    read(statement, reading)
    return statement.native.all(...parameters)
  }

  return {
    rows: (text, parameters, bigints) => run(text, parameters, { arrays: false, bigints }),
    values: (text, parameters, bigints) => run(text, parameters, { arrays: true, bigints }).map(valuesOf)
  }
}

interface Reading {
  readonly arrays: boolean
  readonly bigints: boolean
}

interface Statement {
  readonly native: StatementSync
  reading: Reading
}

const read = (statement: Statement, { arrays, bigints }: Reading) => {
  const { native, reading } = statement
  if (reading.bigints === bigints && reading.arrays === arrays) return
  if (reading.bigints !== bigints) native.setReadBigInts(bigints)
  // Node has it since 22.16. Earlier versions return columns of the same name as one value.
  if (reading.arrays !== arrays && "setReturnArrays" in native) native.setReturnArrays(arrays)
  statement.reading = { arrays, bigints }
}

const valuesOf = (row: object): ReadonlyArray<unknown> => (Array.isArray(row) ? row : Object.values(row))
