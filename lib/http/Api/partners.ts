import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Empty, success } from "../wire/envelope.ts"
import {
  AccessToken,
  ForgotPasswordBody,
  LoginBody,
  OnboardBody,
  Partner,
  ResetPasswordBody,
  UpdateBody
} from "../wire/partners.ts"
import { Authorization, created, eco, FailuresAs, Html, optional, RequiredScope } from "./annotations.ts"

export const partners = HttpApiGroup.make("partners")
  .add(
    HttpApiEndpoint.post("onboard")`/${eco}/partners`
      .setPayload(OnboardBody)
      .addSuccess(success(Partner), created)
      .annotate(OpenApi.Summary, "Register a partner and its application")
  )
  .add(
    HttpApiEndpoint.patch("update")`/${eco}/partners`
      .setPayload(UpdateBody)
      .addSuccess(success(Partner))
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "Change the partner's details; a clientId never changes")
  )
  .add(
    HttpApiEndpoint.post("login")`/${eco}/partners/login`
      .setPayload(LoginBody)
      .addSuccess(success(AccessToken))
      .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  )
  .add(
    HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
      .setPayload(ForgotPasswordBody)
      .addSuccess(success(Empty))
      .annotate(OpenApi.Summary, "Mail a link for a new password; the answer is the same for every address")
  )
  .add(
    HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
      .setUrlParams(Schema.Struct({ token: optional }))
      .addSuccess(Html)
      .annotate(FailuresAs, "page")
      .annotate(OpenApi.Summary, "The page behind the mailed link; looking at it does not use the link")
  )
  .add(
    HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
      .setPayload(
        Schema.Union(
          ResetPasswordBody,
          ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" }))
        )
      )
      .addSuccess(success(Empty))
      .annotate(FailuresAs, "page")
      .annotate(OpenApi.Summary, "A new password, by the mailed link: ends all sessions; a form gets pages")
  )
  .annotate(OpenApi.Description, "Partner onboarding and login")
