import { Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Unparsed } from "../../schema/Input.ts"
import { tokenOf } from "../authorize.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { loggedIn } from "../partners/handlers.ts"
import {
  ApiKeyAnswer,
  AuditEntryAnswer,
  audit,
  createApiKey,
  listApiKeys,
  login,
  logout,
  logoutAll,
  logoutLogins,
  NewApiKeyAnswer,
  revokeApiKey
} from "./api.ts"

export const iam: ReadonlyArray<HandledEndpoint> = [
  handle(
    login,
    Effect.fnUntraced(function* ({ key, secret }) {
      const sessions = yield* Sessions
      return loggedIn(yield* sessions.keyLogin({ apiKey: key, apiSecret: secret }))
    })
  ),

  handle(
    logout,
    Effect.fnUntraced(function* ({ request }) {
      const sessions = yield* Sessions
      yield* sessions.revoke(yield* tokenOf(request))
      return { message: "Logged out successfully", data: {} }
    })
  ),

  handle(
    logoutAll,
    Effect.fnUntraced(function* ({ session }) {
      const sessions = yield* Sessions
      yield* sessions.revokeAll({ partnerId: session.partnerId })
      return { message: "All sessions have ended", data: {} }
    })
  ),

  handle(
    logoutLogins,
    Effect.fnUntraced(function* ({ session }) {
      const sessions = yield* Sessions
      yield* sessions.revokeLogins({ partnerId: session.partnerId })
      return { message: "All logins have ended", data: {} }
    })
  ),

  handle(
    listApiKeys,
    Effect.fnUntraced(function* ({ session }) {
      const keys = yield* ApiKeys
      const found = yield* keys.list({ partnerId: session.partnerId })
      return { message: "API keys returned successfully", data: found.map(ApiKeyAnswer.encode) }
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
        data: NewApiKeyAnswer.encode(key)
      }
    })
  ),

  handle(
    revokeApiKey,
    Effect.fnUntraced(function* ({ params, session }) {
      const keys = yield* ApiKeys
      const key = yield* keys.revoke(new Unparsed({ id: params.id, partnerId: session.partnerId }))
      return { message: "API key revoked successfully", data: ApiKeyAnswer.encode(key) }
    })
  ),

  handle(
    audit,
    Effect.fnUntraced(function* ({ query, session }) {
      const trail = yield* Audit
      const { limit = "20" } = query
      const input = new Unparsed({ ...query, limit, partnerId: session.partnerId })
      const found = yield* trail.list(input)
      const full = found.length >= Number(limit)
      return {
        message: "Audit trail returned successfully",
        data: { data: found.map(AuditEntryAnswer.encode), next: full ? (found.at(-1)?.id ?? null) : null }
      }
    })
  )
]
