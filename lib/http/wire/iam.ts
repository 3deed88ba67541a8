import { Schema } from "effect"
import { actions } from "../../accounts/audit/AuditEntry.ts"
import { keyScopes } from "../../accounts/keys/ApiKey.ts"
import { Id, Instant } from "./envelope.ts"
import { text } from "./request.ts"

const Scopes = Schema.Array(Schema.Literal(...keyScopes))

export const CreateApiKeyBody = Schema.Struct({
  name: text("What the key is for", "Checkout", { minLength: 1, maxLength: 100 }),
  scopes: Scopes.annotations({
    jsonSchema: {
      type: "array",
      items: { type: "string", enum: [...keyScopes] },
      minItems: 1,
      description: "What the tokens of the key may do",
      examples: [["awards:write", "read"]]
    }
  })
}).annotations({ identifier: "CreateApiKey" })

const key = {
  id: Id,
  apiKey: Schema.String.annotations({
    description: "The user name of HTTP Basic: rk_ and 32 hex characters"
  }),
  name: Schema.String,
  scopes: Scopes,
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

export const AuditEntry = Schema.Struct({
  id: Id,
  action: Schema.Literal(...actions),
  outcome: Schema.Literal("done", "refused"),
  actor: Schema.String.annotations({
    description: "Who, in the words that they gave: an e-mail address, an API key, a tag"
  }),
  userId: Schema.NullOr(Schema.String).annotations({ description: "The user whom it concerns" }),
  address: Schema.NullOr(Schema.String).annotations({ description: "From where, as far as it is known" }),
  detail: Schema.NullOr(Schema.String),
  createdAt: Instant
}).annotations({ identifier: "AuditEntry" })

export const AuditPage = Schema.Struct({
  data: Schema.Array(AuditEntry),
  next: Schema.NullOr(Schema.String).annotations({ description: "Pass as `before` for the next page" })
}).annotations({ identifier: "AuditPage" })
