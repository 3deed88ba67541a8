import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AuditEntry, ListAudit } from "../../accounts/audit/AuditEntry.ts"
import { ApiKey, CreateApiKey, NewApiKey } from "../../accounts/keys/ApiKey.ts"
import { forKey, forPartner } from "../access.ts"
import { attempts, CountsAttempts, created, KeepsAnswers } from "../annotations.ts"
import { answer, Empty, Id } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { next } from "../paging.ts"
import { AccessToken } from "../partners/api.ts"
import { pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

export const CreateApiKeyBody = requestBody("CreateApiKey", CreateApiKey.omit("partnerId"), {
  name: { description: "What the key is for", example: "Checkout" },
  scopes: { description: "What the tokens of the key may do", example: ["awards:write", "read"] }
})

const keyNotes = {
  id: Id,
  apiKey: { description: "The user name of HTTP Basic: rk_ and 64 hex characters" }
}

export const NewApiKeyAnswer = answer(
  "ApiKeyCreated",
  NewApiKey.pick("id", "apiKey", "name", "scopes", "createdAt", "apiSecret"),
  {
    ...keyNotes,
    apiSecret: { description: "The password of HTTP Basic. It is shown here and never again." }
  }
)

export const ApiKeyAnswer = answer("ApiKey", ApiKey, {
  ...keyNotes,
  lastUsedAt: { description: "When it last logged in" },
  revokedAt: { description: "null while it is valid" }
})

export const AuditQuery = requestQuery(ListAudit.omit("partnerId"), {
  action: { description: "Entries of this action only, such as partner.login" },
  before: { description: "The `next` of the page before" },
  limit: pageSize(20)
})

export const AuditEntryAnswer = answer("AuditEntry", AuditEntry, {
  id: Id,
  actor: {
    description:
      "The caller: an e-mail address, an API key, a tag of the partner's own, or the clientId for a user of the service"
  },
  userId: { description: "The user whom the entry concerns" },
  address: { description: "The caller's network address, if known" }
})

export const AuditPage = Schema.Struct({ data: Schema.Array(AuditEntryAnswer), next }).annotations({
  identifier: "AuditPage"
})

export const login = HttpApiEndpoint.post("login", "/laas/iam/login")
  .addSuccess(success(AccessToken))
  .annotate(
    CountsAttempts,
    attempts("failures", "key", ({ key }) => key)
  )
  .annotate(OpenApi.Summary, "An access token for an API key and its secret, by HTTP Basic")
  .annotate(
    OpenApi.Description,
    "For machines: send `Authorization: Basic` with the API key as user name and its secret as password, and no body. The token has the scopes of the key."
  )
  .pipe(forKey())

export const logout = HttpApiEndpoint.post("logout", "/laas/iam/logout")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End the access token of this request")
  .annotate(
    OpenApi.Description,
    "This process refuses the token immediately, other processes of the service within three seconds."
  )
  .pipe(forPartner())

export const logoutAll = HttpApiEndpoint.post("logoutAll", "/laas/iam/logout-all")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End all access tokens of the partner, including those of its API keys")
  .annotate(
    OpenApi.Description,
    "For a partner whose access tokens may have leaked. API keys stay valid and can log in again."
  )
  .pipe(forPartner("account"))

export const logoutLogins = HttpApiEndpoint.post("logoutLogins", "/laas/iam/logout-logins")
  .addSuccess(success(Empty))
  .annotate(
    OpenApi.Summary,
    "End all access tokens of logins with the password; those of API keys stay valid"
  )
  .annotate(
    OpenApi.Description,
    "People have to log in again, also on the dashboard; systems that use API keys are not affected."
  )
  .pipe(forPartner("account"))

export const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/laas/iam/api-keys")
  .addSuccess(success(Schema.Array(ApiKeyAnswer)))
  .annotate(OpenApi.Summary, "The partner's API keys: valid ones first, then revoked ones")
  .annotate(
    OpenApi.Description,
    "With their names, scopes and last logins. Secrets are not stored and cannot be shown again."
  )
  .pipe(forPartner("account"))

export const createApiKey = HttpApiEndpoint.post("createApiKey", "/laas/iam/api-keys")
  .setPayload(CreateApiKeyBody)
  .addSuccess(success(NewApiKeyAnswer), created)
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Create an API key; its secret is shown once, so a retry creates another key")
  .annotate(
    OpenApi.Description,
    "Give each system its own key with the scopes that it needs. At most 100 keys can be valid at a time."
  )
  .pipe(forPartner("account"))

const id = HttpApiSchema.param("id", parameter(Schema.String, { description: "The id of the API key" }))

export const revokeApiKey = HttpApiEndpoint.del("revokeApiKey")`/laas/iam/api-keys/${id}`
  .addSuccess(success(ApiKeyAnswer))
  .annotate(OpenApi.Summary, "Revoke an API key, and end its access tokens")
  .annotate(
    OpenApi.Description,
    "Takes effect immediately in this process, and within three seconds in others. Revoking a revoked key again gets the same answer."
  )
  .pipe(forPartner("account"))

export const audit = HttpApiEndpoint.get("audit", "/laas/iam/audit")
  .setUrlParams(AuditQuery)
  .addSuccess(success(AuditPage))
  .annotate(OpenApi.Summary, "Who did what, when and from where, newest first")
  .annotate(
    OpenApi.Description,
    "Logins, changes of rules, keys and details, consents and transfers, both done and refused. `next` of a page is `before` of the page after it."
  )
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
