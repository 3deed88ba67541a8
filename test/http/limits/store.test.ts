import assert from "node:assert/strict"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { makeLimiter } from "../../../lib/http/rateLimits.ts"
import { password } from "../../support/bodies.ts"
import { post } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { freshFile } from "../../support/files.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { type Http, openWorld, type World } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const databases = [
  { name: "SQLite", fresh: async () => `sqlite:${await freshFile()}` },
  { name: "PostgreSQL", fresh: migratedDatabase }
]

const worlds: Array<World> = []
afterAll(() => Promise.all(worlds.map(({ close }) => close())))

for (const { name, fresh } of databases) {
  describe(`limits that three processes share through ${name}`, () => {
    /** Three engines with their own connections, like three processes. */
    const open = async (limits: {
      readonly public?: number
      readonly failures?: number
      readonly partner?: number
    }) => {
      const url = await fresh()
      const watch = midMinute()
      const processes: Array<Http> = []
      for (const _ of [1, 2, 3]) {
        const world = await openWorld(layerFromUrl(url, { maxConnections: 4 }), { watch })
        worlds.push(world)
        processes.push(world.http({ address, rateLimits: { store: "database", ...limits } }))
      }
      const [first] = processes
      if (first === undefined) throw new Error("there are three")
      return { watch, processes, first }
    }

    const knock = async (http: Http): Promise<boolean> => {
      const { status } = await http.send(from(post("/user", {}), "192.0.2.1"))
      return status !== 429
    }

    const allowed = async (knocks: ReadonlyArray<Promise<boolean>>): Promise<number> =>
      (await Promise.all(knocks)).filter(Boolean).length

    it("accept at most the limit and at least 90 % of it, however the requests are distributed", async () => {
      const { first, processes, watch } = await open({ public: 300 })
      const spread = (count: number) =>
        processes.flatMap((http) => Array.from({ length: count }, () => knock(http)))
      // Some requests at each engine, then all others at one.
      const few = await allowed(spread(10))
      const rest = await allowed(Array.from({ length: 400 }, () => knock(first)))
      assert.equal(few, 30)
      assert.ok(few + rest <= 300 && few + rest >= 270, `${few + rest} of 300 got through`)
      watch.now += 60_000
      const all = await allowed(spread(150))
      assert.ok(all <= 300 && all >= 270, `${all} of 300 got through in the next minute`)
    })

    it("accept exactly a limit that leases do not divide, if all requests reach one process", async () => {
      const { first } = await open({ public: 299 })
      assert.equal(await allowed(Array.from({ length: 320 }, () => knock(first))), 299)
    })

    it("an attempt that one process gives back is free for another that it was refused before", async () => {
      const world = await openWorld(await fresh(), { watch: midMinute() })
      worlds.push(world)
      const [one, other] = [makeLimiter("account", 3, "database"), makeLimiter("account", 3, "database")]
      const tried = (limiter: typeof one) => world.run(outcome(limiter.take("key")))
      for (const _ of [1, 2, 3]) assert.equal(await tried(one), "ok")
      for (const _ of [1, 2]) assert.equal(await tried(other), "TooManyRequests")
      await world.run(one.giveBack("key", Math.floor(midMinute().now / 60_000)))
      assert.equal(await tried(other), "ok")
      for (const each of [one, other]) assert.equal(await tried(each), "TooManyRequests")
    })

    it("are leased a hundredth at a time, and what is left in the database counts as left", async () => {
      const recorder = makeRecorder()
      const world = await openWorld(recorded(recorder, layerFromUrl(await fresh())), { watch: midMinute() })
      worlds.push(world)
      const limiter = makeLimiter("address", 300, "database")
      const lefts: Array<number> = []
      for (let count = 0; count < 9; count++) lefts.push((await world.run(limiter.take("key"))).left)
      assert.deepEqual(lefts, [299, 298, 297, 296, 295, 294, 293, 292, 291])
      assert.equal(recorder.count(/INSERT INTO rewards_rate/), 3)
    })

    it("count each award of a bulk; a bulk that is refused takes no places from the other processes", async () => {
      const { processes, first } = await open({ partner: 100 })
      const { as } = await first.partner("bulks")
      const bulk = async (index: number, count: number) => {
        const awards = Array.from({ length: count }, () => ({ userId: "nobody", ruleName: "none" }))
        return (await (processes[index] ?? first).send(as(post("/laas/rules/awards", { awards })))).status
      }
      assert.deepEqual([await bulk(0, 40), await bulk(1, 80), await bulk(2, 50)], [201, 429, 201])
      assert.deepEqual([await bulk(0, 20), await bulk(1, 8)], [429, 201])
    })

    it("count each failed login, whichever process it reaches", async () => {
      const { first, processes } = await open({ failures: 4 })
      const { email } = await first.partner("ops")
      const login = (index: number, password: string) =>
        (processes[index % 3] ?? first).send(post("/shop/partners/login", { email, password }))
      const statuses: Array<number> = []
      for (const index of [0, 1, 2, 3, 4, 5]) {
        if (index < 3) assert.equal((await login(index + 1, password)).status, 200)
        statuses.push((await login(index, "wrong")).status)
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429])
    })
  })
}
