import type * as OpenApi from "@effect/platform/OpenApi"
import { Context, Record } from "effect"
import { Failures, FailuresAs, type Rendering } from "../annotations.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Descriptions = Readonly<Record<string, string>>

const Failure = { $ref: "#/components/schemas/Failure" }

/** Adds content types of this API that the types of @effect/platform lack. */
export type Content = OpenApi.OpenApiSpecContent & {
  readonly "text/html"?: OpenApi.OpenApiSpecMediaType
  readonly "text/event-stream"?: OpenApi.OpenApiSpecMediaType
  readonly "text/csv"?: OpenApi.OpenApiSpecMediaType
}
export const page: Content = { "text/html": { schema: { type: "string" } } }

export const csv: Content = { "text/csv": { schema: { type: "string" } } }

export const serverSentEvents: Content = { "text/event-stream": { schema: { type: "string" } } }

/** The error body that OAuth prescribes for form-encoded requests (RFC 6749, 5.2). */
const OAuthFailure = {
  type: "object" as const,
  required: ["error"],
  properties: { error: { type: "string" as const }, error_description: { type: "string" as const } },
  additionalProperties: false
}

export const renderingOf = (annotations: Context.Context<never>): Rendering =>
  Context.getOrElse(annotations, FailuresAs, (): Rendering => "envelope")

const contentOf = (rendering: Rendering, { requestBody }: Operation): Content => {
  const takesJson = requestBody?.content["application/json"] !== undefined
  switch (rendering) {
    case "envelope":
      return { "application/json": { schema: Failure } }
    case "oauth":
      return {
        "application/json": { schema: takesJson ? { anyOf: [Failure, OAuthFailure] } : OAuthFailure }
      }
    case "page":
      return takesJson ? { "application/json": { schema: Failure }, ...page } : page
  }
}

const everywhere: Descriptions = {
  400: "The request is refused and nothing was written: a field is missing or malformed, something was not found, or a limit was reached",
  429: "The partner or the network address has sent too many requests in a minute, or too many at once. `Retry-After` says when to try again",
  500: "An internal error: the log has it under the `x-request-id` of this answer",
  503: "The database is not available, or the service is busy. `Retry-After` says when to try again"
}
const withToken: Descriptions = {
  401: "The access token is missing, malformed, expired, revoked or unknown",
  403: "The access token does not allow this"
}
const withApiKey: Descriptions = { 401: "The API key or its secret is missing or wrong" }
const withIdempotencyKey: Descriptions = { 422: "The `Idempotency-Key` was used for another request" }
const withBody = (types: ReadonlyArray<string>): Descriptions => ({
  408: "The body did not arrive in time (5 seconds by default). Nothing was written",
  413: "The body is too large",
  415: `The body is not ${types.map((type) => `\`${type}\``).join(" or ")}`
})

export const failuresOf = (
  operation: Operation,
  annotations: Context.Context<never>,
  takesKey: boolean
): Record<string, OpenApi.OpenApiSpecResponse> => {
  const { requestBody, security } = operation
  const schemes = security.flatMap((each) => Object.keys(each))
  const descriptions: Descriptions = {
    ...everywhere,
    ...(schemes.includes("basic") ? withApiKey : schemes.length > 0 ? withToken : {}),
    ...Context.getOrElse(annotations, Failures, () => ({})),
    ...(requestBody === undefined ? {} : withBody(Object.keys(requestBody.content))),
    ...(takesKey ? withIdempotencyKey : {})
  }
  const content = contentOf(renderingOf(annotations), operation)
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, { description, content }])
  )
}

/** The documented response headers. `cors.ts` lets web pages of other origins read them. */
export const headers = {
  "Idempotency-Replayed": {
    description: "Present only if the answer is a replay of the first answer to the `Idempotency-Key`",
    schema: { type: "string", enum: ["true"] }
  },
  "Retry-After": {
    description: "Seconds after which to try again",
    schema: { type: "integer", minimum: 1 }
  },
  "WWW-Authenticate": {
    description: "The scheme of the credentials that are needed",
    schema: { type: "string" }
  }
}
type Name = keyof typeof headers

const namesFor = (status: number, takesKey: boolean): ReadonlyArray<Name> => {
  if (status < 400) return takesKey ? ["Idempotency-Replayed"] : []
  if (status === 401) return ["WWW-Authenticate"]
  return status === 429 || status === 503 ? ["Retry-After"] : []
}

/** Adds to each answer the headers that belong to its status. */
export const withHeaders = (
  responses: Record<string, OpenApi.OpenApiSpecResponse>,
  takesKey: boolean
): Record<string, OpenApi.OpenApiSpecResponse> =>
  Record.map(responses, (response, status) => {
    const names = namesFor(Number(status), takesKey)
    if (names.length === 0) return response
    const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
    return { ...response, headers: Object.fromEntries(references) }
  })
