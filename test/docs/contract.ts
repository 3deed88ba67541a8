// Writes lib/client/contract.ts from the contract: the types of the client with their comments, and its routes.
import { HttpApi, OpenApi } from "@effect/platform"
import { SchemaAST as AST, Context, Option, type Schema } from "effect"
import { Api, openApi } from "../../lib/entries/http.ts"
import { Guarded } from "../../lib/http/access.ts"
import { FailuresAs, type Rendering } from "../../lib/http/annotations.ts"
import { Failure } from "../../lib/http/envelope.ts"
import { formatted } from "./formatted.ts"
import { comment, identifierOf, makePrinter } from "./typescript.ts"

const header = `// Written by \`npm run docs\` from the contract in lib/http; do not edit.

/** The options of a call. They take precedence over those of the client. */
export interface CallOptions {
  /** A write that is sent again with the same key takes effect once. */
  readonly idempotencyKey?: string | undefined
  /** How long one try may take, in milliseconds. */
  readonly timeout?: number | undefined
  /** Aborts the call. The service may still execute it. */
  readonly signal?: AbortSignal | undefined
  /** Headers that are sent with the call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How many times the call is repeated after an error with \`retryable\`. */
  readonly retries?: number | undefined
}

/** A successful answer. */
export interface Success<Data> {
  readonly status: "success"
  readonly message: string
  readonly data: Data
}

/** The method and path of an endpoint, and when a failed call of it can be repeated without a second effect. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly repeat: "always" | "with key" | "if refused"
}
`

interface Operation {
  readonly text: string
  readonly takesKey: boolean
}

/** The comment of each operation in the OpenAPI document, and whether it takes an idempotency key. */
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(openApi().paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ description, operationId, parameters, summary }) => [
      operationId,
      {
        text: [`${summary}.`, description ?? ""].join(" ").trim(),
        takesKey: parameters.some(({ name }) => name === "Idempotency-Key")
      }
    ])
)

/** The data of an answer in the envelope. */
const dataOf = (ast: AST.AST): AST.AST | undefined => {
  if (!AST.isTypeLiteral(ast)) return undefined
  const [status, , data] = ast.propertySignatures
  const isEnvelope =
    status?.name === "status" && AST.isLiteral(status.type) && status.type.literal === "success"
  return isEnvelope ? data?.type : undefined
}

/** An answer that depends on the encoding of the request has the envelope for JSON. */
const jsonAnswer = (ast: AST.AST): AST.AST =>
  AST.isUnion(ast) ? (ast.types.find((each) => dataOf(each) !== undefined) ?? ast) : ast

export const clientContract = (): string => {
  const declared = new Map<string, string>()

  const declare = (ast: AST.AST): string | undefined => {
    const name = identifierOf(ast)
    if (name === undefined || !isNamed(ast)) return undefined
    const text = `${comment(Option.getOrUndefined(AST.getDescriptionAnnotation(ast)))}export interface ${name} {\n${printer.members(ast)}\n}\n`
    if ((declared.get(name) ?? text) !== text) throw new Error(`two schemas have the identifier ${name}`)
    declared.set(name, text)
    return name
  }
  const isNamed = (ast: AST.AST): ast is AST.TypeLiteral =>
    AST.isTypeLiteral(ast) && ast.indexSignatures.length === 0 && ast.propertySignatures.length > 0

  const printer = makePrinter(declare)

  const partOf = (name: string, schema: Option.Option<Schema.Schema.All>): ReadonlyArray<string> => {
    if (Option.isNone(schema)) return []
    const { ast } = schema.value
    const isOptional = AST.isTypeLiteral(ast) && ast.propertySignatures.every((each) => each.isOptional)
    return [`readonly ${name}${isOptional ? "?" : ""}: ${printer.type(ast)}`]
  }

  const groups = new Map<
    string,
    { readonly methods: Array<string>; readonly routes: Array<string>; text: string }
  >()
  declare(Failure.ast)
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, payloads, successes }) => {
      // Pages and their forms are for browsers. They are no part of the client.
      const rendering = Context.getOrElse(mergedAnnotations, FailuresAs, (): Rendering => "envelope")
      if (rendering === "page" && !payloads.has("application/json")) return
      const { takesKey, text } = operations.get(`${group.identifier}.${endpoint.name}`) ?? {
        takesKey: false,
        text: ""
      }
      const scope = Option.getOrUndefined(Context.getOption(mergedAnnotations, Guarded))?.scope
      const isRead = endpoint.method === "GET" || scope === "read"
      const repeat = isRead ? "always" : takesKey ? "with key" : "if refused"
      const json = payloads.get("application/json")?.ast
      const parts = [
        ...partOf("path", endpoint.pathSchema),
        ...partOf("urlParams", endpoint.urlParamsSchema),
        ...(json === undefined ? [] : [`readonly payload: ${printer.type(json)}`])
      ]
      const isOptional = parts.every((part) => /^readonly \w+\?/.test(part))
      const [answer] = Array.from(successes.values(), ({ ast }) => Option.map(ast, jsonAnswer))
      const success =
        answer === undefined ? AST.unknownKeyword : Option.getOrElse(answer, () => AST.unknownKeyword)
      const data = dataOf(success)
      const result = data === undefined ? printer.type(success) : `Success<${printer.type(data)}>`
      const request = parts.length === 0 ? "CallOptions" : `CallOptions & {\n${parts.join("\n")}\n}`
      const found = groups.get(group.identifier) ?? {
        methods: [],
        routes: [],
        text: comment(Option.getOrUndefined(Context.getOption(group.annotations, OpenApi.Description)))
      }
      groups.set(group.identifier, found)
      found.methods.push(
        `${comment(text)}readonly ${endpoint.name}: (request${isOptional ? "?" : ""}: ${request}) => Promise<${result}>`
      )
      found.routes.push(
        `${endpoint.name}: { method: "${endpoint.method}", path: "${endpoint.path}", repeat: "${repeat}" }`
      )
    }
  })

  const methods = [...groups].map(
    ([name, each]) => `${each.text}readonly ${name}: {\n${each.methods.join("\n\n")}\n}`
  )
  const routes = [...groups].map(([name, each]) => `${name}: {\n${each.routes.join(",\n")}\n}`)
  for (const [name, text] of printer.unions) declared.set(name, text)
  const names = [...declared.keys()].toSorted()
  return formatted(
    "lib/client/contract.ts",
    [
      header,
      ...names.map((name) => declared.get(name)),
      `/** A method for each endpoint of the contract that answers with JSON, by group: \`client.rules.award({ payload, idempotencyKey })\`. */\nexport interface PromiseClient {\n${methods.join("\n\n")}\n}\n`,
      `export const routes = {\n${routes.join(",\n")}\n} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>\n`
    ].join("\n")
  )
}
