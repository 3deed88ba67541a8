import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  CodeIssued,
  ConsentForm,
  Me,
  Metadata,
  OAuthTokens,
  RequestCodeBody,
  RevokeBody,
  RevokeForm,
  TokenBody,
  TokenForm,
  Tokens
} from "../wire/authorization.ts"
import { Empty, success } from "../wire/envelope.ts"
import { eco, FailuresAs, Html, optional, UserAuthorization } from "./annotations.ts"

const back = HttpApiSchema.Empty(303).annotations({
  description: "Back to the application, with `code`, `state` and `iss`, or with `error`"
})

/** The metadata's place is fixed by RFC 8414, outside of `/api/v1`: it joins the others after their prefix. */
export const authorization = HttpApiGroup.make("authorization")
  .add(
    HttpApiEndpoint.get("page")`/${eco}/users/authorization`
      .setUrlParams(
        Schema.Struct({
          response_type: optional,
          client_id: optional,
          redirect_uri: optional,
          scope: optional,
          state: optional,
          code_challenge: optional,
          code_challenge_method: optional,
          deviceType: optional
        })
      )
      .addSuccess(Html)
      .addSuccess(back)
      .annotate(FailuresAs, "page")
      .annotate(OpenApi.Summary, "The page on which a user signs in and allows a partner to see something")
  )
  .add(
    HttpApiEndpoint.post("submit")`/${eco}/users/authorization`
      .setPayload(ConsentForm)
      .addSuccess(back)
      .annotate(FailuresAs, "page")
      .annotate(OpenApi.Summary, "The form of that page; it works from that page only")
  )
  .add(
    HttpApiEndpoint.post("code")`/${eco}/users/authorization/authorization-code`
      .setUrlParams(Schema.Struct({ scope: optional, deviceType: optional }))
      .setPayload(RequestCodeBody)
      .addSuccess(success(CodeIssued))
      .annotate(OpenApi.Summary, "An authorization code for an app that asks for the password itself")
  )
  .add(
    HttpApiEndpoint.post("token")`/${eco}/users/authorization/token`
      .setPayload(Schema.Union(TokenBody, TokenForm))
      .addSuccess(Schema.Union(success(Tokens), OAuthTokens))
      .annotate(FailuresAs, "oauth")
      .annotate(
        OpenApi.Summary,
        "Tokens for a code or a refresh token; JSON answers the envelope, a form as OAuth prescribes"
      )
  )
  .add(
    HttpApiEndpoint.post("revoke")`/${eco}/users/authorization/revoke`
      .setPayload(Schema.Union(RevokeBody, RevokeForm))
      .addSuccess(success(Empty))
      .annotate(FailuresAs, "oauth")
      .annotate(OpenApi.Summary, "End a token (RFC 7009); a form is answered without a body")
  )
  .add(
    HttpApiEndpoint.get("me")`/${eco}/users/me`
      .addSuccess(success(Me))
      .middleware(UserAuthorization)
      .annotate(OpenApi.Summary, "The user of the access token, as far as they allowed")
  )
  .prefix("/api/v1")
  .add(
    HttpApiEndpoint.get("metadata")`/.well-known/oauth-authorization-server/api/v1/${eco}`
      .addSuccess(Metadata)
      .annotate(OpenApi.Summary, "Where the authorization server has what (RFC 8414)")
  )
  .annotate(OpenApi.Description, "The authorization server, and what users have allowed")
