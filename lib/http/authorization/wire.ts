import { Schema } from "effect"
import { Id, Instant, Unset, Whole } from "../answerSchemas.ts"

export const CodeIssued = Schema.Struct({
  redirectUrl: Schema.String.annotations({
    description: "The registered address with code, iss and, where one was given, state"
  })
}).annotations({ identifier: "CodeIssued" })

const expiresIn = Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })

export const Tokens = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn,
  refreshToken: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "Tokens" })

export const OAuthTokens = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: expiresIn,
  refresh_token: Schema.String,
  scope: Schema.String
}).annotations({ identifier: "OAuthTokens", description: "The answer to a form (RFC 6749, 5.1)" })

/** Fields that were not granted are absent. */
export const Me = Schema.Struct({
  id: Id.annotations({ description: "The user's id" }),
  userId: Schema.String.annotations({ description: "The id by which the partner knows the user" }),
  scope: Schema.String.annotations({ description: "What the user has allowed" }),
  tag: Schema.optional(Schema.String),
  phone: Schema.optional(Schema.String),
  countryCode: Schema.optional(Schema.String),
  isAdult: Schema.optional(Schema.Boolean),
  dateOfBirth: Schema.optional(Schema.NullOr(Schema.String)),
  avatar: Schema.optional(Unset),
  gender: Schema.optional(Unset),
  dateJoined: Schema.optional(Instant),
  email: Schema.optional(Schema.String),
  emailVerified: Schema.optional(Schema.Boolean),
  fullname: Schema.optional(Schema.String)
}).annotations({ identifier: "Me" })

const words = Schema.Array(Schema.String)

/** The addresses and abilities of the authorization server (RFC 8414). */
export const Metadata = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  revocation_endpoint: Schema.String,
  scopes_supported: words,
  response_types_supported: words,
  response_modes_supported: words,
  grant_types_supported: words,
  code_challenge_methods_supported: words,
  token_endpoint_auth_methods_supported: words,
  revocation_endpoint_auth_methods_supported: words,
  authorization_response_iss_parameter_supported: Schema.Boolean
}).annotations({ identifier: "AuthorizationServerMetadata" })
