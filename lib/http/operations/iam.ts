import { Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import type { AuditEntry as Entry } from "../../accounts/audit/AuditEntry.ts"
import type { ApiKey as Key } from "../../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { tokenOf } from "../authorize.ts"
import { type Authorized, type Operation, untrusted, type WithKey } from "../Operation.ts"
import type { Empty } from "../wire/envelope.ts"
import type { ApiKey, ApiKeyCreated, AuditEntry, AuditPage } from "../wire/iam.ts"
import type { AccessToken } from "../wire/partners.ts"
import { tokenAnswer } from "./partners.ts"

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

const entry = ({ createdAt, ...rest }: Entry): typeof AuditEntry.Encoded => ({
  id: rest.id,
  action: rest.action,
  outcome: rest.outcome,
  actor: rest.actor,
  userId: rest.userId,
  address: rest.address,
  detail: rest.detail,
  createdAt: createdAt.toISOString()
})

export const login: Operation<WithKey, typeof AccessToken.Encoded> = Effect.fnUntraced(function* ({
  key,
  secret
}) {
  const sessions = yield* Sessions
  return tokenAnswer(yield* sessions.keyLogin({ apiKey: key, apiSecret: secret }))
})

export const logout: Operation<Authorized, typeof Empty.Encoded> = Effect.fnUntraced(function* ({ request }) {
  const sessions = yield* Sessions
  yield* sessions.revoke(yield* tokenOf(request))
  return { message: "Logged out successfully", data: {} }
})

export const logoutAll: Operation<Authorized, typeof Empty.Encoded> = Effect.fnUntraced(function* ({
  session
}) {
  const sessions = yield* Sessions
  yield* sessions.revokeAll({ partnerId: session.partnerId })
  return { message: "All sessions have ended", data: {} }
})

export const listApiKeys: Operation<Authorized, ReadonlyArray<typeof ApiKey.Encoded>> = Effect.fnUntraced(
  function* ({ session }) {
    const keys = yield* ApiKeys
    const found = yield* keys.list({ partnerId: session.partnerId })
    return { message: "API keys returned successfully", data: found.map(whole) }
  }
)

/** No idempotency key is kept here: the answer would lie in the database with the secret in it. */
export const createApiKey: Operation<Authorized, typeof ApiKeyCreated.Encoded> = Effect.fnUntraced(
  function* ({ body, session }) {
    const keys = yield* ApiKeys
    const key = yield* keys.create(untrusted({ ...body, partnerId: session.partnerId }))
    return {
      message: "API key created successfully, its secret is shown only now",
      data: { ...common(key), apiSecret: key.apiSecret }
    }
  }
)

export const revokeApiKey: Operation<Authorized, typeof ApiKey.Encoded> = Effect.fnUntraced(function* ({
  params,
  session
}) {
  const keys = yield* ApiKeys
  const key = yield* keys.revoke(untrusted({ id: params.id, partnerId: session.partnerId }))
  return { message: "API key revoked successfully", data: whole(key) }
})

export const audit: Operation<Authorized, typeof AuditPage.Encoded> = Effect.fnUntraced(function* ({
  query,
  session
}) {
  const trail = yield* Audit
  const { limit = "20" } = query
  const found = yield* trail.list(untrusted({ ...query, limit, partnerId: session.partnerId }))
  const full = found.length >= Number(limit)
  return {
    message: "Audit trail returned successfully",
    data: { data: found.map(entry), next: full ? (found.at(-1)?.id ?? null) : null }
  }
})
