import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { Orderer } from "../../rewards/orderers/Orderer.ts"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required, trimmed } from "../../schema/Input.ts"
import { RowId } from "../Identity.ts"

/**
 * The scopes that an API key can have. `members:read` permits reading the personal data of members, such as `userData`. `members:write`
 * permits erasing and merging members.
 */
export const keyScopes = [
  "rules:write",
  "awards:write",
  "coins:write",
  "coins:adjust",
  "coins:refund",
  "webhooks:write",
  "read",
  "members:read",
  "members:write"
] as const
export type KeyScope = (typeof keyScopes)[number]

/** The stored form of scopes: words separated by spaces. */
export const StoredScopes = Schema.split(" ").pipe(
  Schema.compose(Schema.Array(Schema.Literal(...keyScopes)), { strict: false })
)

/**
 * The scopes that a partner's token can have. Only people get the last three. `account` permits changing the account, its API keys and its
 * test side, and reading its settings and its audit trail. `staff` permits managing its people, and ending all of its sessions. `settings`
 * permits changing its settings.
 */
export type Scope = KeyScope | "account" | "staff" | "settings"

/** Adds the scopes that other scopes imply. A key that may take coins from wallets may also return them. */
export const withImplied = (scopes: ReadonlyArray<KeyScope>): ReadonlyArray<KeyScope> =>
  scopes.includes("coins:write") ? Array.from(new Set([...scopes, "coins:refund" as const])) : scopes

/** A credential with which a machine of the partner logs in. */
export const ApiKey = Schema.Struct({
  id: Schema.String,
  apiKey: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Schema.Literal(...keyScopes)),
  createdAt: Schema.Date,
  /** When the key last obtained a token; null if never. */
  lastUsedAt: Schema.NullOr(Schema.Date),
  /** When the key was revoked; null while it is valid. */
  revokedAt: Schema.NullOr(Schema.Date),
  /** Who created the key; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer)
})
export type ApiKey = typeof ApiKey.Type

/** A created key with its secret. The secret is returned only here, because the service stores only its hash. */
export const NewApiKey = Schema.Struct({ ...ApiKey.fields, apiSecret: Schema.String })
export type NewApiKey = typeof NewApiKey.Type

/** A partner can have at most this many valid keys. */
export const maxLiveKeys = 100

const words = keyScopes.map((scope) => `"${scope}"`).join(", ")

export const CreateApiKey = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(trimmed(1, 100)),
  scopes: required(
    Schema.Array(Schema.Literal(...keyScopes).pipe(mustBe(`one of ${words}`))).pipe(
      Schema.filter((scopes) => scopes.length > 0 || `must hold at least one of ${words}`, {
        jsonSchema: { minItems: 1 }
      })
    )
  )
})
export type CreateApiKeyInput = Documented.Of<typeof CreateApiKey, Documented.CreateApiKeyInput>

export const RevokeApiKey = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the API key. */
  id: required(RowId)
})
export type RevokeApiKeyInput = Documented.Of<typeof RevokeApiKey, Documented.RevokeApiKeyInput>
