// Writes lib/schema/inputs.ts: the inputs of services as interfaces with comments. A field has the description of the same field in
// the contract. A field that only the library has is described by the comment in its schema.
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { HttpApi } from "@effect/platform"
import { SchemaAST as AST, Option, Schema } from "effect"
import { Api } from "../../lib/entries/http.ts"
import { InputId } from "../../lib/http/requestSchemas.ts"
import { formatted } from "./formatted.ts"
import { type Fields, type Found, fieldsOf, literalOf, schemaIn } from "./sources.ts"
import { comment, descriptionOf, makePrinter } from "./typescript.ts"

const lib = fileURLToPath(new URL("../../lib/", import.meta.url))

/** A request of the contract, and the fields of the service's input from which it is derived. */
interface Request {
  readonly fields: Fields
  readonly properties: ReadonlyMap<string, AST.PropertySignature>
}

const requestOf = (ast: AST.AST): ReadonlyArray<Request> => {
  if (AST.isUnion(ast)) return ast.types.flatMap(requestOf)
  const input = Option.getOrUndefined(AST.getAnnotation<unknown>(ast, InputId))
  const properties = (literalOf(ast)?.propertySignatures ?? []).map(
    (each) => [String(each.name), each] as const
  )
  return input === undefined ? [] : [{ fields: fieldsOf(input), properties: new Map(properties) }]
}

const requests: ReadonlyArray<Request> = (() => {
  const found: Array<Request> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      for (const schema of [endpoint.payloadSchema, endpoint.urlParamsSchema])
        if (Option.isSome(schema)) found.push(...requestOf(schema.value.ast))
    }
  })
  return found
})()

/** The fields of many inputs that requests do not have, or that have another meaning there. */
const shared: Readonly<Record<string, string>> = {
  partnerId: "The id of the partner, as `partners.register` returns it",
  idempotencyKey: "A second call with the same key and input returns the first answer, and takes effect once",
  after: "The id of the last entry of the previous page",
  before: "The id of the last entry of the previous page",
  ecosystem: "The ecosystem of the partner"
}

const pageSizes: Readonly<Record<string, string>> = {
  limit: "The maximum number of entries in a page",
  take: "The maximum number of entries in a page"
}

const source = /^export type (\w+) = Documented\.Of<\s*typeof (\w+),\s*Documented\.\1\s*>$/gm
interface Input extends Found {
  readonly name: string
}

const readInputs = async (): Promise<ReadonlyArray<Input>> => {
  const files = readdirSync(lib, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .toSorted()
  const found: Array<Input> = []
  for (const file of files) {
    for (const [, name = "", schema = ""] of readFileSync(`${lib}${file}`, "utf8").matchAll(source)) {
      found.push({ name, ...(await schemaIn(`${lib}${file}`, schema)) })
    }
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const isSame = (one: unknown, other: unknown): boolean => one === other

const innerOf = (field: unknown): unknown =>
  Schema.isPropertySignature(field) && "from" in field ? field.from : field

/** Whether two fields have the same schema, although one may be optional or have a default. */
const isSimilar = (one: unknown, other: unknown): boolean => innerOf(one) === innerOf(other)

const withoutComments = (text: string): string => text.replace(/\/\*\*.*\*\/\n/g, "")

const header =
  "// Written by `npm run docs` from the schemas of the inputs and the contract in lib/http; do not edit.\n"

export const documentedInputs = async (): Promise<string> => {
  const { type, unions } = makePrinter(() => undefined)

  /** The request that has the same field, and of several the one that shares the most fields with the input. */
  const requestFor = (fields: Fields, name: string, equal: typeof isSame): Request | undefined => {
    const common = (request: Request) =>
      Object.keys(request.fields).filter((each) => equal(request.fields[each], fields[each])).length
    const having = requests.filter((each) => name in each.fields && equal(each.fields[name], fields[name]))
    return having.toSorted((one, other) => common(other) - common(one))[0]
  }

  const inputs = await readInputs()
  /** The comments of fields that several schemas share. */
  const commentOf = new Map(
    inputs.flatMap(({ comments, schema }) =>
      Object.entries(fieldsOf(schema)).flatMap(([name, field]) => {
        const text = comments.get(name)
        return text === undefined ? [] : [[field, text] as const]
      })
    )
  )

  const missing: Array<string> = []
  const memberOf = (input: string, fields: Fields, signature: AST.PropertySignature): string => {
    const name = String(signature.name)
    const same = requestFor(fields, name, isSame)
    const similar = name in pageSizes ? undefined : requestFor(fields, name, isSimilar)
    const found = (same ?? similar)?.properties.get(name)
    const described = found === undefined ? undefined : descriptionOf(found.type)
    const text = commentOf.get(fields[name]) ?? shared[name] ?? described ?? pageSizes[name]
    if (text === undefined) missing.push(`${input}.${name}`)
    const plain = type(signature.type)
    const noted = found === undefined ? plain : type(found.type)
    const shown = withoutComments(noted) === withoutComments(plain) ? noted : plain
    const mark = signature.isOptional ? "?" : ""
    return `${comment(text)}readonly ${name}${mark}: ${shown}`
  }

  const interfaces = inputs.map(({ name, schema }) => {
    const properties = literalOf(schema.ast)?.propertySignatures ?? []
    const fields = fieldsOf(schema)
    return `export interface ${name} {\n${properties.map((each) => memberOf(name, fields, each)).join("\n")}\n}\n`
  })
  if (missing.length > 0)
    throw new Error(`these fields of inputs need a comment in their schema: ${missing.join(", ")}`)
  return formatted("lib/schema/inputs.ts", [header, ...unions.values(), ...interfaces].join("\n"))
}
