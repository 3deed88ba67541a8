import { createHash, randomBytes } from "node:crypto"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { Unauthorized } from "../domain/Errors.ts"
import type { PartnerId } from "../domain/Id.ts"
import { Ecosystem, Email, emailKey } from "../domain/Identity.ts"
import { type InvalidInput, parser, required } from "../domain/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Id, Instant } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"
import { Passwords } from "./Passwords.ts"

/** What an API key may be allowed. */
export const keyScopes = ["rules:write", "awards:write", "coins:write", "read"] as const
export type KeyScope = (typeof keyScopes)[number]

/** What a token may do. Only a login with a password may change the account itself. */
export type Scope = KeyScope | "account"
const allScopes: ReadonlyArray<Scope> = [...keyScopes, "account"]

/** A valid token, as the requests that it authorizes know it. */
export interface Session {
  readonly partnerId: PartnerId
  readonly scopes: ReadonlySet<string>
}

export interface AccessToken {
  readonly accessToken: string
  readonly expiresIn: Duration.Duration
}

export type LoginInput = typeof Login.Encoded

/**
 * Access tokens: 256 random bits, stored only as their SHA-256. A token that was just found valid is not looked up again
 * for a few seconds, so that a check costs a hash; that is also how long a revocation takes to reach other processes.
 */
export class Sessions extends Context.Tag("rewards/Sessions")<
  Sessions,
  {
    /** A token for the partner with this e-mail and password. One answer, and the same work, for all that is wrong. */
    readonly login: (
      input: LoginInput
    ) => Effect.Effect<AccessToken, InvalidInput | Unauthorized | DatabaseFailure>
    readonly check: (token: string) => Effect.Effect<Session, Unauthorized | DatabaseFailure>
    readonly revoke: (token: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Sessions, never, Database | Passwords> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const lifetime = Duration.hours(4)
const trusted = Duration.toMillis("3 seconds")
const maxTrusted = 10_000

const Login = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  password: required(Schema.String)
})

const findLogin = statement({
  input: { ecosystem: "text", email: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), passwordHash: Schema.String }),
  sql: `SELECT l.partner_id AS "partnerId", l.password_hash AS "passwordHash"
    FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email`
})

const insertToken = statement({
  input: { partner_id: "uuid", hash: "text", scopes: "text", created_at: "instant", expires_at: "instant" },
  sql: `INSERT INTO rewards_token (partner_id, hash, scopes, created_at, expires_at)
    SELECT partner_id, hash, scopes, created_at, expires_at FROM input`
})

const findToken = statement({
  input: { hash: "text" },
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    scopes: Schema.String,
    expiresAt: Instant
  }),
  sql: `SELECT t.partner_id AS "partnerId", t.scopes, t.expires_at AS "expiresAt"
    FROM input CROSS JOIN rewards_token t WHERE t.hash = input.hash`
})

const revokeToken = statement({
  input: { hash: "text" },
  sql: `DELETE FROM rewards_token WHERE hash IN (SELECT hash FROM input)`
})

const rehash = statement({
  input: { partner_id: "uuid", password_hash: "text", updated_at: "instant" },
  sql: `UPDATE rewards_login SET password_hash = input.password_hash, updated_at = input.updated_at
    FROM input WHERE rewards_login.partner_id = input.partner_id`
})

const parseLogin = parser(Login)
const digest = (token: string): string => createHash("sha256").update(token).digest("base64url")

const wrongLogin = () => new Unauthorized({ reason: "email or password is wrong" })
const wrongToken = () =>
  new Unauthorized({ reason: "the access token is missing, expired, revoked or unknown: log in" })

interface Trusted {
  readonly session: Session
  readonly until: number
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords
  const cache = new Map<string, Trusted>()

  const trust = (hash: string, entry: Trusted) => {
    for (const oldest of cache.keys()) {
      if (cache.size < maxTrusted) break
      cache.delete(oldest)
    }
    cache.set(hash, entry)
  }

  const lookUp = Effect.fn("Sessions.check")(function* (hash: string, at: number) {
    const [row] = yield* database.run(findToken, [{ hash }])
    if (row === undefined || row.expiresAt.getTime() <= at) return yield* wrongToken()
    const session = { partnerId: row.partnerId, scopes: new Set(row.scopes.split(" ")) }
    trust(hash, { session, until: Math.min(at + trusted, row.expiresAt.getTime()) })
    return session
  })

  const issue = (partnerId: PartnerId, granted: ReadonlyArray<Scope>) =>
    Effect.gen(function* () {
      const accessToken = randomBytes(32).toString("base64url")
      const createdAt = yield* now
      const expiresAt = new Date(createdAt.getTime() + Duration.toMillis(lifetime))
      yield* database.run(insertToken, [
        {
          partner_id: partnerId,
          hash: digest(accessToken),
          scopes: granted.join(" "),
          created_at: createdAt.toISOString(),
          expires_at: expiresAt.toISOString()
        }
      ])
      return { accessToken, expiresIn: lifetime }
    })

  return Sessions.of({
    login: Effect.fn("Sessions.login")(function* (input) {
      const { ecosystem, email, password } = yield* parseLogin(input)
      const [login] = yield* database.run(findLogin, [{ ecosystem, email: emailKey(email) }])
      const correct = yield* passwords.verify(password, login?.passwordHash)
      if (login === undefined || !correct) return yield* wrongLogin()
      if (passwords.isOutdated(login.passwordHash)) {
        const password_hash = yield* passwords.hash(password)
        const updated_at = (yield* now).toISOString()
        yield* database.run(rehash, [{ partner_id: login.partnerId, password_hash, updated_at }])
      }
      return yield* issue(login.partnerId, allScopes)
    }),

    // No span: every request pays for this.
    check: (token) =>
      Effect.clockWith((clock) => {
        const hash = digest(token)
        const at = clock.unsafeCurrentTimeMillis()
        const known = cache.get(hash)
        return known !== undefined && known.until > at ? Effect.succeed(known.session) : lookUp(hash, at)
      }),

    revoke: Effect.fn("Sessions.revoke")(function* (token) {
      const hash = digest(token)
      cache.delete(hash)
      yield* database.run(revokeToken, [{ hash }])
    })
  })
})
