import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { isId } from "../../schema/Id.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { trimmed } from "../../schema/Text.ts"

/** What an API key may be allowed. */
export const keyScopes = ["rules:write", "awards:write", "coins:write", "read"] as const
export type KeyScope = (typeof keyScopes)[number]

/** What a token may do. Only a login with a password may change the account itself. */
export type Scope = KeyScope | "account"

const KeyId = Schema.String.pipe(
  Schema.filter((value) => isId(value)),
  mustBe("an id made by this service")
)

/** How machines log in. The secret is known to its owner alone. */
export const ApiKey = Schema.Struct({
  id: Schema.String,
  apiKey: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Schema.Literal(...keyScopes)),
  createdAt: Schema.Date,
  /** When it last got a token; null when it never did. */
  lastUsedAt: Schema.NullOr(Schema.Date),
  /** When it was revoked; null while it is good. */
  revokedAt: Schema.NullOr(Schema.Date)
})
export type ApiKey = typeof ApiKey.Type

/** The only moment at which the secret is known: what is stored is its hash. */
export const NewApiKey = Schema.Struct({ ...ApiKey.fields, apiSecret: Schema.String })
export type NewApiKey = typeof NewApiKey.Type

/** As many as anybody needs, and few enough to list them all. */
export const maxLiveKeys = 100

const words = keyScopes.map((scope) => `"${scope}"`).join(", ")

export const CreateApiKey = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(trimmed(1, 100)),
  scopes: required(
    Schema.Array(Schema.Literal(...keyScopes).pipe(mustBe(`one of ${words}`))).pipe(
      Schema.filter((scopes) => scopes.length > 0 || `must hold at least one of ${words}`)
    )
  )
})
export type CreateApiKeyInput = typeof CreateApiKey.Encoded

export const RevokeApiKey = Schema.Struct({ partnerId: required(PartnerId), id: required(KeyId) })
export type RevokeApiKeyInput = typeof RevokeApiKey.Encoded
