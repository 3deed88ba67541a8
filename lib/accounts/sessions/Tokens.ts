import { Context, Duration, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Unauthorized } from "../Errors.ts"
import type { Scope } from "../keys/ApiKey.ts"
import { digest, newSecret } from "../secret.ts"
import type { AccessToken, Session } from "./Session.ts"
import {
  deleteAll,
  deleteExpired,
  deleteOfKey,
  deleteOfLogins,
  deleteToken,
  findToken,
  insertToken
} from "./Tokens/statements.ts"

export type { AccessToken, Session }

export interface TokenOwner {
  readonly partnerId: PartnerId
  /** The API key that requested the token; null for a login with a password. */
  readonly apiKeyId: string | null
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * Access tokens: 256 random bits, stored only as SHA-256. A valid token is cached for 3 seconds, so that most checks
 * cost one hash. A revocation takes up to that long to reach other processes.
 */
export class Tokens extends Context.Tag("rewards/Tokens")<
  Tokens,
  {
    /** Issues a token in the caller's transaction, and deletes the partner's expired tokens. */
    readonly issue: (owner: TokenOwner) => Effect.Effect<Batch.Batch<AccessToken>>
    /**
     * The session of a token that this process found valid a moment ago; "stranger" for one that it has not found valid before;
     * undefined for one that has to be looked up again. Asks no database. `at` is the clock's time.
     */
    readonly trusted: (token: string, at: number) => Session | "stranger" | undefined
    /**
     * `stranger` runs before the look-up of a token that this process has not found valid before. If it fails, there is no
     * look-up.
     */
    readonly check: <E = never, R = never>(
      token: string,
      stranger?: Effect.Effect<void, E, R>
    ) => Effect.Effect<Session, Unauthorized | DatabaseFailure | E, R>
    /**
     * Ends one token and returns its owner. After the commit this process refuses it at once. The same holds for
     * `endAll`.
     */
    readonly end: (
      token: string
    ) => Effect.Effect<
      { readonly partnerId: PartnerId; readonly apiKeyId: string | null } | undefined,
      DatabaseFailure
    >
    /** Ends all tokens of a partner, or of one of its API keys. */
    readonly endAll: (partnerId: PartnerId, apiKeyId?: string) => Effect.Effect<void, DatabaseFailure>
    /** Ends the tokens of a partner's logins with the password. Those of its API keys stay. */
    readonly endLogins: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Tokens, never, Database> = Layer.suspend(() => Layer.effect(this, make))
}

const lifetime = Duration.hours(4)
const trusted = Duration.toMillis("3 seconds")
const maxTrusted = 10_000

interface Trusted {
  readonly session: Session
  readonly until: number
  /** The same in real time: a host's clock may stand still, and another process may revoke the token meanwhile. */
  readonly untilReal: number
}

const make = Effect.gen(function* () {
  const database = yield* Database
  // An entry that is no longer trusted stays: its token has been valid once, so it is not a guess.
  const cache = new BoundedMap<Trusted>(maxTrusted)
  // Counts revocations. A lookup that overlaps with one may have read a token that is now revoked, so it is not
  // cached.
  let endings = 0

  const distrust = (partnerId: PartnerId) => {
    endings += 1
    for (const [hash, { session }] of cache) if (session.partnerId === partnerId) cache.delete(hash)
  }

  const lookUp = Effect.fn("Tokens.check")(function* (hash: string, at: number) {
    const before = endings
    const [row] = yield* database.run(findToken, [{ hash }])
    if (row === undefined || row.expiresAt.getTime() <= at) {
      cache.delete(hash)
      return yield* new Unauthorized({
        reason: "the access token is missing, expired, revoked or unknown: log in"
      })
    }
    const session = {
      partnerId: row.partnerId,
      scopes: new Set(row.scopes.split(" ")),
      actor: row.actor
    }
    if (endings === before) {
      const until = Math.min(at + trusted, row.expiresAt.getTime())
      cache.set(hash, { session, until, untilReal: performance.now() + trusted })
    }
    return session
  })

  const trustedIn = (known: Trusted | undefined, at: number): Session | undefined =>
    known !== undefined && known.until > at && known.untilReal > performance.now() ? known.session : undefined

  return Tokens.of({
    trusted: (token, at) => {
      const known = cache.get(digest(token))
      return known === undefined ? "stranger" : trustedIn(known, at)
    },

    issue: Effect.fnUntraced(function* ({ apiKeyId, partnerId, scopes }) {
      const accessToken = newSecret()
      const createdAt = yield* now
      const at = createdAt.toISOString()
      const gone = Batch.of(deleteExpired, [{ partner_id: partnerId, api_key_id: null, at }])
      const issued = Batch.of(insertToken, [
        {
          partner_id: partnerId,
          api_key_id: apiKeyId,
          hash: digest(accessToken),
          scopes: scopes.join(" "),
          created_at: at,
          expires_at: new Date(createdAt.getTime() + Duration.toMillis(lifetime)).toISOString()
        }
      ])
      return Batch.map(Batch.zip(gone, issued), () => ({ accessToken, expiresIn: lifetime }))
    }),

    // Has no span, because every request runs it.
    check: (token, stranger) =>
      Effect.clockWith((clock) => {
        const hash = digest(token)
        const at = clock.unsafeCurrentTimeMillis()
        const known = cache.get(hash)
        const session = trustedIn(known, at)
        if (session !== undefined) return Effect.succeed(session)
        const found = lookUp(hash, at)
        return known !== undefined || stranger === undefined ? found : Effect.zipRight(stranger, found)
      }),

    end: Effect.fn("Tokens.end")(function* (token) {
      const [ended] = yield* database.run(deleteToken, [{ hash: digest(token) }])
      if (ended !== undefined) yield* database.afterCommit(() => distrust(ended.partnerId))
      return ended
    }),

    endAll: Effect.fn("Tokens.endAll")(function* (partnerId, apiKeyId) {
      yield* database.run(apiKeyId === undefined ? deleteAll : deleteOfKey, [
        { partner_id: partnerId, api_key_id: apiKeyId ?? null, at: null }
      ])
      yield* database.afterCommit(() => distrust(partnerId))
    }),

    endLogins: Effect.fn("Tokens.endLogins")(function* (partnerId) {
      yield* database.run(deleteOfLogins, [{ partner_id: partnerId, api_key_id: null, at: null }])
      yield* database.afterCommit(() => distrust(partnerId))
    })
  })
})
