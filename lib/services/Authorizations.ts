import { createHash } from "node:crypto"
import { Context, Effect, Layer, Schema } from "effect"
import { Unauthorized } from "../domain/Errors.ts"
import type { PartnerId } from "../domain/Id.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Id } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"

/** What a user has allowed a partner, as the requests that it authorizes know it. */
export interface UserSession {
  readonly partnerId: PartnerId
  readonly userId: string
  readonly scopes: ReadonlySet<string>
}

/** The authorization server. */
export class Authorizations extends Context.Tag("rewards/Authorizations")<
  Authorizations,
  { readonly check: (token: string) => Effect.Effect<UserSession, Unauthorized | DatabaseFailure> }
>() {
  static readonly layer: Layer.Layer<Authorizations, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const findToken = statement({
  input: { hash: "text", at: "instant" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), userId: Schema.String, scopes: Schema.String }),
  sql: `SELECT g.partner_id AS "partnerId", g.user_id AS "userId", g.scopes
    FROM input CROSS JOIN rewards_grant_token t
    JOIN rewards_grant g ON g.partner_id = t.partner_id AND g.id = t.grant_id
    WHERE t.hash = input.hash AND t.kind = 'access' AND t.expires_at > input.at AND g.revoked_at IS NULL`
})

const digest = (token: string): string => createHash("sha256").update(token).digest("base64url")

const make = Effect.gen(function* () {
  const database = yield* Database

  return Authorizations.of({
    check: Effect.fn("Authorizations.check")(function* (token) {
      const at = (yield* now).toISOString()
      const [found] = yield* database.run(findToken, [{ hash: digest(token), at }])
      if (found === undefined) {
        return yield* new Unauthorized({
          reason: "the access token is missing, expired, revoked or unknown: log in"
        })
      }
      return { ...found, scopes: new Set(found.scopes.split(" ")) }
    })
  })
})
