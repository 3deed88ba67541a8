import { Effect, Layer } from "effect"
import { keyScopes } from "../../lib/accounts/keys/ApiKey.ts"
import * as Accounts from "../../lib/accounts/layer.ts"
import { digest, newPartnerSecret } from "../../lib/accounts/secret.ts"
import { accessTokens, apiKeys } from "../../lib/accounts/tables.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { Database } from "../../lib/sql/Database.ts"
import { withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { request, type Scene } from "../scene.ts"

/** A scene behind a server, with an access token of its partner. */
export interface HttpScene extends Scene {
  readonly place: string
  readonly token: string
}

const insertKey = apiKeys.insert()
const insertToken = accessTokens.insert()

/** Creates a database with one rule, a thousand members, and an API key with a token that is valid for an hour. */
export const prepare = async (store: Store): Promise<HttpScene> => {
  const place = await store.place()
  const scene = await withOurs(store.client(place), (library) => library.prepare({ members: 1000, rules: 1 }))
  const token = newPartnerSecret(scene.partnerId)
  const partnerId = PartnerId.make(scene.partnerId)
  const createdAt = new Date()
  const id = crypto.randomUUID()
  const key = {
    partnerId,
    id,
    key: `rk_${id}`,
    hash: digest(id),
    name: "bench",
    scopes: keyScopes.join(" "),
    orderedBy: null,
    createdAt,
    lastUsedAt: null,
    revokedAt: null
  }
  const row = {
    partnerId,
    id: crypto.randomUUID(),
    personId: null,
    apiKeyId: id,
    hash: digest(token),
    scopes: keyScopes.join(" "),
    testOf: null,
    device: null,
    address: null,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000)
  }
  const insert = Effect.flatMap(Database, (database) =>
    Effect.zipRight(database.run(insertKey, [key]), database.run(insertToken, [row]))
  )
  const tables = Accounts.tables.pipe(Layer.provideMerge(Database.layer), Layer.provide(store.client(place)))
  await Effect.runPromise(Effect.provide(insert, tables))
  return { ...scene, place, token }
}

/** The requests to send: the path, the bodies in turn, and the expected status. */
export interface Posts {
  readonly path: string
  readonly bodies: ReadonlyArray<string>
  readonly status: number
  readonly awardsPerRequest: number
}

const awardOf = (scene: Scene, index: number) => {
  const { userId, ruleName } = request(scene, index)
  return { userId, ruleName, narration: "measured" }
}

const several = (count: number, body: (index: number) => unknown): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => JSON.stringify(body(index)))

export const singles = (scene: Scene): Posts => ({
  path: "/api/v1/laas/rules/award",
  bodies: several(1000, (index) => awardOf(scene, index)),
  status: 201,
  awardsPerRequest: 1
})

/** Each body has two faults, so nothing is looked up or written. */
export const faulty = (scene: Scene): Posts => ({
  ...singles(scene),
  bodies: several(1000, (index) => ({ ruleName: "", narration: `measured ${index}` })),
  status: 400
})

export const bulks = (scene: Scene): Posts => ({
  path: "/api/v1/laas/rules/awards",
  bodies: several(16, (page) => ({
    awards: Array.from({ length: 1000 }, (_, index) => awardOf(scene, page * 1000 + index))
  })),
  status: 201,
  awardsPerRequest: 1000
})
