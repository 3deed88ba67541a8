import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Context, Option, Record } from "effect"

import { IdempotencyKey } from "../rewards/idempotency/IdempotencyKey.ts"
import { Api } from "./Api.ts"
import { Guarded, peopleWith, type Requirement } from "./access.ts"
import { AlsoStreams, ChecksVersion, KeepsAnswers } from "./annotations.ts"
import { withExamples } from "./openapi/examples.ts"
import { withOpenInputs } from "./openapi/openRequests.ts"
import {
  type Content,
  csv,
  failuresOf,
  headers,
  page,
  renderingOf,
  serverSentEvents,
  withHeaders
} from "./openapi/responses.ts"
import { parameter } from "./requestSchemas.ts"
import { routes } from "./routes.ts"

/** The annotations of each endpoint. The keys are operation ids. */
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

/** The operations that return pages of a list, and so also answer with CSV. */
const csvLists: ReadonlySet<string> = new Set(
  routes.filter(({ csv: list }) => list !== undefined).map(({ name }) => name)
)

const keySchema = OpenApiJsonSchema.make(
  parameter(IdempotencyKey, {
    description:
      "A second request with the same key and body gets the first answer again, with the header Idempotency-Replayed"
  })
)

const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  ...(keySchema.description !== undefined && { description: keySchema.description }),
  schema: { ...keySchema, examples: ["order-1042"] }
}

const lastEventId: OpenApi.OpenAPISpecParameter = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description:
    "The id of the last event that was received. Browsers send it when they reconnect. It takes precedence over `after`",
  schema: { type: "string", format: "uuid" }
}

const ifMatch: OpenApi.OpenAPISpecParameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The `ETag` of the record that the caller has read. If the record has changed since then, nothing is written, and the answer is 412",
  schema: { type: "string" }
}

const adding =
  (more: Content) =>
  (response: OpenApi.OpenApiSpecResponse): OpenApi.OpenApiSpecResponse =>
    response.content === undefined ? response : { ...response, content: { ...response.content, ...more } }

const scopeOf = (annotations: Context.Context<never>): Requirement | undefined =>
  Option.getOrUndefined(Context.getOption(annotations, Guarded))?.scope

/** Returns whether an operation accepts an idempotency key: it is a partner's write with a body, and its answer may be stored. */
const takesIdempotencyKey = (
  { requestBody, security }: OpenApi.OpenAPISpecOperation,
  annotations: Context.Context<never>
): boolean =>
  requestBody !== undefined &&
  security.some((each) => "bearer" in each) &&
  scopeOf(annotations) !== "read" &&
  Context.getOrElse(annotations, KeepsAnswers, () => true)

/**
 * Returns the note that an operation ignores idempotency keys. An operation has this note if it does not take a key, and if it has a body
 * or is the login with an API key.
 */
const noteOnKeys = (
  { requestBody, security }: OpenApi.OpenAPISpecOperation,
  takesKey: boolean
): ReadonlyArray<string> => {
  const isKeyLogin = security.some((each) => "basic" in each)
  return takesKey || (requestBody === undefined && !isKeyLogin) ? [] : ["An `Idempotency-Key` is ignored."]
}

const noteOnScope = (scope: Requirement | undefined): ReadonlyArray<string> => {
  if (scope === undefined) return []
  const holders = peopleWith(scope)
  if (holders === undefined) return [`Needs the scope \`${scope}\`.`]
  const named = scope === "person" ? "" : ` (the scope \`${scope}\`)`
  return [`Needs the access token of ${holders}${named}.`]
}

const completed = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => {
  const { description, operationId, parameters, responses } = operation
  const annotations = annotationsBy.get(operationId) ?? Context.empty()
  const scope = scopeOf(annotations)
  const takesKey = takesIdempotencyKey(operation, annotations)
  const successes = Record.filter(responses, (_, status) => Number(status) < 400)
  const streams = Context.getOrElse(annotations, AlsoStreams, () => false)
  const isCsvList = csvLists.has(operationId)
  const plain = isCsvList ? Record.map(successes, adding(csv)) : successes
  return {
    ...operation,
    description: [
      ...(description === undefined ? [] : [description]),
      ...(isCsvList
        ? ["With `Accept: text/csv`, the answer is a CSV file with this page and all following pages."]
        : []),
      ...noteOnScope(scope),
      ...noteOnKeys(operation, takesKey)
    ].join(" "),
    ...(scope !== undefined && { "x-scope": scope }),
    parameters: [
      ...parameters,
      ...(takesKey ? [idempotencyKey] : []),
      ...(Context.getOrElse(annotations, ChecksVersion, () => false) ? [ifMatch] : []),
      ...(streams ? [lastEventId] : [])
    ],
    responses: withHeaders(
      {
        ...(renderingOf(annotations) === "page" ? Record.map(plain, adding(page)) : plain),
        ...(streams ? Record.map(plain, adding(serverSentEvents)) : {}),
        ...failuresOf(operation, annotations, takesKey)
      },
      takesKey
    )
  }
}

/** Returns whether an operation with a body belongs to OAuth. OAuth servers ignore unknown fields (RFC 6749, 3.1 and 3.2). */
const isOAuth = ({ operationId, requestBody }: OpenApi.OpenAPISpecOperation): boolean => {
  const rendering = renderingOf(annotationsBy.get(operationId) ?? Context.empty())
  return (
    rendering === "oauth" || (rendering === "page" && requestBody?.content["application/json"] === undefined)
  )
}

/** Adds the headers, for which the types of @effect/platform have no field. */
const withHeaderList = (components: OpenApi.OpenAPIComponents): OpenApi.OpenAPIComponents =>
  Object.assign({ headers }, components)

/** Adds the contact, for which the types of @effect/platform have no field. */
const withContact = (info: OpenApi.OpenAPISpecInfo): OpenApi.OpenAPISpecInfo => {
  const contact = { name: "The authors of laurel-rewards" }
  return Object.assign({ contact }, info)
}

/** Returns the OpenAPI 3.1 document of the contract. It omits the decode error of @effect/platform, which the handler never sends. */
export const openApi = (): OpenApi.OpenAPISpec => {
  const { components: closed, info, paths: described, ...document } = OpenApi.fromApi(Api)
  const { components, paths } = withOpenInputs({ components: closed, paths: described }, isOAuth)
  const { HttpApiDecodeError, Issue, PropertyKey, ...schemas } = components.schemas
  return {
    ...document,
    info: withContact(info),
    servers: [{ url: "/" }],
    paths: Record.map(paths, (methods, path) =>
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          withExamples(path, completed(operation))
        ])
      )
    ),
    components: withHeaderList({ ...components, schemas })
  }
}
