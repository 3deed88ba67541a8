import { Effect, Schema } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { QueueFull } from "../../../rewards/Errors.ts"
import type { PartnerId } from "../../../rewards/Id.ts"
import { parser, required, type Unparsed } from "../../../schema/Input.ts"
import * as Batch from "../../../sql/Batch.ts"
import { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { statement } from "../../../sql/Statement.ts"
import { Audit } from "../../audit/Audit.ts"
import { Unauthorized } from "../../Errors.ts"
import { Ecosystem, Email, emailKey } from "../../Identity.ts"
import { keyScopes, type Scope } from "../../keys/ApiKey.ts"
import { Passwords } from "../../passwords/Passwords.ts"
import { isSecret } from "../../secret.ts"
import { apiKeys, logins } from "../../tables.ts"
import type { AccessToken } from "../Session.ts"

export const Login = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  password: required(Schema.String)
})
export type LoginInput = typeof Login.Encoded

export const KeyLogin = Schema.Struct({ apiKey: required(Schema.String), apiSecret: required(Schema.String) })
export type KeyLoginInput = typeof KeyLogin.Encoded

export interface TokenOwner {
  readonly partnerId: PartnerId
  /** The API key that requested the token; null for a login with a password. */
  readonly apiKeyId: string | null
  readonly scopes: ReadonlyArray<Scope>
}

const findLogin = statement({
  input: { ecosystem: "text", email: "text" },
  output: logins.row("partnerId", "passwordHash"),
  sql: `SELECT l.partner_id, l.password_hash FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email`
})

/** Locks the login until commit if its hash is still this one. */
const lockLogin = statement({
  input: { partnerId: "uuid", passwordHash: "text" },
  output: logins.row("partnerId"),
  sql: ({ lock }) => `SELECT l.partner_id FROM input CROSS JOIN rewards_login l
    WHERE l.partner_id = input.partner_id AND l.password_hash = input.password_hash${lock("l", "l.partner_id")}`
})

/** Stores the same password, hashed with today's cost. */
const rehash = statement({
  input: { partnerId: "uuid", passwordHash: "text", newHash: "text", updatedAt: "instant" },
  sql: `UPDATE rewards_login SET password_hash = input.new_hash, updated_at = input.updated_at
    FROM input
    WHERE rewards_login.partner_id = input.partner_id AND rewards_login.password_hash = input.password_hash`
})

const findKey = statement({
  input: { key: "text" },
  output: apiKeys.row("partnerId", "hash"),
  sql: `SELECT k.partner_id, k.hash FROM input CROSS JOIN rewards_api_key k WHERE k.key = input.key`
})

/**
 * Updates a key that is not revoked, which locks it until commit: a concurrent revocation comes either before, or
 * after the token was issued and then ends the token too.
 */
const useKey = statement({
  input: { key: "text", at: "instant" },
  output: apiKeys.row("id", "partnerId", "scopes"),
  sql: `UPDATE rewards_api_key SET last_used_at = input.at FROM input
    WHERE rewards_api_key.key = input.key AND rewards_api_key.revoked_at IS NULL
    RETURNING rewards_api_key.id, rewards_api_key.partner_id, rewards_api_key.scopes`
})

const allScopes: ReadonlyArray<Scope> = [...keyScopes, "account"]

const keyForm = /^rk_[0-9a-f]{32}$/
/** Recorded instead of text that is not an API key, since that may be a misplaced secret or contain NUL. */
const noKey = "not a key"

/** How often a login verifies the password again because another transaction changed the hash. */
const maxTries = 3

const parseLogin = parser(Login)
const parseKeyLogin = parser(KeyLogin)

/** Logins by password and by API key. `issue` makes the batch that writes a token. */
export const makeLogin = (issue: (owner: TokenOwner) => Effect.Effect<Batch.Batch<AccessToken>>) =>
  Effect.gen(function* () {
    const database = yield* Database
    const passwords = yield* Passwords
    const audit = yield* Audit

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
        (recorded, issued) => Batch.map(Batch.zip(recorded, issued), ([, token]) => token)
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
          const { partnerId } = verified
          const admitted = yield* admit("partner.login", actor, {
            partnerId,
            apiKeyId: null,
            scopes: allScopes
          })
          return Batch.map(Batch.zip(Batch.of(rehash, rehashed), admitted), ([, token]) => token)
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
      const use = Batch.of(useKey, [{ key: apiKey, at: yield* now }])
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

    return {
      login: Effect.fn("Sessions.login")(function* (input: LoginInput | Unparsed) {
        return yield* tryLogin(yield* parseLogin(input), maxTries)
      }),

      keyLogin: Effect.fn("Sessions.keyLogin")(function* (input: KeyLoginInput | Unparsed) {
        const { apiKey: given, apiSecret } = yield* parseKeyLogin(input)
        const apiKey = keyForm.test(given) ? given : noKey
        const [known] = yield* database.run(findKey, [{ key: apiKey }])
        const correct = isSecret(apiSecret, known?.hash)
        // Another transaction may revoke the key after this read; `enterByKey` locks the key and checks that.
        const token = correct ? yield* enterByKey(apiKey) : undefined
        return token ?? (yield* refuse("key.login", apiKey, known?.partnerId, "API key or secret is wrong"))
      })
    }
  })
