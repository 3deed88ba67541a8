import { Duration, Effect, Queue, Schema } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { PartnerId } from "../../../rewards/Id.ts"
import { Ids, takeOne } from "../../../rewards/Ids.ts"
import { isTestSide } from "../../../rewards/partners/testSide.ts"
import { BoundedMap } from "../../../schema/BoundedMap.ts"
import { cleaned } from "../../../schema/Text.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { onRealTime } from "../../../sql/RealTime.ts"
import { given, statement } from "../../../sql/Statement.ts"
import { Caller } from "../../audit/Audit.ts"
import type { Unauthorized } from "../../Errors.ts"
import type { Scope } from "../../keys/ApiKey.ts"
import { digest, newPartnerSecret, partnerOfSecret, testPrefix } from "../../secret.ts"
import { accessTokens, people } from "../../tables.ts"
import { findLiveSide, findTestSide } from "../../testSides/storedTestSides.ts"
import { type AccessToken, type Session, unknownToken } from "../Session.ts"

export interface TokenOwner {
  readonly partnerId: PartnerId
  /** The person who logged in; null if an API key did. */
  readonly personId: string | null
  readonly apiKeyId: string | null
  readonly scopes: ReadonlyArray<Scope>
  /** For a token of the test side: the session on the live side for which the token was issued. The token ends with this session. */
  readonly testOf?: { readonly id: string; readonly expiresAt: Date }
}

/** The tokens of an API key, of a person, or of a whole partner. With `id`, only the session of the person that has this id. */
export type TokensOf = { readonly partnerId: PartnerId } & (
  | { readonly apiKeyId: string; readonly personId?: never; readonly id?: never }
  | { readonly personId: string; readonly id?: string; readonly apiKeyId?: never }
  | { readonly apiKeyId?: never; readonly personId?: never; readonly id?: never }
)

const lifetime = Duration.hours(4)
/** The last use of a session is stored with this precision. */
const useInterval = Duration.toMillis("5 minutes")
/**
 * For at most this many milliseconds, a valid token is accepted without another look-up. `makeEndings` looks tokens up at the same
 * interval.
 */
const trustPeriod = Duration.toMillis("3 seconds")
const maxTrusted = 10_000
/** At most this many sessions wait until their last use is stored. The use of other sessions is stored when they are used again. */
const maxUsed = 1000
const maxDevice = 200
/** A list has at most this many sessions of a person. */
const maxSessions = 100

const insertToken = accessTokens.insert()

const FoundToken = Schema.extend(
  accessTokens.row("id", "partnerId", "personId", "apiKeyId", "testOf", "scopes", "expiresAt", "lastUsedAt"),
  Schema.Struct({ key: Schema.NullOr(Schema.String), name: Schema.NullOr(Schema.String) })
)

/** SQL that is false if the session for which the token `t` of a test side was issued has ended, and true for all other tokens. */
const hasSession = `(t.test_of IS NULL OR EXISTS (SELECT 1 FROM rewards_token s
      WHERE s.partner_id = t.partner_id AND s.person_id = t.person_id AND s.id = t.test_of))`

const findToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: FoundToken,
  sql: `SELECT t.id, t.partner_id, t.person_id, t.api_key_id, t.test_of, t.scopes, t.expires_at, t.last_used_at, k.key, k.name
    FROM input CROSS JOIN rewards_token t
    LEFT JOIN rewards_api_key k ON k.partner_id = t.partner_id AND k.id = t.api_key_id
    WHERE t.partner_id = input.partner_id AND t.hash = input.hash AND ${hasSession}`
})

const findPerson = people.find("email")

/** Stores the last use of a session, unless another process has just stored it. */
const storeUse = statement({
  input: { partnerId: "uuid", hash: "text", at: "instant", before: "instant" },
  sql: `UPDATE rewards_token SET last_used_at = input.at FROM input
    WHERE rewards_token.partner_id = input.partner_id AND rewards_token.hash = input.hash
      AND rewards_token.last_used_at <= input.before`
})

const sessionColumns = ["id", "device", "address", "createdAt", "lastUsedAt"] as const

const listSessions = statement({
  input: { partnerId: "uuid", personId: "uuid", at: "instant" },
  output: accessTokens.row(...sessionColumns),
  sql: `SELECT ${accessTokens.list("t", ...sessionColumns)} FROM input CROSS JOIN rewards_token t
    WHERE t.partner_id = input.partner_id AND t.person_id = input.person_id AND t.test_of IS NULL AND t.expires_at > input.at
    ORDER BY t.id DESC LIMIT ${maxSessions}`
})

