import { Context, Duration, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
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
  deleteToken,
  findToken,
  insertToken
} from "./Tokens/statements.ts"

export type { AccessToken, Session }

export interface Grant {
  readonly partnerId: PartnerId
  /** The API key that got it; null for a login with a password. */
  readonly apiKeyId: string | null
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * Access tokens: 256 random bits, stored only as their SHA-256. A token that was just found valid is not looked up again
 * for a few seconds, so that a check costs a hash; that is also how long a revocation takes to reach other processes.
 */
export class Tokens extends Context.Tag("rewards/Tokens")<
  Tokens,
  {
    /** A new token, for the transaction that found its owner entitled. The partner's expired ones go. */
    readonly issue: (grant: Grant) => Effect.Effect<Batch.Batch<AccessToken>>
    readonly check: (token: string) => Effect.Effect<Session, Unauthorized | DatabaseFailure>
    /** Ends one token; tells whose it was. Once that is committed, it is dead here at once; so with all others below. */
    readonly end: (
      token: string
    ) => Effect.Effect<
      { readonly partnerId: PartnerId; readonly apiKeyId: string | null } | undefined,
      DatabaseFailure
    >
    /** Ends all tokens of a partner, or all that one of its API keys got. */
    readonly endAll: (partnerId: PartnerId, apiKeyId?: string) => Effect.Effect<void, DatabaseFailure>
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
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const cache = new Map<string, Trusted>()
  // A look-up that was under way while tokens ended may have seen them alive: it is not remembered.
  let endings = 0

  const trust = (hash: string, entry: Trusted) => {
    for (const oldest of cache.keys()) {
      if (cache.size < maxTrusted) break
      cache.delete(oldest)
    }
    cache.set(hash, entry)
  }

  const distrust = (partnerId: PartnerId) => {
    endings += 1
    for (const [hash, { session }] of cache) if (session.partnerId === partnerId) cache.delete(hash)
  }

  const lookUp = Effect.fn("Tokens.check")(function* (hash: string, at: number) {
    const before = endings
    const [row] = yield* database.run(findToken, [{ hash }])
    if (row === undefined || row.expiresAt.getTime() <= at) {
      return yield* new Unauthorized({
        reason: "the access token is missing, expired, revoked or unknown: log in"
      })
    }
    const session = { partnerId: row.partnerId, scopes: new Set(row.scopes.split(" ")) }
    if (endings === before) {
      trust(hash, { session, until: Math.min(at + trusted, row.expiresAt.getTime()) })
    }
    return session
  })

  return Tokens.of({
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

    // No span: every request pays for this.
    check: (token) =>
      Effect.clockWith((clock) => {
        const hash = digest(token)
        const at = clock.unsafeCurrentTimeMillis()
        const known = cache.get(hash)
        return known !== undefined && known.until > at ? Effect.succeed(known.session) : lookUp(hash, at)
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
    })
  })
})
