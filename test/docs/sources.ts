// Finds the schemas that sources name, and the comments of their fields.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { SchemaAST as AST, Schema } from "effect"

export type Fields = Readonly<Record<string, unknown>>

/** The fields of a struct, also of one with a filter. */
export const fieldsOf = (schema: unknown): Fields => {
  if (!Schema.isSchema(schema)) return {}
  if ("fields" in schema) return Object(schema.fields)
  return "from" in schema ? fieldsOf(schema.from) : {}
}

/** The encoded form of a struct. */
export const literalOf = (ast: AST.AST): AST.TypeLiteral | undefined => {
  if (AST.isTypeLiteral(ast)) return ast
  return AST.isTransformation(ast) || AST.isRefinement(ast) ? literalOf(ast.from) : undefined
}

export interface Found {
  readonly file: string
  readonly schema: Schema.Schema.All
  /** The comment above the schema. */
  readonly doc: string | undefined
  /** The comments of the fields in the source of the schema. */
  readonly comments: ReadonlyMap<string, string>
}

const comment = String.raw`/\*\*\s*((?:(?!\*/)[\s\S])*?)\s*\*/\s*`

const wordsOf = (text: string): string => text.replace(/\s*\n\s*\* ?/g, " ").replace(/^\* /, "")

/** The comment above a schema, and those of its fields. */
const commentsIn = (text: string, name: string): Pick<Found, "comments" | "doc"> => {
  const [, doc] = new RegExp(`${comment}export const ${name} = `).exec(text) ?? []
  const [, block = ""] = new RegExp(`const ${name} = ([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  const fields = block.matchAll(new RegExp(`${comment}(\\w+)\\b`, "g"))
  return {
    doc: doc === undefined ? undefined : wordsOf(doc),
    comments: new Map(Array.from(fields, ([, words = "", field = ""]) => [field, wordsOf(words)]))
  }
}

/** The schema with this name that a file declares or imports. */
export const schemaIn = async (file: string, name: string): Promise<Found> => {
  const text = readFileSync(file, "utf8")
  const here: unknown = Reflect.get(await import(file), name)
  if (Schema.isSchema(here)) return { file, schema: here, ...commentsIn(text, name) }
  const imported = new RegExp(`import \\{[^}]*?(?:\\b(\\w+) as )?\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(
    text
  )
  const [, original = name, path] = imported ?? []
  if (path === undefined) throw new Error(`${file} must export or import ${name}`)
  return schemaIn(fileURLToPath(new URL(path, `file://${file}`)), original)
}
