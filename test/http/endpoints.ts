// The contract as data: what tests go through, endpoint by endpoint.
import { HttpApi } from "@effect/platform"
import { Option, Schema, SchemaAST } from "effect"
import { Api } from "../../lib/http.ts"

export interface Field {
  readonly name: string
  readonly required: boolean
  /** One of a few words. */
  readonly isEnum: boolean
}

export interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly isPublic: boolean
  readonly status: number
  /** Fields of the body, or parameters of the query. */
  readonly fields: ReadonlyArray<Field>
  readonly accepts: (request: unknown) => boolean
  /** Throws when the answer is not exactly what the contract says. */
  readonly checkAnswer: (answer: unknown) => void
}

const isWord = (ast: SchemaAST.AST): boolean =>
  (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") ||
  (SchemaAST.isUnion(ast) && ast.types.some(isWord))

/** The fields of a structure as it is on the wire. */
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

export const endpoints: ReadonlyArray<Endpoint> = (() => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, middleware, successes }) => {
      const request = Option.getOrElse(
        Option.orElse(endpoint.payloadSchema, () => endpoint.urlParamsSchema),
        () => nothing
      )
      const [status, answer] = Array.from(successes)[0] ?? [0, { ast: Option.none<SchemaAST.AST>() }]
      const schema = Schema.make(Option.getOrElse(answer.ast, () => Schema.Never.ast))
      found.push({
        name: `${group.identifier}.${endpoint.name}`,
        method: endpoint.method,
        path: endpoint.path.replace("/api/v1", "").replace(":eco", "shop"),
        isPublic: middleware.size === 0,
        status,
        fields: fieldsOf(request),
        accepts: Schema.is(Schema.make(SchemaAST.encodedAST(request.ast))),
        checkAnswer: Schema.asserts(schema, { onExcessProperty: "error" })
      })
    }
  })
  return found
})()
