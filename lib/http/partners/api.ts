import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forAnyone, forPartner } from "../access.ts"
import {
  byEmail,
  CountsAttempts,
  created,
  eco,
  Failures,
  FailuresAs,
  failures,
  Html,
  requests
} from "../annotations.ts"
import { success } from "../envelope.ts"
import { Empty } from "../wire.ts"
import {
  AccessToken,
  ForgotPasswordBody,
  LoginBody,
  OnboardBody,
  Partner,
  ResetPasswordBody,
  ResetQuery,
  UpdateBody
} from "./wire.ts"

export const onboard = HttpApiEndpoint.post("onboard")`/${eco}/partners`
  .setPayload(OnboardBody)
  .addSuccess(success(Partner), created)
  .annotate(OpenApi.Summary, "Register a partner and its application")
  .annotate(
    OpenApi.Description,
    "Makes the partner, its login and its first application in one step. The answer has the `clientId` of the application; the password is never answered. `<eco>` in the path is remembered: the partner logs in, and its users sign in, under the same word. An e-mail address can be used once in an ecosystem."
  )
  .pipe(forAnyone())

export const details = HttpApiEndpoint.get("details")`/${eco}/partners`
  .addSuccess(success(Partner))
  .annotate(OpenApi.Summary, "The partner's details")
  .annotate(
    OpenApi.Description,
    "The partner and its application as they are now: the same fields that onboarding returned."
  )
  .pipe(forPartner("account"))

export const update = HttpApiEndpoint.patch("update")`/${eco}/partners`
  .setPayload(UpdateBody)
  .addSuccess(success(Partner))
  .annotate(
    CountsAttempts,
    failures("owner", ({ body, session }) =>
      body.currentPassword === undefined ? undefined : session?.partnerId
    )
  )
  .annotate(Failures, {
    401: "The access token is missing, malformed, expired, revoked or unknown; or currentPassword is wrong"
  })
  .annotate(OpenApi.Summary, "Change the partner's details; a clientId never changes")
  .annotate(
    OpenApi.Description,
    "Changes the fields that are given and leaves the others. A new e-mail address is the name of the login, so it also takes `currentPassword`."
  )
  .pipe(forPartner("account"))

export const login = HttpApiEndpoint.post("login")`/${eco}/partners/login`
  .setPayload(LoginBody)
  .addSuccess(success(AccessToken))
  .annotate(CountsAttempts, failures("partner", byEmail))
  .annotate(Failures, { 401: "The e-mail or the password is wrong" })
  .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  .annotate(
    OpenApi.Description,
    "The token is valid for `expiresIn` seconds (4 hours) and has every scope, `account` included. A wrong password and an unknown address get the same answer, and take the same time. After 10 failures in a minute from one address, the account answers 429 there."
  )
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
  .setPayload(ForgotPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a link for a new password; the answer is the same for every address")
  .annotate(
    OpenApi.Description,
    "The link in the mail works once, for an hour. An address that no partner has gets no mail, and the same answer."
  )
  .pipe(forAnyone())

export const resetForm = HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
  .setUrlParams(ResetQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page behind the mailed link; looking at it does not use the link")
  .annotate(OpenApi.Description, "An HTML page with the form for the new password. It runs no scripts.")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
  .setPayload(
    Schema.Union(ResetPasswordBody, ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" })))
  )
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "A new password, by the mailed link: ends all sessions; a form gets pages")
  .annotate(
    OpenApi.Description,
    "The token of the mailed link works once. All access tokens of the partner end, those of its API keys too, and so do all other links."
  )
  .pipe(forAnyone())

export const partners = HttpApiGroup.make("partners")
  .add(onboard)
  .add(details)
  .add(update)
  .add(login)
  .add(forgotPassword)
  .add(resetForm)
  .add(resetPassword)
  .annotate(OpenApi.Description, "Partner onboarding and login")
