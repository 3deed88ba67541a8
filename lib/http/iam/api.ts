import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AuditEntry, ListAudit } from "../../accounts/audit/AuditEntry.ts"
import { ApiKey, CreateApiKey, NewApiKey } from "../../accounts/keys/ApiKey.ts"
import { UpdatePerson } from "../../accounts/people/Person.ts"
import { PersonSession } from "../../accounts/sessions/Session.ts"
import { forKey, forPartner } from "../access.ts"
import { attempts, created, KeepsAnswers, ReadsList } from "../annotations.ts"
import { answer, described, Empty, Id } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { AccessToken } from "../partners/api.ts"
import { NewPersonAnswer } from "../people/api.ts"
import { pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

export const CreateApiKeyBody = requestBody("CreateApiKey", CreateApiKey.omit("partnerId"), {
  name: { description: "A name that says what the key is used for", example: "Checkout" },
  scopes: { description: "The scopes of the key's access tokens", example: ["awards:write", "read"] }
})

const keyNotes = {
  id: Id,
  apiKey: {
    description:
      "The user name for HTTP Basic: rk_ and 64 hex characters; rk_test_ and 64 hex characters for a key of the test side"
  }
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
  orderedBy: orderer("created the key"),
  revokedAt: { description: "When the key was revoked; null if it is valid" }
})

export const MeAnswer = Schema.Struct({
  ...NewPersonAnswer.pick("id", "email", "role").fields,
  scopes: described(Schema.Array(Schema.String), "The scopes of the person's role"),
  totp: described(Schema.Boolean, "Whether the person has a second factor"),
  alertMails: described(Schema.Boolean, "Whether the person gets mails about alerts")
}).annotations({ identifier: "CallingPerson" })

export const UpdateMeBody = requestBody("UpdateCallingPerson", UpdatePerson.pick("alertMails"), {
  alertMails: { description: "Whether to get mails about alerts", example: true }
})

const ListedSession = Schema.Struct({ ...PersonSession.fields, current: Schema.Boolean })

export const SessionAnswer = answer("Session", ListedSession, {
  id: Id,
  device: {
    description: "The name that the browser or program gave itself at the login; null if it gave none"
  },
  address: { description: "The network address of the login; null if it is not known" },
  lastUsedAt: { description: "When the session was last used, to within five minutes" },
  current: { description: "Whether it is the session of this request" }
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
      "Who acted: the e-mail address of a person, or an API key. In entries about consents and tokens of users, it is the clientId of the application. In entries with the action member.details, it is the tag that was looked up. In entries about the pause of a failing webhook, it is the service"
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
  .annotate(OpenApi.Summary, "Revoke all access tokens of the partner, including the tokens of its API keys")
  .annotate(
    OpenApi.Description,
    "All people are logged out, also of the test side, and the tokens of its API keys end. API keys stay valid and can log in again."
  )
  .pipe(forPartner("staff"))

export const logoutLogins = HttpApiEndpoint.post("logoutLogins", "/laas/iam/logout-logins")
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End all sessions of the caller, on all devices")
  .annotate(
    OpenApi.Description,
    "The tokens for which they were exchanged end with them. Sessions of other people and tokens of API keys of either side stay valid: a key is that of a program, and belongs to the partner."
  )
  .pipe(forPartner("person", "live"))

export const me = HttpApiEndpoint.get("me", "/laas/iam/me")
  .addSuccess(success(MeAnswer))
  .annotate(OpenApi.Summary, "The person who calls")
  .pipe(forPartner("person"))

export const updateMe = HttpApiEndpoint.patch("updateMe", "/laas/iam/me")
  .setPayload(UpdateMeBody)
  .addSuccess(success(MeAnswer))
  .annotate(OpenApi.Summary, "Change what the person who calls has chosen")
  .annotate(
    OpenApi.Description,
    "With `alertMails`, the person gets mails about alerts: at most one an hour, with the alerts that are new since the last one. An alert that ended is new when it comes back. Only people who may approve adjustments get mails about those that wait. By default, nobody gets these mails."
  )
  .pipe(forPartner("person", "live"))

export const listSessions = HttpApiEndpoint.get("listSessions", "/laas/iam/sessions")
  .addSuccess(success(Schema.Array(SessionAnswer)))
  .annotate(OpenApi.Summary, "The caller's own sessions, newest first")
  .annotate(
    OpenApi.Description,
    "At most the newest 100. A session ends by itself four hours after its login."
  )
  .pipe(forPartner("person", "live"))

const sessionId = HttpApiSchema.param(
  "id",
  parameter(Schema.String, { description: "The id of the session" })
)

export const endSession = HttpApiEndpoint.del("endSession")`/laas/iam/sessions/${sessionId}`
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "End one of the caller's own sessions")
  .annotate(OpenApi.Description, "Every process of the service refuses its token within three seconds.")
  .pipe(forPartner("person", "live"))

export const listApiKeys = HttpApiEndpoint.get("listApiKeys", "/laas/iam/api-keys")
  .addSuccess(success(Schema.Array(ApiKeyAnswer)))
  .annotate(OpenApi.Summary, "The partner's API keys: valid keys first, then revoked keys")
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
    "The trail contains onboarding, logins, logouts, password resets and requests for them, second factors that were turned on or removed, transfers, refunds, confirmations, reversals and adjustments, requests for approval and the decisions about them, consents of users and their tokens, links, merges and erasures of members, fetches of user details, and changes of rules, API keys, webhooks, settings, people, the test side and the partner's own details. It also contains some refused requests: logins, password resets, consents, tokens and links, acceptances of invitations, changes of API keys and of the partner's own details, wrong codes of a second factor, and fetches of user details that failed. It does not contain refused movements of coins or refused changes of rules, webhooks, settings and people."
  )
  .pipe(forPartner("account"))

export const iam = HttpApiGroup.make("iam")
  .add(login)
  .add(logout)
  .add(logoutAll)
  .add(logoutLogins)
  .add(me)
  .add(updateMe)
  .add(listSessions)
  .add(endSession)
  .add(listApiKeys)
  .add(createApiKey)
  .add(revokeApiKey)
  .add(audit)
  .annotate(OpenApi.Description, "API keys, sessions and the audit trail")
