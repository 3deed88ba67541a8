import assert from "node:assert/strict"
import { Effect } from "effect"
import { type LeaseRequest, RateLeases } from "../../lib/accounts/rates/RateLeases.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { openWorld } from "../support/world.ts"

const databases = [
  ["SQLite", async () => "sqlite::memory:"],
  ["PostgreSQL", migratedDatabase]
] as const

for (const [name, database] of databases) {
  describe(`leases of a rate limit on ${name}`, async () => {
    const world = await openWorld(await database())
    afterAll(world.close)
    const service = <A, E>(use: (leases: RateLeases["Type"]) => Effect.Effect<A, E>) =>
      world.run(Effect.flatMap(RateLeases, use))
    const usual = { minute: 1000, places: 4, least: 1, limit: 10 }
    const lease = async (key: string, request: Partial<LeaseRequest> = {}) => {
      const asked = { ...usual, ...request, name: key }
      const { free, granted } = await service((leases) => leases.lease(asked))
      return [granted, free]
    }
    const release = (key: string, minute = 1000) => service((leases) => leases.release({ name: key, minute }))

    it("together never exceed the limit, and the last lease is what is left", async () => {
      assert.deepEqual(await lease("a"), [4, 6])
      assert.deepEqual(await lease("a"), [4, 2])
      assert.deepEqual(await lease("b"), [4, 6])
      assert.deepEqual(await lease("a"), [2, 0])
      assert.deepEqual(await lease("a"), [0, 0])
    })

    it("are refused whole if less than is needed is left, and say what is left", async () => {
      assert.deepEqual(await lease("c", { places: 8, least: 8 }), [8, 2])
      assert.deepEqual(await lease("c", { places: 3, least: 3 }), [0, 2])
      assert.deepEqual(await lease("c", { places: 4, least: 2 }), [2, 0])
      assert.deepEqual(await lease("d", { places: 11, least: 11 }), [0, 10])
    })

    it("can be given back one by one, by their name and minute, and not below nothing", async () => {
      for (const key of ["e", "f"]) assert.deepEqual(await lease(key, { places: 10 }), [10, 0])
      await release("e")
      await release("e", 999)
      assert.deepEqual(await lease("e"), [1, 0])
      assert.deepEqual(await lease("f"), [0, 0])
      assert.deepEqual(await lease("g", { places: 1 }), [1, 9])
      for (let count = 0; count < 3; count++) await release("g")
      assert.deepEqual(await lease("g", { places: 10 }), [10, 0])
    })

    it("of the previous minute stay, for a process whose clock is behind; older ones are deleted", async () => {
      const minutes = async () => {
        const rows = await world.sql("SELECT DISTINCT minute FROM rewards_rate ORDER BY minute")
        return rows.map(({ minute }) => Number(minute))
      }
      assert.deepEqual(await lease("h", { minute: 2000, places: 10 }), [10, 0])
      assert.deepEqual(await minutes(), [2000])
      assert.deepEqual(await lease("h", { minute: 2001 }), [4, 6])
      assert.deepEqual(await lease("h", { minute: 2000 }), [0, 0])
      assert.deepEqual(await minutes(), [2000, 2001])
      await lease("h", { minute: 2002 })
      assert.deepEqual(await minutes(), [2001, 2002])
    })
  })
}
