import { Array as Arr, Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import type { OrdererNumber } from "../../rewards/orderers/Orderer.ts"
import { Orderers } from "../../rewards/orderers/Orderers.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { lockPartner } from "../../rewards/sql.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { ApiKeyNotFound, TooManyKeys } from "../Errors.ts"
import { digest, newPublicKey, newSecret, prefixOf } from "../secret.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { apiKeys } from "../tables.ts"
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

/** The API keys with which a partner's machines log in. Each consists of a public key and a secret. */
export class ApiKeys extends Context.Tag("rewards/ApiKeys")<
  ApiKeys,
  {
    /** Creates an API key. Its secret is returned only once. */
    readonly create: (
      input: CreateApiKeyInput | Unparsed
    ) => Effect.Effect<NewApiKey, InvalidInput | PartnerNotFound | TooManyKeys | DatabaseFailure>
    /** Returns at most 200 keys: first the valid keys, then the revoked keys. Both lists begin with the newest key. */
    readonly list: (
      input: PartnerKeyInput
    ) => Effect.Effect<ReadonlyArray<ApiKey>, InvalidInput | DatabaseFailure>
    /** Revokes the key and ends all its tokens. A repeated call returns the same answer. */
    readonly revoke: (
      input: RevokeApiKeyInput | Unparsed
    ) => Effect.Effect<ApiKey, InvalidInput | ApiKeyNotFound | DatabaseFailure>
    /** Revokes all keys of a partner. Does not end their tokens: the caller must end them, in the same transaction. */
    readonly revokeAll: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<ApiKeys, never, Database | Audit | Sessions | Ids | Orderers> =
    Layer.suspend(() => Layer.effect(this, make))
}

const insertKey = apiKeys.insert()

const columns = apiKeys.except("partnerId", "hash")

const listKeys = statement({
  input: { partnerId: "uuid" },
  output: apiKeys.row(...columns),
  sql: `SELECT ${apiKeys.list("k", ...columns)}
    FROM input CROSS JOIN rewards_api_key k WHERE k.partner_id = input.partner_id
    ORDER BY CASE WHEN k.revoked_at IS NULL THEN 0 ELSE 1 END, k.id DESC LIMIT ${2 * maxLiveKeys}`
})

const findKey = apiKeys.find(...columns)

/** Revokes a key and returns it. Returns no row if the key was already revoked. */
const revokeKey = apiKeys.change({
  set: ["revokedAt"],
  where: "rewards_api_key.revoked_at IS NULL",
  returning: columns
})

const revokeKeys = apiKeys.by("partnerId").change({
  set: ["revokedAt"],
  where: "rewards_api_key.revoked_at IS NULL"
})

type KeyRow = Omit<ApiKey, "apiKey" | "orderedBy"> & {
  readonly key: string
  readonly orderedBy: OrdererNumber
}

const parseCreate = parser(CreateApiKey)
const parsePartner = parser(PartnerKey)
const parseRevoke = parser(RevokeApiKey)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const audit = yield* Audit
  const sessions = yield* Sessions
  const orderers = yield* Orderers

  const keysOf = Effect.fnUntraced(function* (partnerId: PartnerId, rows: ReadonlyArray<KeyRow>) {
    const named = yield* orderers.named(
      partnerId,
      rows.map(({ orderedBy }) => orderedBy)
    )
    return rows.map(
      ({ key, orderedBy, ...row }): ApiKey => ({ apiKey: key, ...row, orderedBy: named(orderedBy) })
    )
  })

  const one = (partnerId: PartnerId, row: KeyRow) =>
    Effect.map(keysOf(partnerId, [row]), (keys) => Arr.unsafeGet(keys, 0))

  const record = (
    action: "key.create" | "key.revoke",
    partnerId: PartnerId,
    { key, name, scopes }: KeyRow
  ) => {
    const detail = `${key} ${name}: ${scopes.join(" ")}`
    return audit.recordOfPartner({ action, outcome: "done", partnerId, detail })
  }

  const recordRefusal =
    (action: "key.create" | "key.revoke", partnerId: PartnerId) =>
    ({ message: detail }: TooManyKeys | ApiKeyNotFound) =>
      audit.recordOfPartner({ action, outcome: "refused", partnerId, detail })

  const insert = Effect.fnUntraced(function* (partnerId: PartnerId, key: KeyRow, apiSecret: string) {
    const [partner] = yield* database.run(lockPartner, [{ id: partnerId }])
    if (partner === undefined) return yield* new PartnerNotFound({ partnerId })
    // The lock keeps other transactions from adding a key after this count.
    const others = yield* database.run(listKeys, [{ partnerId }])
    const live = others.filter(({ revokedAt }) => revokedAt === null)
    if (live.length >= maxLiveKeys) return yield* new TooManyKeys({ max: maxLiveKeys })
    yield* database.run(insertKey, [
      { ...key, partnerId, hash: digest(apiSecret), scopes: key.scopes.join(" ") }
    ])
    yield* record("key.create", partnerId, key)
  })

  const end = Effect.fnUntraced(function* (partnerId: PartnerId, id: string) {
    const [revoked] = yield* database.run(revokeKey, [{ partnerId, id, revokedAt: yield* now }])
    const [found] = revoked === undefined ? yield* database.run(findKey, [{ partnerId, id }]) : [revoked]
    if (found === undefined) return yield* new ApiKeyNotFound({ id })
    if (revoked !== undefined) {
      yield* sessions.endTokens({ partnerId, apiKeyId: id })
      yield* record("key.revoke", partnerId, found)
    }
    return yield* one(partnerId, found)
  })

  return ApiKeys.of({
    create: Effect.fn("ApiKeys.create")(function* (input) {
      const { name, partnerId, scopes } = yield* parseCreate(input)
      const prefix = prefixOf(partnerId)
      const apiSecret = prefix + newSecret()
      const key: KeyRow = {
        id: yield* takeOne(ids),
        key: `rk_${prefix}${newPublicKey(partnerId)}`,
        name,
        scopes: keyScopes.filter((scope) => scopes.includes(scope)),
        createdAt: yield* now,
        lastUsedAt: null,
        revokedAt: null,
        orderedBy: yield* orderers.current(partnerId)
      }
      yield* database
        .transaction(insert(partnerId, key, apiSecret))
        .pipe(Effect.tapErrorTag("TooManyKeys", recordRefusal("key.create", partnerId)))
      return { ...(yield* one(partnerId, key)), apiSecret }
    }),

    list: Effect.fn("ApiKeys.list")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      return yield* keysOf(partnerId, yield* database.run(listKeys, [{ partnerId }]))
    }),

    revoke: Effect.fn("ApiKeys.revoke")(function* (input) {
      const { id, partnerId } = yield* parseRevoke(input)
      return yield* database
        .transaction(end(partnerId, id))
        .pipe(Effect.tapErrorTag("ApiKeyNotFound", recordRefusal("key.revoke", partnerId)))
    }),

    revokeAll: Effect.fn("ApiKeys.revokeAll")(function* (partnerId) {
      yield* database.run(revokeKeys, [{ partnerId, revokedAt: yield* now }])
    })
  })
})
