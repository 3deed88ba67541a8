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
  .pipe(forAnyone())

export const details = HttpApiEndpoint.get("details")`/${eco}/partners`
  .addSuccess(success(Partner))
  .annotate(OpenApi.Summary, "The partner's details")
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
  .pipe(forPartner("account"))

export const login = HttpApiEndpoint.post("login")`/${eco}/partners/login`
  .setPayload(LoginBody)
  .addSuccess(success(AccessToken))
  .annotate(CountsAttempts, failures("partner", byEmail))
  .annotate(Failures, { 401: "The e-mail or the password is wrong" })
  .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
  .setPayload(ForgotPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a link for a new password; the answer is the same for every address")
  .pipe(forAnyone())

export const resetForm = HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
  .setUrlParams(ResetQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page behind the mailed link; looking at it does not use the link")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
  .setPayload(
    Schema.Union(ResetPasswordBody, ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" })))
  )
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "A new password, by the mailed link: ends all sessions; a form gets pages")
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
