import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { deviceTypes } from "../../accounts/authorization/Authorization.ts"
import { RequestCode } from "../../accounts/authorization/inputs.ts"
import { UserPassword } from "../../accounts/Identity.ts"
import { required } from "../../schema/Input.ts"
import { password, requestBody, requestQuery } from "../requestSchemas.ts"

export const clientId = {
  description: "The application's clientId",
  example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}
export const redirectUri = {
  description: "The address to return to, exactly as it is registered",
  example: "https://acme.example/return"
}
const scopes = "Of the words profile, email and fullname, with spaces between them; profile unless told"
const deviceType = { description: "web or mobile: which of the registered addresses to return to" }

const optional = Schema.optional(Schema.String)

/** The request for an authorization code, as a browser brings it: any fault of it is answered by a page. */
const asked = {
  response_type: optional,
  client_id: optional,
  redirect_uri: optional,
  scope: optional,
  state: optional,
  code_challenge: optional,
  code_challenge_method: optional
}

export const PageQuery = requestQuery(Schema.Struct({ ...asked, deviceType: optional }), {
  response_type: { description: "`code`" },
  client_id: { description: "The application's clientId" },
  redirect_uri: { description: "Exactly one of the application's registered addresses; may be left out" },
  scope: { description: scopes },
  state: { description: "Comes back as it is; up to 2048 characters" },
  code_challenge: { description: "The SHA-256 of the code verifier in base64url (PKCE, RFC 7636)" },
  code_challenge_method: { description: "`S256`" },
  deviceType
})

/** The encoding of browsers and OAuth clients. */
export const urlEncoded = { kind: "UrlParams" } as const

/** The page's own form: the request again, and what the person typed and chose. */
export const ConsentForm = Schema.Struct({
  ...asked,
  deviceType: Schema.optional(Schema.Literal(...deviceTypes)),
  tag: optional,
  password: optional,
  csrf: optional,
  decision: Schema.optional(Schema.Literal("allow", "deny"))
})
  .annotations({ identifier: "ConsentForm" })
  .pipe(HttpApiSchema.withEncoding(urlEncoded))

export const CodeQuery = requestQuery(RequestCode.pick("scope", "deviceType"), {
  scope: { description: scopes },
  deviceType
})

/** The native form: the app itself has asked for the password. */
export const RequestCodeBody = requestBody(
  "RequestCode",
  Schema.Struct({
    ...RequestCode.omit("ecosystem", "scope", "deviceType").fields,
    password: required(UserPassword)
  }),
  {
    clientId,
    tag: { description: "The user's tag or e-mail address", example: "ada" },
    password: password("The user's password"),
    redirectUri,
    state: { description: "Comes back as it is", example: "af0ifjsldkj" },
    codeChallenge: {
      description: "The SHA-256 of the verifier in base64url (PKCE)",
      example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    },
    codeChallengeMethod: { description: "The only method" }
  }
)
