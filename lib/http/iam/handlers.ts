import { Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import type { AuditEntry as Entry } from "../../accounts/audit/AuditEntry.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Unparsed } from "../../schema/Input.ts"
import { tokenOf } from "../authorize.ts"
import { type Handled, handle } from "../handle.ts"
import { loggedIn } from "../partners/token.ts"
import { type AuditEntry, audit, login, logout, logoutAll, logoutLogins } from "./api.ts"
import { keys } from "./keys.ts"

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

export const iam: ReadonlyArray<Handled> = [
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

  ...keys,

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
        data: { data: found.map(entry), next: full ? (found.at(-1)?.id ?? null) : null }
      }
    })
  )
]
