import { SchemaAST as AST, Schema } from "effect"
import { documented, encodedFields, type Note, type Notes, property } from "./fields/documented.ts"

export type { Note }

// The schemas of requests are derived from the inputs of services. They check types only: a typed client would otherwise
// refuse a request in other words than the service.

type NotesOf<Fields> = { readonly [Name in keyof Fields]: Note }

/** A request's body with the fields of a service's input. */
export const requestBody = <Fields extends Schema.Struct.Fields>(
  identifier: string,
  input: Schema.Struct<Fields>,
  notes: NotesOf<Fields>,
  description?: string
) => {
  const named: Notes = notes
  const ast = new AST.TypeLiteral(
    encodedFields(input.ast).map((each) => property(each, named[String(each.name)])),
    []
  )
  return Schema.make<Schema.Struct.Encoded<Fields>>(ast).annotations({
    identifier,
    ...(description !== undefined && { description })
  })
}

/** A query's parameters are text, also where the service's input takes numbers. */
type Text<Fields> = { readonly [Name in keyof Fields]: Extract<Fields[Name], string | undefined> }

/** A request's query with the fields of a service's input. */
export const requestQuery = <Fields extends Schema.Struct.Fields>(
  input: Schema.Struct<Fields>,
  notes: NotesOf<Fields>
) => {
  const named: Notes = notes
  const fields = encodedFields(input.ast).map((each) => property(each, named[String(each.name)], true))
  return Schema.make<Text<Schema.Struct.Encoded<Fields>>>(new AST.TypeLiteral(fields, []))
}

/** One parameter of a path. */
export const parameter = <A>(schema: Schema.Schema<A, string>, note: Note) =>
  Schema.make<string>(documented(schema.ast, note, true))
