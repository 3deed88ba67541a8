import { Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { People } from "../../accounts/people/People.ts"
import type { Person } from "../../accounts/people/Person.ts"
import { SecondFactors } from "../../accounts/secondFactor/SecondFactors.ts"
import type { Session } from "../../accounts/sessions/Session.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { Unparsed } from "../../schema/Input.ts"
import { bodyInput, type HandledEndpoint, handle, personOf, tokenOf } from "../handle.ts"
import { loggedIn } from "../partners/handlers.ts"
import * as api from "./api.ts"

const caller = Effect.fnUntraced(function* (session: Session, { alertMails, email, id, role }: Person) {
  const totp = yield* (yield* SecondFactors).isOn(personOf(session))
  return { id, email, role, scopes: Array.from(session.scopes), totp, alertMails }
})

export const iam: ReadonlyArray<HandledEndpoint> = [
  handle(api.login, function* ({ key, secret }) {
    return loggedIn(yield* (yield* Sessions).keyLogin({ apiKey: key, apiSecret: secret }))
  }),

  handle(api.logout, function* ({ request }) {
    yield* (yield* Sessions).revoke(yield* tokenOf(request))
    return { message: "Logged out successfully", data: {} }
  }),

  handle(api.logoutAll, function* (request) {
    const { partnerId } = request.session
    yield* (yield* Sessions).revokeAll({ partnerId })
    return { message: "All sessions have ended", data: {} }
  }),

  handle(api.logoutLogins, function* ({ session }) {
    yield* (yield* Sessions).revokeOfPerson(personOf(session))
    return { message: "All your sessions have ended", data: {} }
  }),

  handle(api.me, function* ({ session }) {
    const person = yield* (yield* People).get(personOf(session))
    return { message: "Person returned successfully", data: yield* caller(session, person) }
  }),

  handle(api.updateMe, function* (request) {
    const { body, session } = request
    const person = (yield* People).update(new Unparsed(body, personOf(session)))
    // The answer is not stored under an idempotency key: keys belong to the partner, and another person could send the same one.
    const data = yield* Effect.flatMap(person, (each) => caller(session, each))
    return { message: "Person updated successfully", data }
  }),

  handle(api.listSessions, function* ({ session }) {
    const found = yield* (yield* Sessions).list(personOf(session))
    const data = found.map((each) => api.SessionAnswer.encode({ ...each, current: each.id === session.id }))
    return { message: "Sessions returned successfully", data }
  }),

  handle(api.endSession, function* ({ params, session }) {
    yield* (yield* Sessions).end(new Unparsed(params, personOf(session)))
    return { message: "Session ended successfully", data: {} }
  }),

  handle(api.listApiKeys, function* ({ session: { partnerId } }) {
    const found = yield* (yield* ApiKeys).list({ partnerId })
    return { message: "API keys returned successfully", data: found.map(api.ApiKeyAnswer.encode) }
  }),

  // The answer is not stored under an idempotency key, because it contains the secret.
  handle(api.createApiKey, function* (request) {
    const key = yield* (yield* ApiKeys).create(bodyInput(request))
    return {
      message: "API key created successfully, its secret is shown only now",
      data: api.NewApiKeyAnswer.encode(key)
    }
  }),

  handle(api.revokeApiKey, function* (request) {
    const key = yield* (yield* ApiKeys).revoke(bodyInput(request))
    return { message: "API key revoked successfully", data: api.ApiKeyAnswer.encode(key) }
  }),

  handle(api.audit, function* ({ query, session: { partnerId } }) {
    const { limit = "20" } = query
    const found = yield* (yield* Audit).list(new Unparsed({ ...query, limit }, { partnerId }))
    const full = found.length >= Number(limit)
    return {
      message: "Audit trail returned successfully",
      data: { data: found.map(api.AuditEntryAnswer.encode), next: full ? (found.at(-1)?.id ?? null) : null }
    }
  })
]
