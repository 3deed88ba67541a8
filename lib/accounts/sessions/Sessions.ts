import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/actor.ts"
import { Unauthorized } from "../Errors.ts"
import { Ecosystem, Email, emailKey } from "../Identity.ts"
import { keyScopes, type Scope } from "../keys/ApiKey.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { isSecret } from "../secret.ts"
import type { Session } from "./Session.ts"
import { findKey, findLogin, lockLogin, rehash, useKey } from "./Sessions/statements.ts"
import { type AccessToken, type TokenOwner, Tokens } from "./Tokens.ts"

export { keyScopes, type Scope } from "../keys/ApiKey.ts"
export type { AccessToken, Session } from "./Tokens.ts"

export type LoginInput = typeof Login.Encoded
export type KeyLoginInput = typeof KeyLogin.Encoded

type LoginError = InvalidInput | Unauthorized | DatabaseFailure

/**
 * Partner logins. A token is issued in a transaction that locks its owner's row, so that a concurrent password reset
 * or key revocation also ends it.
 */
export class Sessions extends Context.Tag("rewards/Sessions")<
  Sessions,
  {
    /**
     * Issues a token for an e-mail address and password. Every failure returns the same error after the same work.
     */
    readonly login: (input: LoginInput) => Effect.Effect<AccessToken, LoginError | QueueFull>
    /** Issues a token for an API key and its secret, with the key's scopes. Every failure returns the same error. */
    readonly keyLogin: (input: KeyLoginInput) => Effect.Effect<AccessToken, LoginError>
    readonly check: (token: string) => Effect.Effect<Session, Unauthorized | DatabaseFailure>
    /**
     * The same for callers that limit look-ups: `stranger` runs before the look-up of a token that this process has not found
     * valid before. If it fails, there is no look-up.
     */
    readonly checkLimited: <E, R>(
      token: string,
      stranger: Effect.Effect<void, E, R>
    ) => Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R>
    /**
     * The session of a token that this process found valid a moment ago; "stranger" for one that it has not found valid before;
     * undefined for one that has to be looked up again. Asks no database. `at` is the clock's time.
     */
    readonly trusted: (token: string, at: number) => Session | "stranger" | undefined
    /** Ends this token. Does nothing if it has ended already. */
    readonly revoke: (token: string) => Effect.Effect<void, DatabaseFailure>
    /** Ends all tokens of a partner, including those of its API keys. The keys themselves stay valid. */
    readonly revokeAll: (input: PartnerKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Ends all tokens of a partner's logins with the password. Those of its API keys stay, so that its systems go on. */
    readonly revokeLogins: (input: PartnerKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Sessions, never, Database | Passwords | Audit | Tokens> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const allScopes: ReadonlyArray<Scope> = [...keyScopes, "account"]

export const Login = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  password: required(Schema.String)
})
export const KeyLogin = Schema.Struct({ apiKey: required(Schema.String), apiSecret: required(Schema.String) })

const parseLogin = parser(Login)
const parseKeyLogin = parser(KeyLogin)
const parsePartner = parser(PartnerKey)

const keyForm = /^rk_[0-9a-f]{32}$/
/** Recorded instead of text that is not an API key, since that may be a misplaced secret or contain NUL. */
const noKey = "not a key"

/** How often a login verifies the password again because another transaction changed the hash. */
const maxTries = 3

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords
  const audit = yield* Audit
  const tokens = yield* Tokens

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
      tokens.issue(owner),
      (recorded, issued) => Batch.map(Batch.zip(recorded, issued), ([, token]) => token)
    )

  /** Returns undefined if the stored hash is no longer the verified one. */
  const enter = (
    { partnerId, passwordHash }: { readonly partnerId: PartnerId; readonly passwordHash: string },
    actor: string,
    newHash: string | undefined
  ) => {
    const verified = { partner_id: partnerId, password_hash: passwordHash }
    return database.transactionOn(
      Batch.of(lockLogin, [verified]),
      Effect.fnUntraced(function* (locked) {
        if (locked.length === 0) return noToken
        const updated_at = (yield* now).toISOString()
        const rehashed = newHash === undefined ? [] : [{ ...verified, new_hash: newHash, updated_at }]
        const admitted = yield* admit("partner.login", actor, {
          partnerId,
          apiKeyId: null,
          scopes: allScopes
        })
        return Batch.map(Batch.zip(Batch.of(rehash, rehashed), admitted), ([, token]) => token)
      })
    )
  }

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
    const use = Batch.of(useKey, [{ key: apiKey, at: (yield* now).toISOString() }])
    return yield* database.transactionOn(use, ([used]) =>
      used === undefined
        ? Effect.succeed(noToken)
        : admit("key.login", apiKey, {
            partnerId: used.partnerId,
            apiKeyId: used.id,
            scopes: used.scopes
          })
    )
  })

  const logOut = Effect.fnUntraced(function* (token: string) {
    const ended = yield* tokens.end(token)
    if (ended === undefined) return
    const { apiKeyId, partnerId } = ended
    const actor = yield* actorOf(database, partnerId, apiKeyId)
    yield* audit.record({ action: "partner.logout", outcome: "done", actor, partnerId })
  })

  const logOutAll = (
    partnerId: PartnerId,
    action: "partner.logout-all" | "partner.logout-logins",
    end: Effect.Effect<void, DatabaseFailure>
  ) =>
    database.transaction(
      Effect.gen(function* () {
        yield* end
        const actor = yield* actorOf(database, partnerId)
        yield* audit.record({ action, outcome: "done", actor, partnerId })
      })
    )

  return Sessions.of({
    login: Effect.fn("Sessions.login")(function* (input) {
      return yield* tryLogin(yield* parseLogin(input), maxTries)
    }),

    keyLogin: Effect.fn("Sessions.keyLogin")(function* (input) {
      const { apiKey: given, apiSecret } = yield* parseKeyLogin(input)
      const apiKey = keyForm.test(given) ? given : noKey
      const [known] = yield* database.run(findKey, [{ key: apiKey }])
      const correct = isSecret(apiSecret, known?.hash)
      // Another transaction may revoke the key after this read; `enterByKey` locks the key and checks that.
      const token = correct ? yield* enterByKey(apiKey) : undefined
      return token ?? (yield* refuse("key.login", apiKey, known?.partnerId, "API key or secret is wrong"))
    }),

    check: (token) => tokens.check(token),
    checkLimited: tokens.check,
    trusted: tokens.trusted,

    revoke: Effect.fn("Sessions.revoke")(function* (token) {
      yield* database.transaction(logOut(token))
    }),

    revokeAll: Effect.fn("Sessions.revokeAll")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      yield* logOutAll(partnerId, "partner.logout-all", tokens.endAll(partnerId))
    }),

    revokeLogins: Effect.fn("Sessions.revokeLogins")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      yield* logOutAll(partnerId, "partner.logout-logins", tokens.endLogins(partnerId))
    })
  })
})
