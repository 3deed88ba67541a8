// The contract as data, for tests that iterate over all endpoints.
import { HttpApi } from "@effect/platform"
import { Context, Option, Schema, SchemaAST } from "effect"
import { Api } from "../../lib/entries/http.ts"
import {
  type Access,
  Authorization,
  Guarded,
  KeyAuthorization,
  type Requirement,
  UserAuthorization
} from "../../lib/http/access.ts"
import { FailuresAs, type Rendering } from "../../lib/http/annotations.ts"

export interface Field {
  readonly name: string
  readonly required: boolean
  /** Whether the field accepts only a fixed set of words. */
  readonly isEnum: boolean
}

export interface Endpoint {
  readonly name: string
  readonly method: string
  /** The ecosystem is filled in, other parameters are not: `/laas/iam/api-keys/:id`. */
  readonly path: string
  readonly access: Access
  readonly scope: Requirement | undefined
  readonly failuresAs: Rendering
  readonly status: number
  /** All statuses of answers that are no failure: 202 if the work may go on after the answer. */
  readonly statuses: ReadonlyArray<number>
  /** The encodings of the body; empty if the endpoint has none. */
  readonly encodings: ReadonlyArray<"json" | "form">
  readonly params: ReadonlyArray<string>
  readonly query: ReadonlyArray<Field>
  readonly body: ReadonlyArray<Field>
  readonly accepts: (request: Readonly<Record<string, unknown>>) => boolean
  /** Throws if the answer differs from the contract. */
  readonly checkAnswer: (answer: unknown) => void
}

const accessOf: Readonly<Record<string, Access>> = {
  [Authorization.key]: "partner",
  [UserAuthorization.key]: "user",
  [KeyAuthorization.key]: "key"
}

const isWord = (ast: SchemaAST.AST): boolean =>
  (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") ||
  (SchemaAST.isUnion(ast) && ast.types.some(isWord))

/** The fields of a struct in wire form. */
export const fieldsOf = ({ ast }: Schema.Schema.All): ReadonlyArray<Field> => {
  const encoded = SchemaAST.encodedAST(ast)
  return SchemaAST.isTypeLiteral(encoded)
    ? encoded.propertySignatures.map(({ isOptional, name, type }) => ({
        name: String(name),
        required: !isOptional,
        isEnum: isWord(type)
      }))
    : []
}

const nothing = Schema.Struct({})

/** An endpoint that accepts two encodings has a schema for each. Both have the same fields. */
const oneOf = (schema: Schema.Schema.All): Schema.Schema.All => {
  const { ast } = schema
  const [first] = SchemaAST.isUnion(ast) ? ast.types : []
  return first === undefined ? schema : Schema.make(first)
}

const schemaOf = (schema: Option.Option<Schema.Schema.All>): Schema.Schema.All =>
  oneOf(Option.getOrElse(schema, () => nothing))

const encodingsOf = (payloads: ReadonlyMap<string, unknown>): Endpoint["encodings"] => [
  ...(payloads.has("application/json") ? ["json" as const] : []),
  ...(payloads.has("application/x-www-form-urlencoded") ? ["form" as const] : [])
]

const pick = (request: Readonly<Record<string, unknown>>, fields: ReadonlyArray<Field>) =>
  Object.fromEntries(
    fields.filter(({ name }) => request[name] !== undefined).map(({ name }) => [name, request[name]])
  )

const acceptanceOf = (...parts: ReadonlyArray<Schema.Schema.All>): Endpoint["accepts"] => {
  const checks = parts.map((schema) => ({
    fields: fieldsOf(schema),
    holds: Schema.is(Schema.make(SchemaAST.encodedAST(schema.ast)))
  }))
  return (request) => checks.every(({ fields, holds }) => holds(pick(request, fields)))
}

export const endpoints: ReadonlyArray<Endpoint> = (() => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, middleware, payloads, successes }) => {
      const [status, answer] = Array.from(successes)[0] ?? [0, { ast: Option.none<SchemaAST.AST>() }]
      const schema = Schema.make(Option.getOrElse(answer.ast, () => Schema.Never.ast))
      const [query, body] = [schemaOf(endpoint.urlParamsSchema), schemaOf(endpoint.payloadSchema)]
      const path = endpoint.path.replace(/^\/api\/v1/, "").replace(":eco", "shop")
      const [guard] = Array.from(middleware, ({ key }) => accessOf[key])
      found.push({
        name: `${group.identifier}.${endpoint.name}`,
        method: endpoint.method,
        path,
        access: guard ?? "public",
        scope: Option.getOrUndefined(Context.getOption(mergedAnnotations, Guarded))?.scope,
        failuresAs: Context.getOrElse(mergedAnnotations, FailuresAs, (): Rendering => "envelope"),
        status,
        statuses: Array.from(successes.keys()),
        encodings: encodingsOf(payloads),
        params: Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name),
        query: fieldsOf(query),
        body: fieldsOf(body),
        accepts: acceptanceOf(query, body),
        checkAnswer: Schema.asserts(schema, { onExcessProperty: "error" })
      })
    }
  })
  return found
})()
