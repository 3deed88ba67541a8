import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forKey, forPartner } from "../access.ts"
import { CountsAttempts, created, failures, KeepsAnswers } from "../annotations.ts"
import { success } from "../envelope.ts"
import { parameter } from "../fields.ts"
import { AccessToken } from "../partners/wire.ts"
import { Empty } from "../wire.ts"
import { ApiKey, ApiKeyCreated, AuditPage, AuditQuery, CreateApiKeyBody } from "./wire.ts"

export const login = HttpApiEndpoint.post("login", "/laas/iam/login")
  .addSuccess(success(AccessToken))
  .annotate(
    CountsAttempts,
    failures("key", ({ key }) => key)
  )
  .annotate(OpenApi.Summary, "An access token for an API key and its secret, by HTTP Basic")
  .pipe(forKey())

export const logout = HttpApiEndpoint.post("logout", "/laas/iam/logout")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End the access token that is sent")
  .pipe(forPartner())

export const logoutAll = HttpApiEndpoint.post("logoutAll", "/laas/iam/logout-all")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End all access tokens of the partner, those of its API keys too")
  .pipe(forPartner("account"))

export const logoutLogins = HttpApiEndpoint.post("logoutLogins", "/laas/iam/logout-logins")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End all access tokens of logins with the password; those of API keys stay")
  .pipe(forPartner("account"))

export const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/laas/iam/api-keys")
  .addSuccess(success(Schema.Array(ApiKey)))
  .annotate(OpenApi.Summary, "The partner's API keys: those that are good, then those that were revoked")
  .pipe(forPartner("account"))

export const createApiKey = HttpApiEndpoint.post("createApiKey", "/laas/iam/api-keys")
  .setPayload(CreateApiKeyBody)
  .addSuccess(success(ApiKeyCreated), created)
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Create an API key; its secret is shown once, so a retry makes another key")
  .pipe(forPartner("account"))

const id = HttpApiSchema.param(
  "id",
  parameter(Schema.String, { description: "The id of the API key, as it was answered before" })
)

export const revokeApiKey = HttpApiEndpoint.del("revokeApiKey")`/laas/iam/api-keys/${id}`
  .addSuccess(success(ApiKey))
  .annotate(OpenApi.Summary, "Revoke an API key, and end the access tokens that it got")
  .pipe(forPartner("account"))

export const audit = HttpApiEndpoint.get("audit", "/laas/iam/audit")
  .setUrlParams(AuditQuery)
  .addSuccess(success(AuditPage))
  .annotate(OpenApi.Summary, "Who did what, when and from where, newest first")
  .pipe(forPartner("account"))

export const iam = HttpApiGroup.make("iam")
  .add(login)
  .add(logout)
  .add(logoutAll)
  .add(logoutLogins)
  .add(listApiKeys)
  .add(createApiKey)
  .add(revokeApiKey)
  .add(audit)
  .annotate(OpenApi.Description, "API keys, sessions and the audit trail")
