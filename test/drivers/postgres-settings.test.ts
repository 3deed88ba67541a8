import assert from "node:assert/strict"
import { Effect } from "effect"
import pg from "pg"
import { layer } from "../../lib/drivers/postgres.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { engineOn, newPartner, raw } from "../support/world.ts"

const shop = Effect.tap(newPartner, ({ rule, onboard }) => Effect.zipRight(rule(), onboard("ann")))

const administrator = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** A call that must fail with a retryable error, and not with a defect. */
const toBeTriedAgain = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => {
    assert.ok(typeof error === "object" && error !== null && "retryable" in error, String(error))
    assert.equal(error.retryable, true)
  })

describe("PostgreSQL with an operator's settings", () => {
  it.live("a role that may not create tables works on a database that is up to date", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      yield* Effect.provide(shop, engineOn(layer({ url })))
      const admin = yield* administrator(url)
      const role = `app_${new URL(url).pathname.slice(1)}`
      yield* Effect.acquireRelease(
        Effect.promise(() =>
          admin.query(`CREATE ROLE "${role}" LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
            GRANT USAGE ON SCHEMA public TO "${role}";
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "${role}"`)
        ),
        () => Effect.promise(() => admin.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`))
      )
      const address = new URL(url)
      address.username = role
      const work = Effect.flatMap(shop, ({ award }) => award("ann"))
      assert.equal((yield* Effect.provide(work, engineOn(layer({ url: address.href })))).awarded, true)
    })
  )

  it.live("a statement that takes longer than statement_timeout fails with a retryable error", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      const admin = yield* administrator(url)
      const impatient = Effect.gen(function* () {
        const { award, coins } = yield* shop
        yield* raw("SET statement_timeout = '50ms'")
        yield* Effect.promise(() => admin.query("BEGIN; LOCK TABLE rewards_rule IN EXCLUSIVE MODE"))
        yield* toBeTriedAgain(award("ann"))
        yield* Effect.promise(() => admin.query("COMMIT"))
        yield* award("ann")
        assert.equal(yield* coins("ann"), "10")
      })
      yield* Effect.provide(impatient, engineOn(layer({ url, maxConnections: 1 })))
    })
  )

  it.live("a server that has become read-only, like a former primary, causes a retryable error", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshDatabase)
      const demoted = Effect.gen(function* () {
        const { award } = yield* shop
        yield* raw("SET default_transaction_read_only = on")
        yield* toBeTriedAgain(award("ann"))
        yield* raw("SET default_transaction_read_only = off")
        yield* award("ann")
      })
      yield* Effect.provide(demoted, engineOn(layer({ url, maxConnections: 1 })))
    })
  )

  it.live("a role whose transactions are serializable by default keeps every limit", () =>
    Effect.gen(function* () {
      const address = new URL(yield* Effect.promise(freshDatabase))
      address.searchParams.set("options", "-c default_transaction_isolation=serializable")
      const strict = Effect.gen(function* () {
        const { rule, onboard, award, verify } = yield* newPartner
        yield* rule({ maxNumberOfParticipant: 3 })
        const userIds = Array.from({ length: 10 }, (_, index) => `user ${index}`)
        yield* onboard(...userIds)
        const results = yield* Effect.forEach(userIds, (userId) => Effect.either(award(userId)), {
          concurrency: "unbounded"
        })
        assert.equal(results.filter(({ _tag }) => _tag === "Right").length, 3)
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(strict, engineOn(layer({ url: address.href })))
    })
  )
})
