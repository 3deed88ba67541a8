import { Effect, Either, Schema } from "effect"
import { now } from "../../../rewards/clock.ts"
import { partnerName } from "../../../rewards/sql.ts"
import { tolerantParser, type Unparsed } from "../../../schema/Input.ts"
import { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { statement } from "../../../sql/Statement.ts"
import { Audit } from "../../audit/Audit.ts"
import { GrantRefused } from "../../Errors.ts"
import { digest, matchesDigest, partnerOfPublicKey } from "../../secret.ts"
import type { Authenticated } from "../../sessions/Session.ts"
import { applications } from "../../tables.ts"
import {
  Client,
  ExchangeCode,
  type ExchangeCodeInput,
  RefreshTokens,
  type RefreshTokensInput,
  RevokeToken,
  type RevokeTokenInput,
  scopesOf,
  type TokenSet,
  type UserScope
} from "../Authorization.ts"
import {
  claimCode,
  claimRefreshToken,
  deleteAccessToken,
  endGrant,
  findCode,
  findToken,
  issueGrantTokens
} from "./grants.ts"

const findByClientId = statement({
  input: { partnerId: "uuid", clientId: "text", ecosystem: "text" },
  output: Schema.Struct({
    ...Client.fields,
    partnerId: applications.fields.partnerId,
    applicationId: applications.fields.id
  }),
  sql: `SELECT a.id AS application_id, a.name AS application_name, ${partnerName("a.partner_id")} AS partner_name,
      ${applications.list("a", "partnerId", "clientId", "redirectUrl", "webRedirectUrl", "mobileRedirectUrl")}
    FROM input CROSS JOIN rewards_application a
    WHERE a.partner_id = input.partner_id AND a.client_id = input.client_id AND a.ecosystem = input.ecosystem`
})

const clientIdForm = /^[0-9a-f]{64}$/

/** Returns the name of a client in the audit trail. Text that is not a clientId is not recorded, because it may be a secret. */
export const clientActor = (id: unknown): string =>
  typeof id === "string" && clientIdForm.test(id) ? id : "not a client"

/** Finds the client with this id, if its partner belongs to the ecosystem. */
export const clientOf = (
  database: Database["Type"],
  ecosystem: string,
  clientId: string
): Effect.Effect<Client | undefined, DatabaseFailure> => {
  if (!clientIdForm.test(clientId)) return Effect.succeed(undefined)
  const partnerId = partnerOfPublicKey(clientId)
  return Effect.map(database.run(findByClientId, [{ partnerId, clientId, ecosystem }]), ([client]) => client)
}

const parseExchange = tolerantParser(ExchangeCode)
const parseRefresh = tolerantParser(RefreshTokens)
const parseRevoke = tolerantParser(RevokeToken)

interface Refused {
  readonly code: GrantRefused["code"]
  readonly reason: string
  /** The user of the grant, if the grant was found. */
  readonly userId: string | undefined
}

/** Returns a refusal as a value, because a failure would roll back what the transaction has written, such as the use of a code. */
const refuse = (
  reason: string,
  userId?: string,
  code: GrantRefused["code"] = "invalid_grant"
): Either.Either<TokenSet, Refused> => Either.left({ code, reason, userId })

const refuseClient = (reason: string, userId: string) => refuse(reason, userId, "invalid_client")

/** Returns why a request does not match its code; undefined if it matches. */
const mismatch = (
  code: { readonly redirectUri: string; readonly challenge: string | null },
  given: typeof ExchangeCode.Type
): string | undefined => {
  if (given.redirectUri !== undefined && given.redirectUri !== code.redirectUri)
    return "the redirect address is not the one that the code was sent to"
  if (code.challenge === null)
    return given.codeVerifier === undefined ? undefined : "the code was made without a code challenge"
  return given.codeVerifier !== undefined && matchesDigest(given.codeVerifier, code.challenge)
    ? undefined
    : "the code verifier is missing or does not match the code challenge"
}

/** Returns the requested scopes; undefined if the grant does not have all of them. */
const narrowedTo = (scope: string, grantScopes: string): ReadonlyArray<UserScope> | undefined => {
  const granted = new Set<string>(grantScopes.split(" "))
  const requested = scopesOf(scope)
  return requested?.every((each) => granted.has(each)) === true ? requested : undefined
}

/** The requests that a client makes with a code or a token. */
export const makeTokenRequests = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit

  /** Finds the client of a request. If the client is unknown, records a refusal and fails. */
  const findClient = Effect.fnUntraced(function* (
    action: "grant.exchange" | "grant.refresh" | "grant.revoke",
    input: { readonly ecosystem: string; readonly clientId: string }
  ) {
    const client = yield* clientOf(database, input.ecosystem, input.clientId)
    if (client !== undefined) return client
    const reason = "the client is unknown: use the clientId that onboarding returned, in its own ecosystem"
    yield* audit.record({ action, outcome: "refused", actor: clientActor(input.clientId), detail: reason })
    return yield* new GrantRefused({ code: "invalid_client", reason })
  })

  /**
   * Runs an attempt in a transaction. The transaction commits even if the attempt is refused. In this case, records the refusal after
   * COMMIT, and fails.
   */
  const settle = Effect.fnUntraced(function* <E>(
    action: "grant.exchange" | "grant.refresh",
    input: { readonly ecosystem: string; readonly clientId: string },
    attempt: (client: Client) => Effect.Effect<Either.Either<TokenSet, Refused>, E>
  ) {
    const client = yield* findClient(action, input)
    const { clientId: actor, partnerId } = client
    const outcome = yield* database.transaction(attempt(client))
    if (Either.isRight(outcome)) return outcome.right
    const { code, reason, userId } = outcome.left
    yield* audit.record({ action, outcome: "refused", actor, partnerId, userId, detail: reason })
    return yield* new GrantRefused({ code, reason })
  })

  /**
   * Exchanges a code for tokens. A code with a challenge requires its verifier. A code without a challenge requires the access token of a
   * login with e-mail and password to the partner's account. The token of an API key is not enough. A wrong verifier or redirect address
   * uses up the code. A second use of a code revokes its grant.
   */
  const exchange = Effect.fnUntraced(function* (
    input: typeof ExchangeCode.Type,
    client: Client,
    authenticated: Authenticated | undefined
  ) {
    const at = yield* now
    const hash = digest(input.code)
    const [code] = yield* database.run(findCode, [{ partnerId: client.partnerId, hash }])
    if (code === undefined || code.applicationId !== client.applicationId)
      return refuse("the code is unknown: ask for a new one")
    const { userId } = code
    const refuseReuse = Effect.as(
      endGrant(database, audit, client, code, "a code was used again", at),
      refuse("the code was used before: all tokens of its grant have ended", userId)
    )
    if (code.used) return yield* refuseReuse
    if (code.revoked || code.expiresAt <= at) return refuse("the code has expired: ask for a new one", userId)
    const mustAuthenticate = code.challenge === null || authenticated !== undefined
    if (mustAuthenticate && authenticated?.partnerId !== client.partnerId)
      return refuseClient("this code needs the partner's own access token as Authorization: Bearer", userId)
    if (code.challenge === null && !new Set(authenticated?.scopes).has("account"))
      return refuseClient(
        "a code without a code challenge needs the access token of a login with e-mail and password",
        userId
      )
    const claimed = yield* database.run(claimCode, [{ partnerId: client.partnerId, hash, usedAt: at }])
    if (claimed.length === 0) return yield* refuseReuse
    const reason = mismatch(code, input)
    if (reason !== undefined) return refuse(reason, userId)
    return Either.right(yield* issueGrantTokens(database, audit, "grant.exchange", client, code, at))
  })

  /**
   * Exchanges a refresh token for an access token and a new refresh token. A second use of a refresh token revokes the grant, because
   * the token may have been stolen.
   */
  const refresh = Effect.fnUntraced(function* (
    input: typeof RefreshTokens.Type,
    client: Client,
    authenticated: string | undefined
  ) {
    const at = yield* now
    const hash = digest(input.refreshToken)
    const [token] = yield* database.run(findToken, [{ partnerId: client.partnerId, hash }])
    if (token?.kind !== "refresh" || token.applicationId !== client.applicationId)
      return refuse("the refresh token is unknown: ask the user to sign in again")
    const { userId } = token
    const refuseReuse = Effect.as(
      endGrant(database, audit, client, token, "a refresh token was used again", at),
      refuse("the refresh token was used before: all tokens of its grant have ended", userId)
    )
    if (token.used) return yield* refuseReuse
    if (token.revoked || token.expiresAt <= at)
      return refuse("the refresh token has expired or was revoked: ask the user to sign in again", userId)
    if (authenticated !== undefined && authenticated !== client.partnerId)
      return refuseClient("the access token belongs to another partner than the client", userId)
    const narrowed = input.scope === undefined ? undefined : narrowedTo(input.scope, token.grantScopes)
    if (input.scope !== undefined && narrowed === undefined)
      return refuse("the scope must be part of what the user has allowed", userId, "invalid_scope")
    const claimed = yield* database.run(claimRefreshToken, [
      { partnerId: client.partnerId, hash, usedAt: at }
    ])
    if (claimed.length === 0) return yield* refuseReuse
    return Either.right(
      yield* issueGrantTokens(database, audit, "grant.refresh", client, token, at, narrowed)
    )
  })

  /**
   * Revokes a token (RFC 7009). If it is a refresh token, revokes its grant with all tokens. Returns false if the token is unknown or
   * belongs to another client.
   */
  const revoke = Effect.fnUntraced(function* (token: string, client: Client) {
    const { clientId: actor, partnerId } = client
    const hash = digest(token)
    const [found] = yield* database.run(findToken, [{ partnerId, hash }])
    if (found?.applicationId !== client.applicationId) return false
    if (found.kind === "refresh") {
      yield* endGrant(database, audit, client, found, "a refresh token was revoked", yield* now)
      return true
    }
    const deleted = yield* database.run(deleteAccessToken, [{ partnerId, hash }])
    // Another transaction has just deleted the token.
    if (deleted.length === 0) return true
    const { userId } = found
    const detail = "an access token was revoked"
    yield* audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
    return true
  })

  return {
    exchange: Effect.fn("Authorizations.exchange")(function* (
      input: ExchangeCodeInput | Unparsed,
      authenticated?: Authenticated | undefined
    ) {
      const given = yield* parseExchange(input)
      return yield* settle("grant.exchange", given, (client) => exchange(given, client, authenticated))
    }),

    refresh: Effect.fn("Authorizations.refresh")(function* (
      input: RefreshTokensInput | Unparsed,
      authenticated?: string | undefined
    ) {
      const given = yield* parseRefresh(input)
      return yield* settle("grant.refresh", given, (client) => refresh(given, client, authenticated))
    }),

    revoke: Effect.fn("Authorizations.revoke")(function* (input: RevokeTokenInput | Unparsed) {
      const given = yield* parseRevoke(input)
      const client = yield* findClient("grant.revoke", given)
      if (yield* database.transaction(revoke(given.token, client))) return
      const { clientId: actor, partnerId } = client
      const detail = "the token does not belong to this client"
      yield* audit.record({ action: "grant.revoke", outcome: "refused", actor, partnerId, detail })
    })
  }
})
