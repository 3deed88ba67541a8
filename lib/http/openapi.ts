import { OpenApi } from "@effect/platform"
import { Record } from "effect"
import { Api } from "./Api.ts"

const failure = (description: string): OpenApi.OpenApiSpecResponse => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } }
})

const refusals = {
  400: "Refused, with nothing written: a field is missing or malformed, something was not found, a limit was reached",
  429: "Too many requests: `Retry-After` says when to try again",
  500: "A fault of ours: the `x-request-id` header finds it in the log",
  503: "The database is away, or the service is busy: `Retry-After` says when to try again"
}
const refusalsOfPartners = {
  401: "The access token is missing, malformed, expired, revoked or unknown",
  403: "The access token does not allow this"
}
const refusalsOfLogins = { 401: "The e-mail or the password is wrong" }
const refusalsOfBodies = { 413: "The body is too large", 415: "The body is not `application/json`" }
const refusalsOfKeys = { 422: "The `Idempotency-Key` was used for another request" }

/** The writes of a partner take a key under which a retry is safe. */
const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "1 to 255 printable characters. The same key and body replay the first answer, with the header Idempotency-Replayed.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

/** What a parameter means is the same wherever its name occurs. */
const meanings: Readonly<Record<string, string>> = {
  eco: "The partner's ecosystem: a lower-case word of up to 32 letters, digits and dashes",
  page: "The page, from 1; 1 unless told",
  take: "Entries on a page, 1 to 100; 10 unless told",
  limit: "Entries at most, 1 to 100",
  partnerId: "The caller's own partner id, or left out",
  userId: "The user's id: of an account, or the partner's own",
  around:
    "Instead of page: the id of a user, for the page that holds it; the first page for a user with nothing yet",
  month: "1 to 12 or an English name; of this year, unless a year is given",
  year: "Four digits. Without a month it selects the yearly answer.",
  type: "earner (coins awarded; unless told) or spender (coins given back)",
  ruleName: "Awards that named this rule or sub-rule",
  after: "The id of the last rule of the page before",
  before: "The `next` of the page before"
}

const described = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter => {
  const description = meanings[parameter.name]
  return description === undefined
    ? parameter
    : { ...parameter, description, schema: { ...parameter.schema, description } }
}

const completed = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => {
  const { operationId, parameters, requestBody, responses, security } = operation
  const hasBody = requestBody !== undefined
  const ofPartner = security.length > 0
  const failures: Readonly<Record<string, string>> = {
    ...refusals,
    ...(ofPartner ? refusalsOfPartners : {}),
    ...(operationId === "partners.login" ? refusalsOfLogins : {}),
    ...(hasBody ? refusalsOfBodies : {}),
    ...(hasBody && ofPartner ? refusalsOfKeys : {})
  }
  return {
    ...operation,
    parameters: [...parameters.map(described), ...(hasBody && ofPartner ? [idempotencyKey] : [])],
    responses: {
      ...Record.filter(responses, (_, status) => Number(status) < 400),
      ...Record.map(failures, failure)
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
