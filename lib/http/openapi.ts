import { OpenApi } from "@effect/platform"
import { Record } from "effect"
import type { Rendering } from "./Api/annotations.ts"
import { Api } from "./Api.ts"
import { routes } from "./routes.ts"

const Failure = { $ref: "#/components/schemas/Failure" }
/** The types of @effect/platform know fewer kinds of content than it writes. */
type Content = OpenApi.OpenApiSpecContent & { readonly "text/html"?: OpenApi.OpenApiSpecMediaType }
const page: Content = { "text/html": { schema: { type: "string" } } }

/** The form that OAuth prescribes (RFC 6749, 5.2), for requests that come as a form. */
const OAuthFailure = {
  type: "object" as const,
  required: ["error"],
  properties: { error: { type: "string" as const }, error_description: { type: "string" as const } },
  additionalProperties: false
}

/** How the failures of each operation look. */
const renderings: ReadonlyMap<string, Rendering> = new Map(
  routes.map(({ failuresAs, name }) => [name, failuresAs])
)

const contentOf = ({ operationId, requestBody }: OpenApi.OpenAPISpecOperation): Content => {
  const takesJson = requestBody?.content["application/json"] !== undefined
  switch (renderings.get(operationId) ?? "envelope") {
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

const refusals = {
  400: "Refused, with nothing written: a field is missing or malformed, something was not found, a limit was reached",
  429: "Too many requests: `Retry-After` says when to try again",
  500: "A fault of ours: the `x-request-id` header finds it in the log",
  503: "The database is away, or the service is busy: `Retry-After` says when to try again"
}
const refusalsOfTokens = {
  401: "The access token is missing, malformed, expired, revoked or unknown",
  403: "The access token does not allow this"
}
const refusalsOfKeys = { 401: "The API key or its secret is missing or wrong" }
/** Of those that ask for a password, by operation. */
const refusalsOfLogins: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "partners.update": {
    401: "The access token is missing, malformed, expired, revoked or unknown; or currentPassword is wrong"
  },
  "partners.login": { 401: "The e-mail or the password is wrong" },
  "authorization.submit": {
    401: "The tag or the password is wrong: the page again",
    403: "The form was not shown to this browser, or has expired"
  },
  "authorization.code": { 401: "The tag or the password is wrong" },
  "authorization.token": { 401: "The client is unknown, or must prove itself with its own access token" },
  "authorization.revoke": { 401: "The client is unknown" }
}
const refusalsOfRetries = { 422: "The `Idempotency-Key` was used for another request" }
const refusalsOfBodies = (types: ReadonlyArray<string>) => ({
  413: "The body is too large",
  415: `The body is not ${types.map((type) => `\`${type}\``).join(" or ")}`
})

/** Writes of a partner that keep no key: their answers hold a secret, which must not be kept with it. */
const withoutKey = new Set(["iam.createApiKey"])

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
  before: "The `next` of the page before",
  id: "The id of what is meant, as it was answered before",
  action: "Entries of this action only, such as partner.login",
  token: "What the mailed link carries",
  response_type: "`code`",
  client_id: "The application's clientId",
  redirect_uri: "Exactly one of the application's registered addresses; may be left out",
  scope: "Of the words profile, email and fullname, with spaces between them; profile unless told",
  state: "Comes back as it is; up to 2048 characters",
  code_challenge: "The SHA-256 of the code verifier in base64url (PKCE, RFC 7636)",
  code_challenge_method: "`S256`",
  deviceType: "web or mobile: which of the registered addresses to return to"
}

const described = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter => {
  const description = meanings[parameter.name]
  return description === undefined
    ? parameter
    : { ...parameter, description, schema: { ...parameter.schema, description } }
}

/** A page answers a form where JSON is answered in the envelope. */
const withPage = (response: OpenApi.OpenApiSpecResponse): OpenApi.OpenApiSpecResponse =>
  response.content === undefined ? response : { ...response, content: { ...response.content, ...page } }

const completed = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => {
  const { operationId, parameters, requestBody, responses, security } = operation
  const schemes = security.flatMap((each) => Object.keys(each))
  const takesKey = requestBody !== undefined && schemes.includes("bearer") && !withoutKey.has(operationId)
  const failures: Readonly<Record<string, string>> = {
    ...refusals,
    ...(schemes.includes("basic") ? refusalsOfKeys : schemes.length > 0 ? refusalsOfTokens : {}),
    ...refusalsOfLogins[operationId],
    ...(requestBody === undefined ? {} : refusalsOfBodies(Object.keys(requestBody.content))),
    ...(takesKey ? refusalsOfRetries : {})
  }
  const content = contentOf(operation)
  const successes = Record.filter(responses, (_, status) => Number(status) < 400)
  return {
    ...operation,
    parameters: [...parameters.map(described), ...(takesKey ? [idempotencyKey] : [])],
    responses: {
      ...(renderings.get(operationId) === "page" ? Record.map(successes, withPage) : successes),
      ...Record.map(failures, (description) => ({ description, content }))
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
