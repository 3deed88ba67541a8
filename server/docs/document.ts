import type * as OpenApi from "@effect/platform/OpenApi"
import type { Schema } from "./schema.ts"

// Only types are imported, so the bundle contains nothing of the library.

export interface Parameter {
  readonly name: string
  readonly place: OpenApi.OpenAPISpecParameter["in"]
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

export interface Answer {
  readonly status: string
  readonly description: string
  /** The schema of `data` in the envelope; undefined for failures, pages and redirects. */
  readonly data: Schema | undefined
  /** A recorded body; undefined if there is none. */
  readonly example: unknown
}

export interface Operation {
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The schema of the JSON body; undefined if there is none. */
  readonly body: Schema | undefined
  readonly answers: ReadonlyArray<Answer>
  readonly access: "anyone" | "bearer" | "basic" | "userBearer"
  /** True if it takes and returns JSON. The other operations are pages for people. */
  readonly isForPrograms: boolean
}

export interface Document {
  readonly title: string
  readonly description: string
  readonly groups: ReadonlyArray<{ readonly name: string; readonly title: string }>
  readonly operations: ReadonlyArray<Operation>
  readonly schemas: Readonly<Record<string, Schema>>
}

const json = "application/json"

const answerOf = (status: string, response: OpenApi.OpenApiSpecResponse): Answer => {
  const media = response.content?.[json]
  const schema = media?.schema as Schema | undefined
  return {
    status,
    description: response.description,
    data: Number(status) < 400 ? (schema?.properties?.data ?? schema) : undefined,
    example: media !== undefined && "example" in media ? media.example : undefined
  }
}

const accessOf = ({ security }: OpenApi.OpenAPISpecOperation): Operation["access"] => {
  const [first] = security.flatMap(Object.keys)
  return first === "bearer" || first === "basic" || first === "userBearer" ? first : "anyone"
}

const operationOf = (path: string, method: string, found: OpenApi.OpenAPISpecOperation): Operation => {
  const body = found.requestBody?.content
  const successes = Object.entries(found.responses).filter(([status]) => Number(status) < 400)
  return {
    id: found.operationId,
    group: found.tags[0],
    method: method.toUpperCase(),
    path,
    summary: found.summary ?? found.operationId,
    description: found.description ?? "",
    parameters: found.parameters.map(({ description = "", in: place, name, required, schema }) => ({
      name,
      place,
      required,
      description,
      schema: schema as Schema
    })),
    body: body?.[json]?.schema as Schema | undefined,
    answers: Object.entries(found.responses).map(([status, response]) => answerOf(status, response)),
    access: accessOf(found),
    isForPrograms:
      successes.some(([, { content }]) => content?.[json] !== undefined) &&
      (body === undefined || body[json] !== undefined)
  }
}

/** The document in the form that the pages show. */
export const readDocument = ({ components, info, paths, tags }: OpenApi.OpenAPISpec): Document => ({
  title: info.title,
  description: info.description ?? "",
  groups: tags.map(({ description, name }) => ({ name, title: description ?? name })),
  operations: Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => operationOf(path, method, found))
  ),
  schemas: components.schemas as Readonly<Record<string, Schema>>
})

/** Reads the document of this service. */
export const fetchDocument = async (): Promise<Document> => {
  const answer = await fetch("/openapi.json")
  if (!answer.ok) throw new Error(`/openapi.json was answered with ${answer.status}`)
  return readDocument((await answer.json()) as OpenApi.OpenAPISpec)
}
