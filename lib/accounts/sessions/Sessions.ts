import { Context, Duration, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { Unauthorized } from "../Errors.ts"
import { emailKey } from "../Identity.ts"
import { keyScopes, type Scope } from "../keys/ApiKey.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { digest, isSecret, newPartnerSecret, partnerOfPublicKey, partnerOfSecret } from "../secret.ts"
import { accessTokens, apiKeys, logins } from "../tables.ts"
import {
  type AccessToken,
  KeyLogin,
  type KeyLoginInput,
  Login,
  type LoginInput,
  type Session,
  unknownToken
} from "./Session.ts"

export type { Scope } from "../keys/ApiKey.ts"
export type { KeyLoginInput, LoginInput, Session } from "./Session.ts"

type LoginError = InvalidInput | Unauthorized | DatabaseFailure

/**
 * Logins of partners and their access tokens: 256 random bits, stored only as SHA-256. A token is issued in a transaction that locks its
 * owner's row, so that a concurrent password reset or key revocation also ends it.
 *
 * A valid token is cached for 3 seconds, so that most checks cost one hash. A revocation takes up to that long to reach other processes.
 */
export class Sessions extends Context.Tag("rewards/Sessions")<
  Sessions,
  {
    /**
     * Issues a token for an e-mail address and password. Every failure returns the same error after the same work.
     */
    readonly login: (input: LoginInput | Unparsed) => Effect.Effect<AccessToken, LoginError | QueueFull>
    /** Issues a token for an API key and its secret, with the key's scopes. Every failure returns the same error. */
    readonly keyLogin: (input: KeyLoginInput | Unparsed) => Effect.Effect<AccessToken, LoginError>
    /** Checks an access token. */
    readonly check: (token: string) => Effect.Effect<Session, Unauthorized | DatabaseFailure>
    /**
     * The same for callers that limit look-ups: `stranger` runs before the look-up of a token that this process has not found
     * valid before. If it fails, the token is not looked up.
     */
    readonly checkLimited: <E, R>(
      token: string,
      stranger: Effect.Effect<void, E, R>
    ) => Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R>
    /**
     * The session of a token that this process found valid within the last 3 seconds; undefined if it found the token valid before
     * that, and "stranger" if it never did. Does not use the database. `at` is the clock's time.
     */
    readonly trusted: (token: string, at: number) => Session | "stranger" | undefined
    /** Ends this token. Does nothing if it has ended already. */
    readonly revoke: (token: string) => Effect.Effect<void, DatabaseFailure>
    /** Ends all tokens of a partner, including those of its API keys. The keys themselves stay valid. */
    readonly revokeAll: (input: PartnerKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Ends all tokens of a partner's logins with the password. Those of its API keys stay valid, so that its systems keep working. */
    readonly revokeLogins: (input: PartnerKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /**
     * Ends all tokens of a partner, or of one of its API keys, in the caller's transaction. The caller records it in the audit trail.
     * After the commit this process refuses the tokens at once.
     */
    readonly endTokens: (partnerId: PartnerId, apiKeyId?: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Sessions, never, Database | Passwords | Audit> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

interface TokenOwner {
  readonly partnerId: PartnerId
  /** The API key that requested the token; null for a login with a password. */
  readonly apiKeyId: string | null
  readonly scopes: ReadonlyArray<Scope>
}

const lifetime = Duration.hours(4)
const trusted = Duration.toMillis("3 seconds")
const maxTrusted = 10_000

const insertToken = accessTokens.insert()

const findToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: Schema.extend(
    accessTokens.row("partnerId", "scopes", "expiresAt"),
    Schema.Struct({ actor: Schema.String })
  ),
  sql: `SELECT t.partner_id, t.scopes, t.expires_at, COALESCE(k.key, l.email, 'partner') AS actor
    FROM input CROSS JOIN rewards_token t
    LEFT JOIN rewards_login l ON l.partner_id = t.partner_id
    LEFT JOIN rewards_api_key k ON k.partner_id = t.partner_id AND k.id = t.api_key_id
    WHERE t.partner_id = input.partner_id AND t.hash = input.hash`
})

const findLogin = logins.by("ecosystem", "email").find("partnerId", "passwordHash")

/** Locks the login until commit if its hash is still this one. */
const lockLogin = logins.by("partnerId", "passwordHash").lock("partnerId")

/** Stores the same password, hashed with today's cost. */
const rehash = statement({
  input: { partnerId: "uuid", passwordHash: "text", newHash: "text", updatedAt: "instant" },
  sql: `UPDATE rewards_login SET password_hash = input.new_hash, updated_at = input.updated_at
    FROM input
    WHERE rewards_login.partner_id = input.partner_id AND rewards_login.password_hash = input.password_hash`
})

const findKey = apiKeys.by("partnerId", "key").find("partnerId", "hash")

/**
 * Updates a key that is not revoked, which locks it until commit: a concurrent revocation comes either before, or
 * after the token was issued and then ends the token too.
 */
const useKey = apiKeys.by("partnerId", "key").change({
  set: ["lastUsedAt"],
  where: "rewards_api_key.revoked_at IS NULL",
  returning: ["id", "partnerId", "scopes"]
})

const deleteToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: accessTokens.row("partnerId", "apiKeyId"),
  sql: `DELETE FROM rewards_token WHERE partner_id = ${given("partner_id")} AND hash = ${given("hash")}
    RETURNING partner_id, api_key_id`
})

/** Locks the tokens in one order, so that concurrent transactions wait for each other instead of deadlocking. */
const deleteTokens = (condition: string) =>
  statement({
    input: { partnerId: "uuid", apiKeyId: "uuid?", at: "instant?" },
    sql: ({ lock }) => `DELETE FROM rewards_token WHERE partner_id IN ${given("partner_id")} AND hash IN (
      SELECT t.hash FROM rewards_token t CROSS JOIN input
      WHERE t.partner_id = input.partner_id${condition}${lock("t", "t.hash")})`
  })

const deleteAll = deleteTokens("")
/** The tokens of logins with the password. */
const deleteOfLogins = deleteTokens(" AND t.api_key_id IS NULL")
const deleteOfKey = deleteTokens(" AND t.api_key_id = input.api_key_id")
const deleteExpired = deleteTokens(" AND t.expires_at <= input.at")

const allScopes: ReadonlyArray<Scope> = [...keyScopes, "account"]

const partnerOfKey = (apiKey: string): string => partnerOfPublicKey(apiKey.slice("rk_".length))
const keyForm = /^rk_[0-9a-f]{64}$/
/** Recorded instead of text that is not an API key, since that may be a misplaced secret or contain NUL. */
const noKey = "not a key"

/** How often a login verifies the password again because another transaction changed the hash. */
const maxTries = 3

const parseLogin = parser(Login)
const parseKeyLogin = parser(KeyLogin)
const parsePartner = parser(PartnerKey)

interface Trusted {
  readonly session: Session
  readonly until: number
  /** The same in real time: a host's clock may be stopped, and another process may revoke the token meanwhile. */
  readonly untilReal: number
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords
  const audit = yield* Audit
  // An entry that is no longer trusted stays: its token has been valid once, so it is not a guess.
  const cache = new BoundedMap<Trusted>(maxTrusted)
  // Counts revocations. A look-up that overlaps with one may have read a token that is now revoked, so it is not cached.
  let endings = 0

  const distrust = (partnerId: PartnerId) => {
    endings += 1
    for (const [hash, { session }] of cache) if (session.partnerId === partnerId) cache.delete(hash)
  }

  const lookUp = Effect.fn("Sessions.check")(function* (token: string, hash: string, at: number) {
    const before = endings
    const [row] = yield* database.run(findToken, [{ partnerId: partnerOfSecret(token), hash }])
    if (row === undefined || row.expiresAt.getTime() <= at) {
      cache.delete(hash)
      return yield* unknownToken()
    }
    const { actor, expiresAt, partnerId, scopes } = row
    const session = { partnerId, scopes: new Set(scopes.split(" ")), actor }
    if (endings === before) {
      const until = Math.min(at + trusted, expiresAt.getTime())
      cache.set(hash, { session, until, untilReal: performance.now() + trusted })
    }
    return session
  })

  const trustedIn = (known: Trusted | undefined, at: number): Session | undefined =>
    known !== undefined && known.until > at && known.untilReal > performance.now() ? known.session : undefined

  // Has no span, because every request runs it.
  const check = <E = never, R = never>(token: string, stranger?: Effect.Effect<void, E, R>) =>
    Effect.clockWith((clock): Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R> => {
      const hash = digest(token)
      const at = clock.unsafeCurrentTimeMillis()
      const known = cache.get(hash)
      const session = trustedIn(known, at)
      if (session !== undefined) return Effect.succeed(session)
      const found = lookUp(token, hash, at)
      return known !== undefined || stranger === undefined ? found : Effect.zipRight(stranger, found)
    })

  /** Issues a token in the caller's transaction, and deletes the partner's expired tokens. */
  const issue = Effect.fnUntraced(function* ({ apiKeyId, partnerId, scopes }: TokenOwner) {
    const accessToken = newPartnerSecret(partnerId)
    const at = yield* now
    const deleted = Batch.of(deleteExpired, [{ partnerId, apiKeyId: null, at }])
    const inserted = Batch.of(insertToken, [
      {
        partnerId,
        apiKeyId,
        hash: digest(accessToken),
        scopes: scopes.join(" "),
        createdAt: at,
        expiresAt: new Date(at.getTime() + Duration.toMillis(lifetime))
      }
    ])
    return Batch.map(Batch.all({ deleted, inserted }), () => ({ accessToken, expiresIn: lifetime }))
  })

  const refuse = (
    action: "partner.login" | "key.login",
    actor: string,
    partnerId: PartnerId | undefined,
    reason: string
  ) =>
    Effect.zipRight(
      audit.record({ action, outcome: "refused", actor, partnerId }),
      new Unauthorized({ reason })
    )

  const noToken = Batch.succeed(undefined)

  /** Issues a token and records the login. */
  const admit = (action: "partner.login" | "key.login", actor: string, owner: TokenOwner) =>
    Effect.zipWith(
      audit.entry({ action, outcome: "done", actor, partnerId: owner.partnerId }),
      issue(owner),
      (recorded, token) => Batch.map(Batch.all({ recorded, token }), (done) => done.token)
    )

  /** Returns undefined if the stored hash is no longer the verified one. */
  const enter = (
    verified: { readonly partnerId: PartnerId; readonly passwordHash: string },
    actor: string,
    newHash: string | undefined
  ) =>
    database.transactionOn(
      Batch.of(lockLogin, [verified]),
      Effect.fnUntraced(function* (locked) {
        if (locked.length === 0) return noToken
        const rehashed = newHash === undefined ? [] : [{ ...verified, newHash, updatedAt: yield* now }]
        const owner = { partnerId: verified.partnerId, apiKeyId: null, scopes: allScopes }
        const admitted = yield* admit("partner.login", actor, owner)
        return Batch.map(
          Batch.all({ rehashed: Batch.of(rehash, rehashed), token: admitted }),
          (done) => done.token
        )
      })
    )

  const tryLogin = (
    { ecosystem, email, password }: typeof Login.Type,
    tries: number
  ): Effect.Effect<AccessToken, Unauthorized | QueueFull | DatabaseFailure> =>
    Effect.gen(function* () {
      const [login] = yield* database.run(findLogin, [{ ecosystem, email: emailKey(email) }])
      const correct = yield* passwords.verify(password, login?.passwordHash)
      if (login === undefined || !correct) {
        return yield* refuse("partner.login", email, login?.partnerId, "email or password is wrong")
      }
      const newHash = passwords.isOutdated(login.passwordHash) ? yield* passwords.hash(password) : undefined
      const token = yield* enter(login, email, newHash)
      if (token !== undefined) return token
      return tries > 1
        ? yield* tryLogin({ ecosystem, email, password }, tries - 1)
        : yield* refuse("partner.login", email, login.partnerId, "email or password is wrong")
    })

  const enterByKey = Effect.fnUntraced(function* (apiKey: string) {
    const partnerId = partnerOfKey(apiKey)
    const use = Batch.of(useKey, [{ partnerId, key: apiKey, lastUsedAt: yield* now }])
    return yield* database.transactionOn(use, ([used]) =>
      used === undefined
        ? Effect.succeed(noToken)
        : admit("key.login", apiKey, { ...used, apiKeyId: used.id })
    )
  })

  const end = Effect.fnUntraced(function* (
    tokens: typeof deleteAll,
    partnerId: PartnerId,
    apiKeyId: string | null = null
  ) {
    yield* database.run(tokens, [{ partnerId, apiKeyId, at: null }])
    yield* database.afterCommit(() => distrust(partnerId))
  })

  const logOut = Effect.fnUntraced(function* (token: string) {
    const [ended] = yield* database.run(deleteToken, [
      { partnerId: partnerOfSecret(token), hash: digest(token) }
    ])
    if (ended === undefined) return
    const { apiKeyId, partnerId } = ended
    yield* database.afterCommit(() => distrust(partnerId))
    yield* audit.recordOfPartner({ action: "partner.logout", outcome: "done", partnerId, apiKeyId })
  })

  const logOutAll = (action: "partner.logout-all" | "partner.logout-logins", tokens: typeof deleteAll) =>
    Effect.fnUntraced(function* (input: PartnerKeyInput) {
      const { partnerId } = yield* parsePartner(input)
      const record = audit.recordOfPartner({ action, outcome: "done", partnerId })
      yield* database.transaction(Effect.zipRight(end(tokens, partnerId), record))
    })

  return Sessions.of({
    login: Effect.fn("Sessions.login")(function* (input) {
      return yield* tryLogin(yield* parseLogin(input), maxTries)
    }),

    keyLogin: Effect.fn("Sessions.keyLogin")(function* (input) {
      const { apiKey: claimed, apiSecret } = yield* parseKeyLogin(input)
      const apiKey = keyForm.test(claimed) ? claimed : noKey
      const [known] = yield* database.run(findKey, [{ partnerId: partnerOfKey(apiKey), key: apiKey }])
      const correct = isSecret(apiSecret, known?.hash)
      // Another transaction may revoke the key after this read; `enterByKey` locks the key and checks that.
      const token = correct ? yield* enterByKey(apiKey) : undefined
      return token ?? (yield* refuse("key.login", apiKey, known?.partnerId, "API key or secret is wrong"))
    }),

    check: (token) => check(token),
    checkLimited: check,

    trusted: (token, at) => {
      const known = cache.get(digest(token))
      return known === undefined ? "stranger" : trustedIn(known, at)
    },

    revoke: Effect.fn("Sessions.revoke")((token) => database.transaction(logOut(token))),

    revokeAll: Effect.fn("Sessions.revokeAll")(logOutAll("partner.logout-all", deleteAll)),

    revokeLogins: Effect.fn("Sessions.revokeLogins")(logOutAll("partner.logout-logins", deleteOfLogins)),

    endTokens: Effect.fn("Sessions.endTokens")((partnerId, apiKeyId) =>
      apiKeyId === undefined ? end(deleteAll, partnerId) : end(deleteOfKey, partnerId, apiKeyId)
    )
  })
})
