import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { forAnyone, forUser } from "../access.ts"
import { attempts, byTag, eco, Failures, FailuresAs, Html, userLogin } from "../annotations.ts"
import { described, Empty } from "../answerSchemas.ts"
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

const back = described(
  HttpApiSchema.Empty(303),
  "Redirects back to the application, with `code`, `state` and `iss`, or with `error`"
)

export const page = HttpApiEndpoint.get("page")`/${eco}/users/authorization`
  .setUrlParams(PageQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(Failures, {
    400: "The request has an error. The answer is a page that names the error. The page links to the application, unless the client or the redirect address is invalid"
  })
  .annotate(OpenApi.Summary, "The page on which a user signs in and gives consent")
  .annotate(
    OpenApi.Description,
    "The start of the authorization code flow (OAuth 2.1 with PKCE): send the user's browser to this page. It shows which data the partner asks for. Errors are shown to the user on this page, without a redirect to the application."
  )
  .pipe(forAnyone())

export const submit = HttpApiEndpoint.post("submit")`/${eco}/users/authorization`
  .setPayload(ConsentForm)
  .addSuccess(back)
  .annotate(FailuresAs, "page")
  .annotate(Failures, {
    401: "The tag or the password is wrong. The answer is the sign-in page again",
    403: "The form was not shown to this browser, or has expired",
    default: "Any other error. The answer is a page that names the error"
  })
  .annotateContext(attempts("failures", "user", byTag, userLogin))
  .annotate(OpenApi.Summary, "Submit the form of the sign-in page")
  .annotate(
    OpenApi.Description,
    "Accepts only the form of the sign-in page, which contains a token that matches the page's cookie. Redirects the browser to the application with a code, or with `error=access_denied`."
  )
  .pipe(forAnyone())

export const code = HttpApiEndpoint.post("code")`/${eco}/users/authorization/authorization-code`
  .setUrlParams(CodeQuery)
  .setPayload(RequestCodeBody)
  .addSuccess(success(CodeIssued))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotateContext(attempts("failures", "user", byTag, userLogin))
  .annotate(OpenApi.Summary, "Get an authorization code with the user's password")
  .annotate(
    OpenApi.Description,
    "For native apps that ask for the password themselves. The code in `redirectUrl` is valid for one use within 60 seconds. `deviceType` chooses one of the registered addresses. Prefer the sign-in page, where the app never sees the password."
  )
  .pipe(forAnyone())

export const token = HttpApiEndpoint.post("token")`/${eco}/users/authorization/token`
  .setPayload(Schema.Union(TokenBody, TokenForm))
  .addSuccess(Schema.Union(success(Tokens), OAuthTokens))
  .annotate(FailuresAs, "oauth")
  .annotate(Failures, {
    401: "The client is unknown, or the request needs an access token of the partner. For a code without a code challenge, this must be a token from `/partners/login`"
  })
  .annotate(OpenApi.Summary, "Exchange a code or a refresh token for tokens")
  .annotate(
    OpenApi.Description,
    "A code can be used once; a second use ends all tokens that were issued for it. Each use of a refresh token replaces it. A JSON body is answered with the envelope, a form with the JSON of OAuth."
  )
  .pipe(forAnyone())

export const revoke = HttpApiEndpoint.post("revoke")`/${eco}/users/authorization/revoke`
  .setPayload(Schema.Union(RevokeBody, RevokeForm))
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "oauth")
  .annotate(Failures, { 401: "The client is unknown" })
  .annotate(OpenApi.Summary, "Revoke a token (RFC 7009)")
  .annotate(
    OpenApi.Description,
    "Revoking a refresh token also ends all other tokens of its grant. Revoking an access token ends only that token. An unknown token is answered with success. The answer to a form has no body."
  )
  .pipe(forAnyone())

export const me = HttpApiEndpoint.get("me")`/${eco}/users/me`
  .addSuccess(success(Me))
  .annotate(OpenApi.Summary, "The user who granted the access token")
  .annotate(OpenApi.Description, "Fields whose scope the user did not allow are omitted.")
  .pipe(forUser())

export const metadata = HttpApiEndpoint.get("metadata")`/.well-known/oauth-authorization-server/api/v1/${eco}`
  .addSuccess(Metadata)
  .annotate(OpenApi.Summary, "The metadata of the authorization server (RFC 8414)")
  .annotate(
    OpenApi.Description,
    "For OAuth clients that configure themselves. The standard fixes this path, so it does not start with `/api/v1`."
  )
  .pipe(forAnyone())

/** The endpoint `metadata` is added after the prefix, because RFC 8414 fixes its path. */
export const authorization = HttpApiGroup.make("authorization")
  .add(page)
  .add(submit)
  .add(code)
  .add(token)
  .add(revoke)
  .add(me)
  .prefix("/api/v1")
  .add(metadata)
  .annotate(OpenApi.Description, "The authorization server")