const findTokens = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: accessTokens.row("hash", "expiresAt"),
  sql: `SELECT t.hash, t.expires_at FROM input CROSS JOIN rewards_token t
    WHERE t.partner_id = input.partner_id AND t.hash = input.hash AND ${hasSession}`
})

const deleteToken = statement({
  input: { partnerId: "uuid", hash: "text" },
  output: accessTokens.row("partnerId", "personId", "apiKeyId"),
  sql: `DELETE FROM rewards_token WHERE partner_id = ${given("partner_id")} AND hash = ${given("hash")}
    RETURNING partner_id, person_id, api_key_id`
})

/** Locks tokens in the order of their hashes and deletes them. The order prevents deadlocks between concurrent transactions. */
const deleteTokens = (condition: string) =>
  statement({
    input: { partnerId: "uuid", personId: "uuid?", apiKeyId: "uuid?", id: "uuid?", at: "instant?" },
    output: accessTokens.row("hash"),
    sql: ({ lock }) => `DELETE FROM rewards_token WHERE partner_id IN ${given("partner_id")} AND hash IN (
      SELECT t.hash FROM rewards_token t CROSS JOIN input
      WHERE t.partner_id = input.partner_id${condition}${lock("t", "t.hash")})
      RETURNING hash`
  })

const deleteExpired = deleteTokens(" AND t.expires_at <= input.at")

interface Filters {
  readonly personId: string | null
  readonly apiKeyId: string | null
  readonly id: string | null
  readonly at: Date | null
}

/** The filters of a deletion, all off. */
const noFilters: Filters = { personId: null, apiKeyId: null, id: null, at: null }

const deletions = {
  all: deleteTokens(""),
  ofPerson: deleteTokens(" AND t.person_id = input.person_id"),
  session: deleteTokens(" AND t.person_id = input.person_id AND t.id = input.id"),
  ofKey: deleteTokens(" AND t.api_key_id = input.api_key_id")
}

const deleteTestTokens = deleteTokens(" AND t.test_of IS NOT NULL")
const deleteTestTokensOf = deleteTokens(" AND t.person_id = input.person_id AND t.test_of = input.id")

const deletionOf = ({ apiKeyId, id, personId }: TokensOf) => {
  if (apiKeyId !== undefined) return deletions.ofKey
  if (personId === undefined) return deletions.all
  return id === undefined ? deletions.ofPerson : deletions.session
}

/** Removes control characters and secrets from a text that a caller's program chose, and truncates the text. */
const visible = (text = ""): string | null =>
  cleaned(text.replaceAll(/\p{C}/gu, ""), maxDevice).trim() || null

interface Trusted {
  readonly session: Session
  readonly until: number
  /** The end of `trustPeriod` by `performance.now()`. The Effect clock may stand still, if the host has replaced it. */
  readonly untilReal: number
}

/** The use of a session at the instant `at`. It is stored if the last stored use is from `before` or older. */
interface Use {
  readonly partnerId: PartnerId
  readonly hash: string
  readonly at: Date
  readonly before: Date
}

/** A token whose end is awaited. */
interface Awaited {
  readonly partnerId: string
  readonly hash: string
  readonly onEnd: () => void
}

/** Calls back when tokens end. Tokens that another process has ended are found by a look-up every `trustPeriod` milliseconds. */
const makeEndings = Effect.fnUntraced(function* (database: Database["Type"]) {
  const awaited = new Set<Awaited>()
  const lookUpNow = yield* Queue.dropping<void>(1)

  /** Calls back for the awaited tokens that have ended. */
  const end = (isEnded: (hash: string) => boolean): void => {
    for (const token of awaited) {
      if (!isEnded(token.hash)) continue
      awaited.delete(token)
      token.onEnd()
    }
  }

  const lookUp = Effect.fnUntraced(function* (tokens: ReadonlyArray<Awaited>) {
    const rows = yield* database.run(findTokens, tokens)
    const at = yield* now
    const valid = new Set(rows.filter(({ expiresAt }) => expiresAt > at).map(({ hash }) => hash))
    const lookedUp = new Set(tokens.map(({ hash }) => hash))
    end((hash) => lookedUp.has(hash) && !valid.has(hash))
  })

  /** A failed look-up ends no token. On Citus each partner has its own look-up, because a node may be unreachable. */
  const lookUpAll = Effect.suspend(() => {
    const all = Array.from(awaited)
    const parts = database.dialect.distributed
      ? Array.from(Map.groupBy(all, ({ partnerId }) => partnerId).values())
      : [all]
    return Effect.forEach(parts, (tokens) => Effect.ignore(lookUp(tokens)), { discard: true })
  })

  yield* onRealTime(Effect.timeoutOption(Queue.take(lookUpNow), trustPeriod)).pipe(
    Effect.zipRight(lookUpAll),
    Effect.forever,
    Effect.interruptible,
    Effect.forkScoped
  )

  return {
    ended: (hashes: ReadonlySet<string>): void => end((hash) => hashes.has(hash)),
    /** Completes when the token has ended. If `isTrusted` returns false, the token is looked up soon. */
    wait: (partnerId: string, hash: string, isTrusted: () => boolean): Effect.Effect<void> =>
      Effect.async((resume) => {
        const token = { partnerId, hash, onEnd: () => resume(Effect.void) }
        awaited.add(token)
        if (!isTrusted()) lookUpNow.unsafeOffer(undefined)
        return Effect.sync(() => void awaited.delete(token))
      })
  }
})

