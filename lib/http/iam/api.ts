import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AuditEntry, ListAudit } from "../../accounts/audit/AuditEntry.ts"
import { RowId } from "../../accounts/Identity.ts"
import { ApiKey, CreateApiKey, NewApiKey } from "../../accounts/keys/ApiKey.ts"
import { Otp } from "../../accounts/secondFactor/Otp.ts"
import { ConfirmTotp, RecoveryCodes, TotpSetup } from "../../accounts/secondFactor/SecondFactor.ts"
import { forKey, forPartner } from "../access.ts"
import { attempts, byPerson, created, Failures, KeepsAnswers, ReadsList } from "../annotations.ts"
import { answer, described, Empty, Id } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { AccessToken } from "../partners/api.ts"
import { pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

export const CreateApiKeyBody = requestBody("CreateApiKey", CreateApiKey.omit("partnerId"), {
  name: { description: "A name that says what the key is used for", example: "Checkout" },
  scopes: { description: "The scopes of the key's access tokens", example: ["awards:write", "read"] }
})

const wrongOtp =
  "The access token is missing, malformed, expired, revoked or unknown; or, with the code otp_wrong, the code is wrong or was used"

const keyNotes = {
  id: Id,
  apiKey: { description: "The user name for HTTP Basic: rk_ and 64 hex characters" }
}

export const NewApiKeyAnswer = answer(
  "ApiKeyCreated",
  NewApiKey.pick("id", "apiKey", "name", "scopes", "createdAt", "apiSecret"),
  {
    ...keyNotes,
    apiSecret: { description: "The password for HTTP Basic. It is shown only once." }
  }
)

export const ApiKeyAnswer = answer("ApiKey", ApiKey, {
  ...keyNotes,
  lastUsedAt: { description: "When the key last logged in" },
  revokedAt: { description: "When the key was revoked; null if it is valid" }
})

export const AuditQuery = requestQuery(ListAudit.omit("partnerId"), {
  action: { description: "Only entries of this action, such as partner.login" },
  before: { description: "The `next` of the previous page" },
  limit: pageSize(20)
})

export const AuditEntryAnswer = answer("AuditEntry", AuditEntry, {
  id: Id,
  actor: {
    description:
      "Who acted: an e-mail address or an API key. For consents and tokens of users: the clientId of the application. For member.details: the tag that was looked up. For the pause of a failing webhook: the service"
  },
  userId: { description: "The user to whom the action applied" },
  address: { description: "The caller's network address, if known" }
})

export const AuditPage = Schema.Struct({
  data: Schema.Array(AuditEntryAnswer),
  next: described(
    Schema.NullOr(Schema.String),
    "Pass it as `before` to get the next page; null if there are no more entries"
  )
}).annotations({ identifier: "AuditPage" })

export const login = HttpApiEndpoint.post("login", "/laas/iam/login")
  .addSuccess(success(AccessToken))
  .annotateContext(attempts("failures", "key", ({ key }) => key))
  .annotate(OpenApi.Summary, "Get an access token with an API key and its secret")
  .annotate(
    OpenApi.Description,
    "For programs. Send `Authorization: Basic` with the API key as user name and its secret as password, without a body. The token has the scopes of the key."
  )
  .pipe(forKey())

export const logout = HttpApiEndpoint.post("logout", "/laas/iam/logout")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Revoke the access token of this request")
  .annotate(OpenApi.Description, "Every process of the service refuses the token within three seconds.")
  .pipe(forPartner())

export const logoutAll = HttpApiEndpoint.post("logoutAll", "/laas/iam/logout-all")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Revoke all access tokens of the partner, including those of its API keys")
  .annotate(OpenApi.Description, "API keys stay valid and can log in again.")
  .pipe(forPartner("account"))

export const logoutLogins = HttpApiEndpoint.post("logoutLogins", "/laas/iam/logout-logins")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Revoke all access tokens of logins with the password")
  .annotate(OpenApi.Description, "Also ends sessions of the dashboard. Tokens of API keys stay valid.")
  .pipe(forPartner("account"))

export const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/laas/iam/api-keys")
  .addSuccess(success(Schema.Array(ApiKeyAnswer)))
  .annotate(OpenApi.Summary, "The partner's API keys: valid ones first, then revoked ones")
  .annotate(OpenApi.Description, "Secrets are not stored and cannot be shown again.")
  .pipe(forPartner("account"))

export const createApiKey = HttpApiEndpoint.post("createApiKey", "/laas/iam/api-keys")
  .setPayload(CreateApiKeyBody)
  .addSuccess(success(NewApiKeyAnswer), created)
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Create an API key; its secret is shown only once")
  .annotate(
    OpenApi.Description,
    "Give each system its own key with the scopes that it needs. At most 100 keys can be valid at a time. A retry creates another key."
  )
  .pipe(forPartner("account"))

const otp = { description: "The code of the authenticator app, or a recovery code", example: "492039" }

export const TotpSetupAnswer = answer("TotpSetup", TotpSetup, {
  secret: { description: "The secret in base32, to type into an authenticator app" },
  uri: { description: "The otpauth address with the secret, for a QR code" }
})

export const ConfirmTotpBody = requestBody("ConfirmTotp", ConfirmTotp.pick("otp"), {
  otp: { description: "The code that the authenticator app shows", example: "492039" }
})

export const RecoveryCodesAnswer = answer("RecoveryCodes", RecoveryCodes, {
  recoveryCodes: { description: "Ten codes that work once each, instead of a code of the app" }
})

export const RemoveTotpBody = requestBody(
  "RemoveTotp",
  Schema.Struct({ otp: Schema.optional(Otp), id: Schema.optional(RowId) }),
  { otp, id: { ...Id, description: "Only for owners: another person who has lost the second factor" } },
  "Either otp or id is required"
)

export const startTotp = HttpApiEndpoint.post("startTotp", "/laas/iam/totp")
  .addSuccess(success(TotpSetupAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Get the secret of a new second factor (TOTP); it is shown only once")
  .annotate(
    OpenApi.Description,
    "For the person of the access token; API keys have no second factor. An authenticator app makes codes of six digits from the secret, a new one every 30 seconds. The second factor is on only after `/laas/iam/totp/confirm`. Another call replaces a secret that was not confirmed."
  )
  .pipe(forPartner())

export const confirmTotp = HttpApiEndpoint.post("confirmTotp", "/laas/iam/totp/confirm")
  .setPayload(ConfirmTotpBody)
  .addSuccess(success(RecoveryCodesAnswer))
  .annotateContext(attempts("failures", "totp", byPerson))
  .annotate(Failures, { 401: wrongOtp })
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Turn the second factor on with a first code; the recovery codes are shown only once"
  )
  .annotate(
    OpenApi.Description,
    "From then on, a login of this person needs the password and `otp`. Sessions that are open stay open."
  )
  .pipe(forPartner())

export const removeTotp = HttpApiEndpoint.post("removeTotp", "/laas/iam/totp/remove")
  .setPayload(RemoveTotpBody)
  .addSuccess(success(Empty))
  .annotateContext(attempts("failures", "totp", byPerson))
  .annotate(Failures, { 401: wrongOtp })
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Remove one's own second factor with a code, or that of another person as an owner"
  )
  .annotate(
    OpenApi.Description,
    "With `otp`, removes the second factor of the person of the access token. With `id`, an owner removes the second factor of a colleague who has lost the app and the recovery codes. A new password does not remove a second factor."
  )
  .pipe(forPartner())

const id = HttpApiSchema.param("id", parameter(Schema.String, { description: "The id of the API key" }))

export const revokeApiKey = HttpApiEndpoint.del("revokeApiKey")`/laas/iam/api-keys/${id}`
  .addSuccess(success(ApiKeyAnswer))
  .annotate(OpenApi.Summary, "Revoke an API key and its access tokens")
  .annotate(
    OpenApi.Description,
    "Every process of the service refuses the key and its tokens within three seconds. Revoking a revoked key gets the same answer."
  )
  .pipe(forPartner("account"))

export const audit = HttpApiEndpoint.get("audit", "/laas/iam/audit")
  .setUrlParams(AuditQuery)
  .addSuccess(success(AuditPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The audit trail, newest entries first")
  .annotate(
    OpenApi.Description,
    "The trail contains onboarding, logins, logouts, password resets and requests for them, second factors that were turned on or removed, transfers, refunds, reversals, adjustments, consents of users and their tokens, links, fetched user details, and changes of rules, API keys, webhooks and the partner's own details. It also contains refused logins, codes of second factors, password resets, consents, tokens and links, refused changes of API keys and of the partner's own details, and user details that could not be fetched. It does not contain refused movements of coins or refused changes of rules and webhooks."
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
  .add(startTotp)
  .add(confirmTotp)
  .add(removeTotp)
  .add(audit)
  .annotate(OpenApi.Description, "API keys, sessions, second factors and the audit trail")
