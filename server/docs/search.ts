import type { Document, Operation } from "./document.ts"
import { nameOf, resolved, rowsOf } from "./schema.ts"

export interface Found {
  readonly operations: ReadonlyArray<Operation>
  readonly schemas: ReadonlyArray<string>
}

const textOf = (operation: Operation, { schemas }: Document): string => {
  const { body, description, id, method, parameters, path, summary } = operation
  const fields = body === undefined ? [] : rowsOf(resolved(body, schemas)).map((row) => row.path)
  const name = body === undefined ? "" : (nameOf(body) ?? "")
  const parts = [
    method,
    path,
    id,
    summary,
    description,
    name,
    ...parameters.map((each) => each.name),
    ...fields
  ]
  return parts.join(" ").toLowerCase()
}

/** Finds operations and schemas that have every word somewhere: in the path, the summary, or the name of a field. */
export const makeSearch = (document: Document): ((words: string) => Found) => {
  const operations = document.operations.map((operation) => ({
    operation,
    text: textOf(operation, document)
  }))
  const names = Object.keys(document.schemas)
  return (given) => {
    const words = given.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = (text: string) => words.every((word) => text.includes(word))
    return {
      operations: operations.filter(({ text }) => matches(text)).map(({ operation }) => operation),
      schemas: names.filter((name) => matches(name.toLowerCase()))
    }
  }
}
