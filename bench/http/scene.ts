import { Effect, Layer } from "effect"
import { keyScopes } from "../../lib/accounts/keys/ApiKey.ts"
import * as Accounts from "../../lib/accounts/layer.ts"
import { digest, newPartnerSecret } from "../../lib/accounts/secret.ts"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import { withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { request, type Scene } from "../scene.ts"

/** A scene behind a server, with an access token of its partner. */
export interface HttpScene extends Scene {
  readonly place: string
  readonly token: string
}

const insertToken = statement({
  input: { partner_id: "uuid", hash: "text", scopes: "text", created_at: "instant", expires_at: "instant" },
  sql: `INSERT INTO rewards_token (partner_id, hash, scopes, created_at, expires_at)
    SELECT partner_id, hash, scopes, created_at, expires_at FROM input`
})

/** Creates a database with one rule, a thousand members, and a token that is valid for an hour. */
export const prepare = async (store: Store): Promise<HttpScene> => {
  const place = await store.place()
  const scene = await withOurs(store.client(place), (library) => library.prepare({ members: 1000, rules: 1 }))
  const token = newPartnerSecret(scene.partnerId)
  const now = Date.now()
  const row = {
    partner_id: scene.partnerId,
    hash: digest(token),
    scopes: keyScopes.join(" "),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + 3_600_000).toISOString()
  }
  const insert = Effect.flatMap(Database, (database) => database.run(insertToken, [row]))
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
