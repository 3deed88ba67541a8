import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Empty, success } from "../wire/envelope.ts"
import { ApiKey, ApiKeyCreated, AuditPage, CreateApiKeyBody } from "../wire/iam.ts"
import { AccessToken } from "../wire/partners.ts"
import { Authorization, created, KeyAuthorization, optional, RequiredScope } from "./annotations.ts"

const id = HttpApiSchema.param("id", Schema.String)

export const iam = HttpApiGroup.make("iam")
  .add(
    HttpApiEndpoint.post("login", "/laas/iam/login")
      .addSuccess(success(AccessToken))
      .middleware(KeyAuthorization)
      .annotate(OpenApi.Summary, "An access token for an API key and its secret, by HTTP Basic")
  )
  .add(
    HttpApiEndpoint.post("logout", "/laas/iam/logout")
      .addSuccess(success(Empty))
      .middleware(Authorization)
      .annotate(OpenApi.Summary, "End the access token that is sent")
  )
  .add(
    HttpApiEndpoint.post("logoutAll", "/laas/iam/logout-all")
      .addSuccess(success(Empty))
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "End all access tokens of the partner, those of its API keys too")
  )
  .add(
    HttpApiEndpoint.get("listApiKeys", "/laas/iam/api-keys")
      .addSuccess(success(Schema.Array(ApiKey)))
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "The partner's API keys: those that are good, then those that were revoked")
  )
  .add(
    HttpApiEndpoint.post("createApiKey", "/laas/iam/api-keys")
      .setPayload(CreateApiKeyBody)
      .addSuccess(success(ApiKeyCreated), created)
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "Create an API key; its secret is shown once, so a retry makes another key")
  )
  .add(
    HttpApiEndpoint.del("revokeApiKey")`/laas/iam/api-keys/${id}`
      .addSuccess(success(ApiKey))
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "Revoke an API key, and end the access tokens that it got")
  )
  .add(
    HttpApiEndpoint.get("audit", "/laas/iam/audit")
      .setUrlParams(Schema.Struct({ action: optional, before: optional, limit: optional }))
      .addSuccess(success(AuditPage))
      .middleware(Authorization)
      .annotate(RequiredScope, "account")
      .annotate(OpenApi.Summary, "Who did what, when and from where, newest first")
  )
  .annotate(OpenApi.Description, "API keys, sessions and the audit trail")
