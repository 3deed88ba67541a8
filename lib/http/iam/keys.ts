import { Effect } from "effect"
import type { ApiKey as Key } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type Handled, handle } from "../handle.ts"
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from "./api.ts"

const common = ({ apiKey, createdAt, id, name, scopes }: Key) => ({
  id,
  apiKey,
  name,
  scopes,
  createdAt: createdAt.toISOString()
})

const whole = (key: Key): typeof ApiKey.Encoded => ({
  ...common(key),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null
})

export const keys: ReadonlyArray<Handled> = [
  handle(
    listApiKeys,
    Effect.fnUntraced(function* ({ session }) {
      const keys = yield* ApiKeys
      const found = yield* keys.list({ partnerId: session.partnerId })
      return { message: "API keys returned successfully", data: found.map(whole) }
    })
  ),

  // No answer is stored under an idempotency key: it would put the secret into the database.
  handle(
    createApiKey,
    Effect.fnUntraced(function* ({ body, session }) {
      const keys = yield* ApiKeys
      const key = yield* keys.create(new Unparsed({ ...body, partnerId: session.partnerId }))
      return {
        message: "API key created successfully, its secret is shown only now",
        data: { ...common(key), apiSecret: key.apiSecret }
      }
    })
  ),

  handle(
    revokeApiKey,
    Effect.fnUntraced(function* ({ params, session }) {
      const keys = yield* ApiKeys
      const key = yield* keys.revoke(new Unparsed({ id: params.id, partnerId: session.partnerId }))
      return { message: "API key revoked successfully", data: whole(key) }
    })
  )
]
