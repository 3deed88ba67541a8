import { HttpApi, OpenApi, OpenApiJsonSchema } from "@effect/platform"
import { Context, Option, Record } from "effect"
import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { Api } from "./Api.ts"
import { Guarded } from "./access.ts"
import { AlsoStreams, KeepsAnswers } from "./annotations.ts"
import { parameter } from "./fields.ts"
import { failuresOf, page, renderingOf, serverSentEvents } from "./openapi/failures.ts"

/** The annotations of the endpoints, by the ids of their operations. */
const annotationsBy: ReadonlyMap<string, Context.Context<never>> = (() => {
  const found = new Map<string, Context.Context<never>>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      found.set(`${group.identifier}.${endpoint.name}`, mergedAnnotations)
    }
  })
  return found
})()

const keySchema = OpenApiJsonSchema.make(
  parameter(IdempotencyKey, {
    description: "The same key and body replay the first answer, with the header Idempotency-Replayed"
  })
)

const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  ...(keySchema.description !== undefined && { description: keySchema.description }),
  schema: keySchema
}

const lastEventId: OpenApi.OpenAPISpecParameter = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The id of the last event that was received, as a browser sends it; goes before `after`",
  schema: { type: "string", format: "uuid" }
}

/** Adds server-sent events beside the JSON of an answer. */
const withStream = (response: OpenApi.OpenApiSpecResponse): OpenApi.OpenApiSpecResponse =>
  response.content === undefined
    ? response
    : { ...response, content: { ...response.content, ...serverSentEvents } }

/** Whether an operation of a partner only reads, although its question is a body. */
const isRead = (annotations: Context.Context<never>): boolean =>
  Option.exists(Context.getOption(annotations, Guarded), ({ scope }) => scope === "read")

/** The writes of a partner take a key under which a retry is safe, unless their answers must not be stored. */
const takesIdempotencyKey = (
  { requestBody, security }: OpenApi.OpenAPISpecOperation,
  annotations: Context.Context<never>
): boolean =>
  requestBody !== undefined &&
  security.some((each) => "bearer" in each) &&
  !isRead(annotations) &&
  Context.getOrElse(annotations, KeepsAnswers, () => true)

const withoutPartner =
  "An `Idempotency-Key` is not kept: there is no partner to scope it by. A request that is sent again is a new one."
const withSecret =
  "An `Idempotency-Key` is not kept: the answer holds a secret that must not be stored. A request that is sent again is a new one."
const withoutEffect = "Nothing is written, so an `Idempotency-Key` is not kept."

/** Says where a key is not kept, for writes with which a caller may expect it. */
const noteOnKeys = (
  { description, requestBody, security }: OpenApi.OpenAPISpecOperation,
  takesKey: boolean,
  reads: boolean
): { readonly description?: string } => {
  const isForPartner = security.some((each) => "bearer" in each)
  const isLogin = security.some((each) => "basic" in each)
  if (takesKey || (requestBody === undefined && !isLogin)) return {}
  const note = reads ? withoutEffect : isForPartner ? withSecret : withoutPartner
  return { description: description === undefined ? note : `${description} ${note}` }
}

/** Adds the page that answers a form, where JSON is answered in the envelope. */
const withPage = (response: OpenApi.OpenApiSpecResponse): OpenApi.OpenApiSpecResponse =>
  response.content === undefined ? response : { ...response, content: { ...response.content, ...page } }

const completed = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => {
  const { operationId, parameters, responses } = operation
  const annotations = annotationsBy.get(operationId) ?? Context.empty()
  const takesKey = takesIdempotencyKey(operation, annotations)
  const successes = Record.filter(responses, (_, status) => Number(status) < 400)
  const streams = Context.getOrElse(annotations, AlsoStreams, () => false)
  return {
    ...operation,
    ...noteOnKeys(operation, takesKey, isRead(annotations)),
    parameters: [...parameters, ...(takesKey ? [idempotencyKey] : []), ...(streams ? [lastEventId] : [])],
    responses: {
      ...(renderingOf(annotations) === "page" ? Record.map(successes, withPage) : successes),
      ...(streams ? Record.map(successes, withStream) : {}),
      ...failuresOf(operation, annotations, takesKey)
    }
  }
}

/**
 * The OpenAPI 3.1 document of the contract. The builder of @effect/platform documents its own decode error beside ours;
 * the handler never sends that one, so it is taken out.
 */
export const openApi = (): OpenApi.OpenAPISpec => {
  const { components, paths, ...document } = OpenApi.fromApi(Api)
  const { HttpApiDecodeError, Issue, PropertyKey, ...schemas } = components.schemas
  return {
    ...document,
    servers: [{ url: "/" }],
    paths: Record.map(paths, (path) =>
      Object.fromEntries(Object.entries(path).map(([method, operation]) => [method, completed(operation)]))
    ),
    components: { ...components, schemas }
  }
}