/** Issues, checks and ends access tokens, and caches the sessions of valid ones. */
export const makeAccessTokens = Effect.fnUntraced(function* (database: Database["Type"]) {
  const ids = yield* Ids
  // Entries stay in the cache after `until`. So `check` knows that the token was valid before, and does not run `beforeLookUp`.
  const cache = new BoundedMap<Trusted>(maxTrusted)
  // Counts revocations. A look-up during a revocation may have read the revoked token, so its result is not cached.
  let revocations = 0
  const endings = yield* makeEndings(database)
  // One fiber stores the last uses, one after the other. So no request waits until its use is stored.
  const used = yield* Queue.dropping<Use>(maxUsed)
  yield* Queue.take(used).pipe(
    Effect.flatMap((use) => Effect.ignore(database.run(storeUse, [use]))),
    Effect.forever,
    Effect.interruptible,
    Effect.forkScoped
  )

  /** Removes the sessions of a partner from the cache, and completes the waits for the ended tokens. */
  const distrust = (partnerId: PartnerId, hashes: ReadonlySet<string>) => {
    revocations += 1
    for (const [hash, { session }] of cache)
      if (session.partnerId === partnerId || session.accountId === partnerId) cache.delete(hash)
    endings.ended(hashes)
  }

  const endBy = Effect.fnUntraced(function* (
    deletion: typeof deleteExpired,
    row: Filters & { readonly partnerId: PartnerId }
  ) {
    const { partnerId } = row
    const ended = yield* database.run(deletion, [row])
    yield* database.afterCommit(() => distrust(partnerId, new Set(ended.map(({ hash }) => hash))))
    return ended.length
  })

  /** Finds the owner of a token. On Citus, a token can remain after its person was removed. Such a token has no owner. */
  const ownerOf = Effect.fnUntraced(function* (token: typeof FoundToken.Type) {
    const { apiKeyId, key, name, partnerId, personId } = token
    if (personId === null) {
      return apiKeyId === null || key === null || name === null
        ? undefined
        : ({ kind: "key", id: apiKeyId, name, credential: key } as const)
    }
    const [person] = yield* database.run(findPerson, [{ partnerId, id: personId }])
    return person && ({ kind: "person", id: personId, name: person.email, credential: person.email } as const)
  })

  /** Returns the partner whose data a token can access, and the partner that has the account; undefined if the test side is retired. */
  const sidesOf = Effect.fnUntraced(function* ({ partnerId, testOf }: typeof FoundToken.Type) {
    if (testOf !== null) {
      const [side] = yield* database.run(findTestSide, [{ liveId: partnerId }])
      return side && { partnerId: side.partnerId, accountId: partnerId }
    }
    if (!isTestSide(partnerId)) return { partnerId, accountId: partnerId }
    const [side] = yield* database.run(findLiveSide, [{ partnerId }])
    return side && { partnerId, accountId: side.liveId }
  })

  const lookUp = Effect.fn("Sessions.check")(function* (token: string, hash: string, at: number) {
    const before = revocations
    const claimedPartner = partnerOfSecret(token)
    const [row] = yield* database.run(findToken, [{ partnerId: claimedPartner, hash }])
    const actor = row && (yield* ownerOf(row))
    const sides = row && (yield* sidesOf(row))
    if (row === undefined || actor === undefined || sides === undefined || row.expiresAt.getTime() <= at) {
      cache.delete(hash)
      return yield* unknownToken()
    }
    const { expiresAt, id, partnerId, scopes } = row
    if (row.personId !== null && row.lastUsedAt.getTime() <= at - useInterval) {
      used.unsafeOffer({ partnerId, hash, at: new Date(at), before: new Date(at - useInterval) })
    }
    const session = { id, ...sides, scopes: new Set(scopes.split(" ")), actor }
    if (revocations === before) {
      const until = Math.min(at + trustPeriod, expiresAt.getTime())
      cache.set(hash, { session, until, untilReal: performance.now() + trustPeriod })
    }
    return session
  })

  const trustedIn = (known: Trusted | undefined, at: number): Session | undefined =>
    known !== undefined && known.until > at && known.untilReal > performance.now() ? known.session : undefined

  return {
    /** Checks a token. `beforeLookUp` runs before the look-up of a token that is not in the cache. */
    check: <E = never, R = never>(token: string, beforeLookUp?: Effect.Effect<void, E, R>) =>
      Effect.clockWith((clock): Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R> => {
        const hash = digest(token)
        const at = clock.unsafeCurrentTimeMillis()
        const known = cache.get(hash)
        const session = trustedIn(known, at)
        if (session !== undefined) return Effect.succeed(session)
        const found = lookUp(token, hash, at)
        return known !== undefined || beforeLookUp === undefined
          ? found
          : Effect.zipRight(beforeLookUp, found)
      }),

    /** Checks a token without the database: see `Sessions.trusted`. */
    trusted: (token: string, at: number): Session | "stranger" | undefined => {
      const known = cache.get(digest(token))
      return known === undefined ? "stranger" : trustedIn(known, at)
    },

    /** Completes when the token has ended. */
    ended: (token: string): Effect.Effect<void> => {
      const hash = digest(token)
      // If this process has revoked the token since the last check, the cache no longer contains it.
      return endings.wait(partnerOfSecret(token), hash, () => cache.has(hash))
    },

    /** Returns a batch that issues a token and deletes the partner's expired tokens. */
    issue: Effect.fnUntraced(function* ({ scopes, testOf, ...owner }: TokenOwner) {
      const { partnerId } = owner
      const { address, device } = yield* Caller
      const accessToken = (testOf === undefined ? "" : testPrefix) + newPartnerSecret(partnerId)
      const at = yield* now
      const expiresAt = testOf?.expiresAt ?? new Date(at.getTime() + Duration.toMillis(lifetime))
      const deleted = Batch.of(deleteExpired, [{ ...noFilters, partnerId, at }])
      const inserted = Batch.of(insertToken, [
        {
          ...owner,
          id: yield* takeOne(ids),
          testOf: testOf?.id ?? null,
          hash: digest(accessToken),
          scopes: scopes.join(" "),
          device: visible(device?.()),
          address: visible(address()),
          createdAt: at,
          lastUsedAt: at,
          expiresAt
        }
      ])
      const expiresIn =
        testOf === undefined
          ? lifetime
          : Duration.seconds(Math.max(0, Math.floor((expiresAt.getTime() - at.getTime()) / 1000)))
      const issued: AccessToken = { accessToken, expiresIn }
      return Batch.map(Batch.all({ deleted, inserted }), () => issued)
    }),

    /** Ends a token in the caller's transaction. Returns its partner, person and API key; undefined if there is no such token. */
    endOne: Effect.fnUntraced(function* (token: string) {
      const hash = digest(token)
      const [ended] = yield* database.run(deleteToken, [{ partnerId: partnerOfSecret(token), hash }])
      if (ended !== undefined) yield* database.afterCommit(() => distrust(ended.partnerId, new Set([hash])))
      return ended
    }),

    /** Ends tokens in the caller's transaction. After COMMIT this process refuses them at once. */
    end: (of: TokensOf) => endBy(deletionOf(of), { ...noFilters, ...of }),

    /**
     * Ends the tokens for the test side of a live partner, in the caller's transaction. With `of`, ends only the token that was issued for
     * this session. After COMMIT this process refuses the tokens at once.
     */
    endTestTokens: Effect.fnUntraced(function* (
      partnerId: PartnerId,
      of?: { readonly personId: string; readonly id: string }
    ) {
      yield* endBy(of === undefined ? deleteTestTokens : deleteTestTokensOf, {
        ...noFilters,
        partnerId,
        ...of
      })
    }),

    /** Lists the sessions of a person, newest first. */
    sessions: Effect.fnUntraced(function* (person: {
      readonly partnerId: string
      readonly personId: string
    }) {
      return yield* database.run(listSessions, [{ ...person, at: yield* now }])
    })
  }
})
