import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forAnyone, forUser } from "../access.ts"
import { attempts, byTag, CountsAttempts, eco, Failures, FailuresAs, Html } from "../annotations.ts"
import { Empty } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import {
  CodeIssued,
  CodeQuery,
  ConsentForm,
  Me,
  Metadata,
  OAuthTokens,
  PageQuery,
  RequestCodeBody,
  RevokeBody,
  RevokeForm,
  TokenBody,
  TokenForm,
  Tokens
} from "./schemas.ts"

const back = HttpApiSchema.Empty(303).annotations({
  description: "Back to the application, with `code`, `state` and `iss`, or with `error`"
})

export const page = HttpApiEndpoint.get("page")`/${eco}/users/authorization`
  .setUrlParams(PageQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(Failures, {
    400: "The request has an error: a page that names it, with a link to the application's registered address"
  })
  .annotate(OpenApi.Summary, "The page on which a user signs in and consents to what a partner may see")
  .annotate(
    OpenApi.Description,
    "The start of the authorization code flow (OAuth 2.1 with PKCE): send the user's browser here. An error in the application or its address is shown to the user and never redirected."
  )
  .pipe(forAnyone())

export const submit = HttpApiEndpoint.post("submit")`/${eco}/users/authorization`
  .setPayload(ConsentForm)
  .addSuccess(back)
  .annotate(FailuresAs, "page")
  .annotate(Failures, {
    401: "The tag or the password is wrong: the same page again",
    403: "The form was not shown to this browser, or has expired",
    default: "Any other failure: a page that says what is wrong"
  })
  .annotate(CountsAttempts, attempts("failures", "user", byTag))
  .annotate(OpenApi.Summary, "The form of that page; it works from that page only")
  .annotate(
    OpenApi.Description,
    "For the page's own form: it carries a token that matches a cookie of that page. The browser is sent back to the application with a code, or with `error=access_denied`."
  )
  .pipe(forAnyone())

export const code = HttpApiEndpoint.post("code")`/${eco}/users/authorization/authorization-code`
  .setUrlParams(CodeQuery)
  .setPayload(RequestCodeBody)
  .addSuccess(success(CodeIssued))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotate(CountsAttempts, attempts("failures", "user", byTag))
  .annotate(OpenApi.Summary, "An authorization code for an app that asks for the password itself")
  .annotate(
    OpenApi.Description,
    "For native apps. The code in `redirectUrl` is valid for one use within 60 seconds. `deviceType` chooses among the registered addresses. Prefer the page: there the app never sees the password."
  )
  .pipe(forAnyone())

export const token = HttpApiEndpoint.post("token")`/${eco}/users/authorization/token`
  .setPayload(Schema.Union(TokenBody, TokenForm))
  .addSuccess(Schema.Union(success(Tokens), OAuthTokens))
  .annotate(FailuresAs, "oauth")
  .annotate(Failures, {
    401: "The client is unknown, or must prove itself with the access token of a login with e-mail and password"
  })
  .annotate(
    OpenApi.Summary,
    "Tokens for a code or a refresh token; JSON is answered with the envelope, a form as OAuth prescribes"
  )
  .annotate(
    OpenApi.Description,
    "A code is exchanged once; a second use ends all tokens that it issued. A refresh token is replaced with each use."
  )
  .pipe(forAnyone())

export const revoke = HttpApiEndpoint.post("revoke")`/${eco}/users/authorization/revoke`
  .setPayload(Schema.Union(RevokeBody, RevokeForm))
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "oauth")
  .annotate(Failures, { 401: "The client is unknown" })
  .annotate(OpenApi.Summary, "End a token (RFC 7009); a form is answered without a body")
  .annotate(
    OpenApi.Description,
    "A refresh token ends together with all tokens of its grant, an access token alone. An unknown token is answered with success."
  )
  .pipe(forAnyone())

export const me = HttpApiEndpoint.get("me")`/${eco}/users/me`
  .addSuccess(success(Me))
  .annotate(OpenApi.Summary, "The user of the access token, as far as the user allows")
  .annotate(OpenApi.Description, "Fields whose scope the user did not allow are omitted.")
  .pipe(forUser())

export const metadata = HttpApiEndpoint.get("metadata")`/.well-known/oauth-authorization-server/api/v1/${eco}`
  .addSuccess(Metadata)
  .annotate(OpenApi.Summary, "The addresses and abilities of the authorization server (RFC 8414)")
  .annotate(
    OpenApi.Description,
    "For OAuth clients that configure themselves. The address is fixed by the standard: it is outside of `/api/v1`."
  )
  .pipe(forAnyone())

/** RFC 8414 fixes the address of the metadata, outside of `/api/v1`: it is added after the prefix of the others. */
export const authorization = HttpApiGroup.make("authorization")
  .add(page)
  .add(submit)
  .add(code)
  .add(token)
  .add(revoke)
  .add(me)
  .prefix("/api/v1")
  .add(metadata)
  .annotate(OpenApi.Description, "The authorization server, and what users have allowed")
