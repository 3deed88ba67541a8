import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { success } from "../wire/envelope.ts"
import { AccessToken, LoginBody, OnboardBody, Partner } from "../wire/partners.ts"
import { created, eco } from "./annotations.ts"

export const partners = HttpApiGroup.make("partners")
  .add(
    HttpApiEndpoint.post("onboard")`/${eco}/partners`
      .setPayload(OnboardBody)
      .addSuccess(success(Partner), created)
      .annotate(OpenApi.Summary, "Register a partner and its application")
  )
  .add(
    HttpApiEndpoint.post("login")`/${eco}/partners/login`
      .setPayload(LoginBody)
      .addSuccess(success(AccessToken))
      .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  )
  .annotate(OpenApi.Description, "Partner onboarding and login")
