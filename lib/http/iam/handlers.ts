import { Effect } from "effect"
import { Audit } from "../../accounts/audit/Audit.ts"
import { Forbidden } from "../../accounts/Errors.ts"
import { ApiKeys } from "../../accounts/keys/ApiKeys.ts"
import { SecondFactors } from "../../accounts/secondFactor/SecondFactors.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { invalid, Unparsed } from "../../schema/Input.ts"
import { asActor, bodyInput, type HandledEndpoint, handle, type PartnerRequest, tokenOf } from "../handle.ts"
import { loggedIn } from "../partners/handlers.ts"
import * as api from "./api.ts"

/** The person of a session. API keys are not people. */
const personOf = ({ session: { actor } }: PartnerRequest): Effect.Effect<string, Forbidden> =>
  actor.kind === "person"
    ? Effect.succeed(actor.id)
    : Effect.fail(
        new Forbidden({ reason: "only people have a second factor, and this is the token of an API key" })
      )

export const iam: ReadonlyArray<HandledEndpoint> = [
  handle(api.login, function* ({ key, secret }) {
    return loggedIn(yield* (yield* Sessions).keyLogin({ apiKey: key, apiSecret: secret }))
  }),

  handle(api.logout, function* ({ request }) {
    yield* (yield* Sessions).revoke(yield* tokenOf(request))
    return { message: "Logged out successfully", data: {} }
  }),

  handle(api.logoutAll, function* ({ session: { partnerId } }) {
    yield* (yield* Sessions).revokeAll({ partnerId })
    return { message: "All sessions have ended", data: {} }
  }),

  handle(api.logoutLogins, function* ({ session }) {
    yield* (yield* Sessions).revokeOfPerson({ partnerId: session.partnerId, personId: session.actor.id })
    return { message: "All logins have ended", data: {} }
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

  handle(api.startTotp, function* (request) {
    const owner = { partnerId: request.session.partnerId, personId: yield* personOf(request) }
    const setup = yield* asActor(request, (yield* SecondFactors).start(owner))
    return { message: "Secret made successfully, it is shown only now", data: setup }
  }),

  handle(api.confirmTotp, function* (request) {
    const owner = { partnerId: request.session.partnerId, personId: yield* personOf(request) }
    const confirm = (yield* SecondFactors).confirm(new Unparsed(request.body, owner))
    return {
      message: "The second factor is on, the recovery codes are shown only now",
      data: yield* asActor(request, confirm)
    }
  }),

  handle(api.removeTotp, function* (request) {
    const factors = yield* SecondFactors
    const { body, session } = request
    const { partnerId, scopes } = session
    const personId = yield* personOf(request)
    if ("id" in body) {
      if (!scopes.has("staff"))
        return yield* new Forbidden({ reason: "only an owner may remove the second factor of others" })
      if (body.id === personId)
        return yield* invalid("id", "must be another person's: send otp to remove your own")
      yield* asActor(request, factors.removeOf(new Unparsed(body, { partnerId })))
    } else {
      yield* asActor(request, factors.remove(new Unparsed(body, { partnerId, personId })))
    }
    return { message: "Second factor removed successfully", data: {} }
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
