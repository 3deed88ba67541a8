import { Schema } from "effect"
import { actions, ListAudit } from "../../accounts/audit/AuditEntry.ts"
import { CreateApiKey, keyScopes } from "../../accounts/keys/ApiKey.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { pageSize } from "../notes.ts"
import { next } from "../paging.ts"
import { Id, Instant } from "../wire.ts"

export const CreateApiKeyBody = requestBody("CreateApiKey", CreateApiKey.omit("partnerId"), {
  name: { description: "What the key is for", example: "Checkout" },
  scopes: { description: "What the tokens of the key may do", example: ["awards:write", "read"] }
})

const key = {
  id: Id,
  apiKey: Schema.String.annotations({
    description: "The user name of HTTP Basic: rk_ and 32 hex characters"
  }),
  name: Schema.String,
  scopes: Schema.Array(Schema.Literal(...keyScopes)),
  createdAt: Instant
}

export const ApiKeyCreated = Schema.Struct({
  ...key,
  apiSecret: Schema.String.annotations({
    description: "The password of HTTP Basic. It is shown here and never again."
  })
}).annotations({ identifier: "ApiKeyCreated" })

export const ApiKey = Schema.Struct({
  ...key,
  lastUsedAt: Schema.NullOr(Instant).annotations({ description: "When it last logged in" }),
  revokedAt: Schema.NullOr(Instant).annotations({ description: "null while it is good" })
}).annotations({ identifier: "ApiKey" })

export const AuditQuery = requestQuery(ListAudit.omit("partnerId"), {
  action: { description: "Entries of this action only, such as partner.login" },
  before: { description: "The `next` of the page before" },
  limit: pageSize(20)
})

export const AuditEntry = Schema.Struct({
  id: Id,
  action: Schema.Literal(...actions),
  outcome: Schema.Literal("done", "refused"),
  actor: Schema.String.annotations({
    description:
      "The caller: an e-mail address, an API key, a tag of the partner's own, or the clientId for a user of the service"
  }),
  userId: Schema.NullOr(Schema.String).annotations({ description: "The user whom it concerns" }),
  address: Schema.NullOr(Schema.String).annotations({ description: "From where, as far as it is known" }),
  detail: Schema.NullOr(Schema.String),
  createdAt: Instant
}).annotations({ identifier: "AuditEntry" })

export const AuditPage = Schema.Struct({ data: Schema.Array(AuditEntry), next }).annotations({
  identifier: "AuditPage"
})
