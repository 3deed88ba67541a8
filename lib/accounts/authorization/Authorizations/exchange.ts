import { Effect, Either } from "effect"
import { now } from "../../../rewards/clock.ts"
import { parser } from "../../../schema/Input.ts"
import { Database } from "../../../sql/Database.ts"
import { Audit } from "../../audit/Audit.ts"
import { digest, isSecret } from "../../secret.ts"
import type { Authenticated } from "../../sessions/Session.ts"
import type { Client } from "../Authorization.ts"
import { ExchangeCode, type ExchangeCodeInput } from "../inputs.ts"
import { clientOrRefuse } from "./clients.ts"
import { endGrant, refuse, settle } from "./outcome.ts"
import { claimCode, findCode } from "./statements.ts"
import { issueTokens } from "./tokens.ts"

const parse = parser(ExchangeCode)

interface Bound {
  readonly redirectUri: string
  readonly challenge: string | null
}

/** Returns why the request does not match its code, or undefined if it matches. */
const misfit = (code: Bound, given: typeof ExchangeCode.Type): string | undefined => {
  if (given.redirectUri !== undefined && given.redirectUri !== code.redirectUri)
    return "the redirect address is not the one that the code was sent to"
  if (code.challenge === null)
    return given.codeVerifier === undefined ? undefined : "the code was made without a code challenge"
  return given.codeVerifier !== undefined && isSecret(given.codeVerifier, code.challenge)
    ? undefined
    : "the code verifier is missing, or not the one behind the code challenge"
}

/**
 * Exchanges a code for tokens, once. A code with a challenge requires its verifier. A code without a challenge comes
 * from the native form, where the challenge is optional, and requires the access token of the partner's login with its
 * password: an API key for another purpose must not obtain tokens of users. A request that does not match uses the code
 * up. A second use of a code revokes its grant.
 */
export const makeExchange = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit

  const attempt = (
    input: typeof ExchangeCode.Type,
    client: Client,
    authenticated: Authenticated | undefined
  ) =>
    Effect.gen(function* () {
      const at = yield* now
      const hash = digest(input.code)
      const [code] = yield* database.run(findCode, [{ hash }])
      if (code === undefined || code.applicationId !== client.applicationId)
        return refuse("the code is unknown: ask for a new one")
      const { userId } = code
      const again = Effect.as(
        endGrant(database, audit, client, code, "a code was used again", at),
        refuse("the code was used before: everything that it gave has ended", userId)
      )
      if (code.used) return yield* again
      if (code.revoked || code.expiresAt <= at)
        return refuse("the code has expired: ask for a new one", userId)
      const mustProve = code.challenge === null || authenticated !== undefined
      if (mustProve && authenticated?.partnerId !== client.partnerId)
        return refuse(
          "this code needs the partner's own access token as Authorization: Bearer",
          userId,
          "invalid_client"
        )
      if (code.challenge === null && !new Set(authenticated?.scopes).has("account"))
        return refuse(
          "a code without a code challenge needs the access token of a login with e-mail and password",
          userId,
          "invalid_client"
        )
      const claimed = yield* database.run(claimCode, [{ hash, at: at.toISOString() }])
      if (claimed.length === 0) return yield* again
      const reason = misfit(code, input)
      if (reason !== undefined) return refuse(reason, userId)
      const tokens = yield* issueTokens(database, code, at)
      const { clientId: actor, partnerId } = client
      yield* audit.record({ action: "grant.exchange", outcome: "done", actor, partnerId, userId })
      return Either.right(tokens)
    })

  return Effect.fn("Authorizations.exchange")(function* (
    input: ExchangeCodeInput,
    authenticated?: Authenticated | undefined
  ) {
    const given = yield* parse(input)
    const client = yield* clientOrRefuse(database, audit, "grant.exchange", given)
    return yield* settle(database, audit, "grant.exchange", client, attempt(given, client, authenticated))
  })
})
