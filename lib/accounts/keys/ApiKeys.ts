import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { lockPartner } from "../../rewards/sql.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/actor.ts"
import { ApiKeyNotFound, TooManyKeys } from "../Errors.ts"
import { digest, newSecret } from "../secret.ts"
import { Tokens } from "../sessions/Tokens.ts"
import {
  type ApiKey,
  CreateApiKey,
  type CreateApiKeyInput,
  keyScopes,
  maxLiveKeys,
  type NewApiKey,
  RevokeApiKey,
  type RevokeApiKeyInput
} from "./ApiKey.ts"
import { insertKey, listKeys, readKey, revokeKey } from "./statements.ts"

/** API keys, with which a partner's machines log in: a public key and a secret of 256 bits. */
export class ApiKeys extends Context.Tag("rewards/ApiKeys")<
  ApiKeys,
  {
    readonly create: (
      input: CreateApiKeyInput
    ) => Effect.Effect<NewApiKey, InvalidInput | PartnerNotFound | TooManyKeys | DatabaseFailure>
    /** Valid keys first, then revoked ones, each newest first; at most 200. */
    readonly list: (
      input: PartnerKeyInput
    ) => Effect.Effect<ReadonlyArray<ApiKey>, InvalidInput | DatabaseFailure>
    /** Revokes the key and ends all its tokens. A repeated call returns the same answer. */
    readonly revoke: (
      input: RevokeApiKeyInput
    ) => Effect.Effect<ApiKey, InvalidInput | ApiKeyNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<ApiKeys, never, Database | Audit | Tokens | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parseCreate = parser(CreateApiKey)
const parsePartner = parser(PartnerKey)
const parseRevoke = parser(RevokeApiKey)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const audit = yield* Audit
  const tokens = yield* Tokens

  const record = (
    action: "key.create" | "key.revoke",
    partnerId: PartnerId,
    { apiKey, name, scopes }: ApiKey
  ) =>
    Effect.flatMap(actorOf(database, partnerId), (actor) =>
      audit.record({
        action,
        outcome: "done",
        actor,
        partnerId,
        detail: `${apiKey} ${name}: ${scopes.join(" ")}`
      })
    )

  const recordRefusal =
    (action: "key.create" | "key.revoke", partnerId: PartnerId) =>
    ({ message }: TooManyKeys | ApiKeyNotFound) =>
      Effect.flatMap(actorOf(database, partnerId), (actor) =>
        audit.record({ action, outcome: "refused", actor, partnerId, detail: message })
      )

  const insert = Effect.fnUntraced(function* (partnerId: PartnerId, key: ApiKey, apiSecret: string) {
    const [partner] = yield* database.run(lockPartner, [{ id: partnerId }])
    if (partner === undefined) return yield* new PartnerNotFound({ partnerId })
    const inserted = yield* database.run(insertKey, [
      {
        partner_id: partnerId,
        id: key.id,
        key: key.apiKey,
        hash: digest(apiSecret),
        name: key.name,
        scopes: key.scopes.join(" "),
        created_at: key.createdAt.toISOString(),
        max: maxLiveKeys
      }
    ])
    if (inserted.length === 0) return yield* new TooManyKeys({ max: maxLiveKeys })
    yield* record("key.create", partnerId, key)
  })

  const end = Effect.fnUntraced(function* (partnerId: PartnerId, id: string) {
    const at = (yield* now).toISOString()
    const [revoked] = yield* database.run(revokeKey, [{ partner_id: partnerId, id, at }])
    // Only the first revocation is recorded.
    if (revoked !== undefined) {
      yield* tokens.endAll(partnerId, id)
      yield* record("key.revoke", partnerId, revoked)
      return revoked
    }
    const [key] = yield* database.run(readKey, [{ partner_id: partnerId, id }])
    return key ?? (yield* new ApiKeyNotFound({ id }))
  })

  return ApiKeys.of({
    create: Effect.fn("ApiKeys.create")(function* (input) {
      const { name, partnerId, scopes } = yield* parseCreate(input)
      const apiSecret = newSecret()
      const key: ApiKey = {
        id: yield* takeOne(ids),
        apiKey: `rk_${randomBytes(16).toString("hex")}`,
        name,
        scopes: keyScopes.filter((scope) => scopes.includes(scope)),
        createdAt: yield* now,
        lastUsedAt: null,
        revokedAt: null
      }
      yield* database
        .transaction(insert(partnerId, key, apiSecret))
        .pipe(Effect.tapErrorTag("TooManyKeys", recordRefusal("key.create", partnerId)))
      return { ...key, apiSecret }
    }),

    list: Effect.fn("ApiKeys.list")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      return yield* database.run(listKeys, [{ partner_id: partnerId }])
    }),

    revoke: Effect.fn("ApiKeys.revoke")(function* (input) {
      const { id, partnerId } = yield* parseRevoke(input)
      return yield* database
        .transaction(end(partnerId, id))
        .pipe(Effect.tapErrorTag("ApiKeyNotFound", recordRefusal("key.revoke", partnerId)))
    })
  })
})
