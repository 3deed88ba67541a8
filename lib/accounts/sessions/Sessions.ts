import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Ids } from "../../rewards/Ids.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { partners } from "../../rewards/tables.ts"
import { type InvalidInput, parser, tolerantParser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { RowOf } from "../../sql/Table.ts"
import { Audit } from "../audit/Audit.ts"
import { OtpRequired, type OtpWrong, SessionNotFound, TestSideNotFound, Unauthorized } from "../Errors.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { emailKey } from "../Identity.ts"
import { withImplied } from "../keys/ApiKey.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { scopesOf } from "../people/Role.ts"
import { KnownAddresses } from "../rates/KnownAddresses.ts"
import {
  type FactorOwner,
  isOn,
  readFactor,
  type StoredFactor,
  useOtp
} from "../secondFactor/storedFactors.ts"
import { matchesDigest, partnerOfPublicKey } from "../secret.ts"
import { accessTokens, apiKeys, people } from "../tables.ts"
import { findTestSide } from "../testSides/storedTestSides.ts"
import {
  type AccessToken,
  EndSession,
  type EndSessionInput,
  KeyLogin,
  type KeyLoginInput,
  Login,
  type LoginInput,
  PersonKey,
  type PersonKeyInput,
  type PersonSession,
  type Session,
  unknownToken
} from "./Session.ts"
import { makeAccessTokens, type TokenOwner, type TokensOf } from "./Sessions/accessTokens.ts"

export type { Scope } from "../keys/ApiKey.ts"
export type { KeyLoginInput, LoginInput, Session } from "./Session.ts"
export type { TokensOf } from "./Sessions/accessTokens.ts"

type LoginError = InvalidInput | Unauthorized | DatabaseFailure
type OtpError = OtpRequired | OtpWrong

/**
 * Logins of partners and their access tokens. A token is issued in a transaction that locks the person or the API key. So a
 * concurrent password reset or key revocation also ends the new token.
 *
 * After a process has found a token valid, it can accept the token for 3 seconds without another look-up. So a token that another
 * process has revoked is refused after 3 seconds at the latest.
 */
export class Sessions extends Context.Tag("rewards/Sessions")<
  Sessions,
  {
    /**
     * Issues a token for an e-mail address and a password. Unknown addresses and wrong passwords fail with the same error, after about the
     * same time. If the person has a second factor, a code is needed as well. It is checked only after the password was right, and works
     * once.
     */
    readonly login: (
      input: LoginInput | Unparsed
    ) => Effect.Effect<AccessToken, LoginError | OtpError | PasswordsBusy>
    /** Issues a token for an API key and its secret, with the key's scopes. Unknown keys and wrong secrets fail with the same error. */
    readonly keyLogin: (input: KeyLoginInput | Unparsed) => Effect.Effect<AccessToken, LoginError>
    /** Returns the session of an access token. Fails if the token is invalid, expired or revoked. */
    readonly check: (token: string) => Effect.Effect<Session, Unauthorized | DatabaseFailure>
    /**
     * Like `check`, but first runs `beforeLookUp` (for example a rate limit) if this process does not remember the token as valid. If
     * `beforeLookUp` fails, the token is not looked up.
     */
    readonly checkLimited: <E, R>(
      token: string,
      beforeLookUp: Effect.Effect<void, E, R>
    ) => Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R>
    /**
     * Checks a token without the database. `at` is the current time in milliseconds. Returns the session if this process found the
     * token valid within the last 3 seconds. Returns undefined if this was longer ago. Returns "stranger" if this process does not
     * remember the token as valid.
     */
    readonly trusted: (token: string, at: number) => Session | "stranger" | undefined
    /** Completes when a valid token has ended: at once if this process ends it, otherwise within about 3 seconds. */
    readonly ended: (token: string) => Effect.Effect<void>
    /** Ends this token. Does nothing if the token has already ended. */
    readonly revoke: (token: string) => Effect.Effect<void, DatabaseFailure>
    /**
     * Ends all tokens of a partner and of its test side, including the tokens of their API keys. The keys themselves stay valid.
     */
    readonly revokeAll: (input: PartnerKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /**
     * Ends all sessions of one person of a partner, on all devices, with their tokens for the test side. Tokens of API keys stay valid, on
     * either side: a key is that of a program, and belongs to the partner.
     */
    readonly revokeOfPerson: (input: PersonKeyInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Returns the sessions of a person that have not ended: at most the newest 100. */
    readonly list: (
      input: PersonKeyInput
    ) => Effect.Effect<ReadonlyArray<PersonSession>, InvalidInput | DatabaseFailure>
    /** Ends one session of a person. */
    readonly end: (
      input: EndSessionInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | SessionNotFound | DatabaseFailure>
    /**
     * Ends all tokens of a person, of an API key or of a partner, in the caller's transaction. Does not write to the audit trail. After
     * COMMIT this process refuses the tokens at once.
     */
    readonly endTokens: (of: TokensOf) => Effect.Effect<void, DatabaseFailure>
    /**
     * Exchanges a session of a person for a token of the partner's test side, with the same scopes except `staff`, since the test side has
     * no people. The new token ends with the session. It replaces an earlier token that was exchanged for the same session.
     */
    readonly exchange: (
      input: EndSessionInput | Unparsed
    ) => Effect.Effect<AccessToken, InvalidInput | TestSideNotFound | Unauthorized | DatabaseFailure>
    /** Ends all tokens of people for the test side of a live partner, in the caller's transaction. */
    readonly endTestTokens: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    Sessions,
    never,
    Audit | Database | Encryption | Ids | KnownAddresses | Passwords
  > = Layer.suspend(() => Layer.scoped(this, make))
}

const findPerson = people.by("ecosystem", "email").find("partnerId", "id", "role", "passwordHash")

/** Locks the person until commit if the password and the role are still the given ones. */
const lockPerson = people.by("partnerId", "id", "role", "passwordHash").lock("id")

const findPartner = partners.find("id")

const lockRole = people.lock("id", "role")
const findSession = accessTokens.by("partnerId", "personId", "id").find("testOf", "expiresAt")

/** Stores the same password, hashed with the current cost. The caller has locked the person. */
const rehash = people.update("passwordHash", "updatedAt")

const findKey = apiKeys.by("partnerId", "key").find("partnerId", "hash")

/**
 * Updates a key that is not revoked, and so locks it until commit. A concurrent revocation waits for this commit, and then also ends
 * the new token.
 */
const useKey = apiKeys.by("partnerId", "key").change({
  set: ["lastUsedAt"],
  where: "rewards_api_key.revoked_at IS NULL",
  returning: ["id", "partnerId", "scopes"]
})

const partnerOfKey = (apiKey: string): string => partnerOfPublicKey(apiKey.slice(-64))
const keyForm = /^rk_(?:test_)?[0-9a-f]{64}$/
/**
 * The actor of a login whose key does not have the form of an API key. The text that was sent as the key is not recorded, because it may be
 * a secret.
 */
const noKey = "not a key"

/** How many times a login is tried. It is tried again if another transaction changes the password or the role during the try. */
const maxTries = 3

const noToken = Batch.succeed(undefined)

const parseLogin = parser(Login)
/** Ignores other fields, so that a host can pass the result of `ApiKeys.create` unchanged. */
const parseKeyLogin = tolerantParser(KeyLogin)
const parsePartner = parser(PartnerKey)
const parsePerson = parser(PersonKey)
const parseEnd = parser(EndSession)

/** A person whose password was correct. */
type Verified = Pick<RowOf<typeof people>, "partnerId" | "id" | "role"> & { readonly passwordHash: string }

type LoginAction = "partner.login" | "key.login"

const make = Effect.gen(function* () {
  const database = yield* Database
  const knownAddresses = yield* KnownAddresses
  const passwords = yield* Passwords
  const audit = yield* Audit
  const encryption = yield* Encryption
  const tokens = yield* makeAccessTokens(database)

  /** Records a refused login, and fails. */
  const refuse = (action: LoginAction, actor: string, partnerId: PartnerId | undefined, reason: string) =>
    Effect.zipRight(
      audit.record({ action, outcome: "refused", actor, partnerId }),
      new Unauthorized({ reason })
    )

  /** Returns a batch that records a login and issues a token. */
  const admit = (action: LoginAction, actor: string, owner: TokenOwner) =>
    Effect.zipWith(
      audit.entry({ action, outcome: "done", actor, partnerId: owner.partnerId }),
      tokens.issue(owner),
      (recorded, token) => Batch.map(Batch.all({ recorded, token }), (done) => done.token)
    )

  /** Returns a batch that uses up the code if the person has a second factor. The caller has locked the person. */
  const prove = (owner: FactorOwner, factor: StoredFactor | undefined, otp: string | undefined) => {
    if (!isOn(factor)) return Effect.succeed(Batch.succeed(undefined))
    return otp === undefined ? Effect.fail(new OtpRequired()) : useOtp(encryption, owner, factor, otp)
  }

  /**
   * Issues a token, and stores `newHash` if it is given. Returns undefined if the password or the role of the person has changed since they
   * were read.
   */
  const enter = (
    verified: Verified,
    { email: actor, otp }: Pick<typeof Login.Type, "email" | "otp">,
    newHash: string | undefined
  ) =>
    database.transactionOn(
      // On Citus, the node with the partner's row will also store the token. Reading this row fails at once if the node is unreachable.
      Batch.all({
        locked: Batch.of(lockPerson, [verified]),
        factor: readFactor({ partnerId: verified.partnerId, personId: verified.id }),
        partners: Batch.of(findPartner, [{ id: verified.partnerId }])
      }),
      Effect.fnUntraced(function* ({ factor, locked }) {
        if (locked.length === 0) return noToken
        const { id: personId, partnerId, role } = verified
        const proved = yield* prove({ partnerId, personId }, factor, otp)
        const updatedAt = yield* now
        const changed =
          newHash === undefined ? [] : [{ partnerId, id: personId, passwordHash: newHash, updatedAt }]
        const owner = { partnerId, personId, apiKeyId: null, scopes: scopesOf[role] }
        const token = yield* admit("partner.login", actor, owner)
        const rehashed = Batch.of(rehash, changed)
        return Batch.map(Batch.all({ proved, rehashed, token }), (done) => done.token)
      })
    )

  const tryLogin = (
    input: typeof Login.Type,
    tries: number
  ): Effect.Effect<AccessToken, Exclude<LoginError, InvalidInput> | OtpError | PasswordsBusy> =>
    Effect.gen(function* () {
      const { ecosystem, email, password } = input
      const [person] = yield* database.run(findPerson, [{ ecosystem, email: emailKey(email) }])
      const stored = person?.passwordHash ?? undefined
      const correct = yield* passwords.verify(password, stored, email)
      if (person === undefined || stored === undefined || !correct) {
        return yield* refuse("partner.login", email, person?.partnerId, "email or password is wrong")
      }
      const newHash = passwords.isOutdated(stored) ? yield* passwords.hash(password, email) : undefined
      const refused = ({ message: detail }: OtpError) =>
        audit.record({
          action: "partner.login",
          outcome: "refused",
          actor: email,
          partnerId: person.partnerId,
          detail
        })
      const token = yield* enter({ ...person, passwordHash: stored }, input, newHash).pipe(
        Effect.tapErrorTag("OtpRequired", refused),
        Effect.tapErrorTag("OtpWrong", refused)
      )
      if (token !== undefined) {
        yield* knownAddresses.remember({ id: person.id, passwordHash: newHash ?? stored })
        return token
      }
      return tries > 1
        ? yield* tryLogin(input, tries - 1)
        : yield* refuse("partner.login", email, person.partnerId, "email or password is wrong")
    })

  /** Issues a token for an API key. Returns undefined if the key is revoked. */
  const enterByKey = Effect.fnUntraced(function* (apiKey: string) {
    const partnerId = partnerOfKey(apiKey)
    const use = Batch.of(useKey, [{ partnerId, key: apiKey, lastUsedAt: yield* now }])
    return yield* database.transactionOn(use, ([used]) =>
      used === undefined
        ? Effect.succeed(noToken)
        : admit("key.login", apiKey, {
            partnerId: used.partnerId,
            personId: null,
            apiKeyId: used.id,
            scopes: withImplied(used.scopes)
          })
    )
  })

  const logOut = Effect.fnUntraced(function* (token: string) {
    const ended = yield* tokens.endOne(token)
    if (ended === undefined) return
    yield* audit.recordOfPartner({ action: "partner.logout", outcome: "done", ...ended })
  })

  const logOutAll = Effect.fnUntraced(function* (partnerId: PartnerId) {
    yield* tokens.end({ partnerId })
    yield* audit.recordOfPartner({ action: "partner.logout-all", outcome: "done", partnerId, personId: null })
  })

  /** Ends the tokens of the API keys of a test side. People's tokens for it are those of the live partner. */
  const endTestKeyTokens = Effect.fnUntraced(function* (liveId: PartnerId) {
    const [side] = yield* database.run(findTestSide, [{ liveId }])
    if (side !== undefined) yield* database.transaction(tokens.end({ partnerId: side.partnerId }))
  })

  const logOutPerson = Effect.fnUntraced(function* (of: typeof PersonKey.Type) {
    yield* tokens.end(of)
    yield* audit.recordOfPartner({ action: "partner.logout-logins", outcome: "done", ...of })
  })

  const exchange = Effect.fnUntraced(function* ({ id, partnerId, personId }: typeof EndSession.Type) {
    const [person] = yield* database.run(lockRole, [{ partnerId, id: personId }])
    const [found] = yield* database.run(findSession, [{ partnerId, personId, id }])
    if (person === undefined || found === undefined || found.testOf !== null) return yield* unknownToken()
    if ((yield* database.run(findTestSide, [{ liveId: partnerId }])).length === 0)
      return yield* new TestSideNotFound()
    yield* tokens.endTestTokens(partnerId, { personId, id })
    const scopes = scopesOf[person.role].filter((scope) => scope !== "staff")
    const testOf = { id, expiresAt: found.expiresAt }
    return yield* database.send(yield* tokens.issue({ partnerId, personId, apiKeyId: null, scopes, testOf }))
  })

  const endOne = Effect.fnUntraced(function* ({ id, partnerId, personId }: typeof EndSession.Type) {
    if ((yield* tokens.end({ partnerId, personId, id })) === 0) return yield* new SessionNotFound({ id })
    yield* audit.recordOfPartner({ action: "session.end", outcome: "done", partnerId, personId, detail: id })
  })

  return Sessions.of({
    login: Effect.fn("Sessions.login")(function* (input) {
      return yield* tryLogin(yield* parseLogin(input), maxTries)
    }),

    keyLogin: Effect.fn("Sessions.keyLogin")(function* (input) {
      const { apiKey: claimed, apiSecret } = yield* parseKeyLogin(input)
      const apiKey = keyForm.test(claimed) ? claimed : noKey
      const [known] = yield* database.run(findKey, [{ partnerId: partnerOfKey(apiKey), key: apiKey }])
      const token = matchesDigest(apiSecret, known?.hash) ? yield* enterByKey(apiKey) : undefined
      return token ?? (yield* refuse("key.login", apiKey, known?.partnerId, "API key or secret is wrong"))
    }),

    check: (token) => tokens.check(token),
    checkLimited: tokens.check,
    trusted: tokens.trusted,
    ended: tokens.ended,

    revoke: Effect.fn("Sessions.revoke")((token) => database.transaction(logOut(token))),

    revokeAll: Effect.fn("Sessions.revokeAll")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      yield* database.transaction(logOutAll(partnerId))
      // In a transaction of its own, because on Citus the node of the test side may be unreachable.
      yield* endTestKeyTokens(partnerId)
    }),

    revokeOfPerson: Effect.fn("Sessions.revokeOfPerson")(function* (input) {
      yield* database.transaction(logOutPerson(yield* parsePerson(input)))
    }),

    list: Effect.fn("Sessions.list")(function* (input) {
      return yield* tokens.sessions(yield* parsePerson(input))
    }),

    end: Effect.fn("Sessions.end")(function* (input) {
      yield* database.transaction(endOne(yield* parseEnd(input)))
    }),

    endTokens: Effect.fn("Sessions.endTokens")((of) => Effect.asVoid(tokens.end(of))),

    exchange: Effect.fn("Sessions.exchange")(function* (input) {
      return yield* database.transaction(exchange(yield* parseEnd(input)))
    }),

    endTestTokens: Effect.fn("Sessions.endTestTokens")((partnerId) => tokens.endTestTokens(partnerId))
  })
})
