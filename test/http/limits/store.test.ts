import assert from "node:assert/strict"
import type { Handler } from "../../../lib/http.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { freshDatabase } from "../../support/postgres.ts"
import { address, call, type Engine, newPartner, newWatch, openEngine } from "./world.ts"

const databases = [
  { name: "SQLite", fresh: async () => `sqlite:${await freshFile()}` },
  { name: "PostgreSQL", fresh: freshDatabase }
]

const engines: Array<Engine> = []
afterAll(() => Promise.all(engines.map(({ close }) => close())))

for (const { name, fresh } of databases) {
  describe(`limits that are counted in ${name} for three processes`, () => {
    /** Three engines with connections of their own, as three processes have them. */
    const open = async (limits: { readonly public?: number; readonly failures?: number }) => {
      const url = await fresh()
      const watch = newWatch()
      const handlers: Array<Handler> = []
      for (const _ of [1, 2, 3]) {
        const engine = await openEngine(url, watch)
        engines.push(engine)
        handlers.push(engine.handler({ address, rateLimits: { store: "database", ...limits } }))
      }
      const [first] = handlers
      if (first === undefined) throw new Error("there are three")
      return { watch, handlers, first }
    }

    const knock = async (handler: Handler): Promise<boolean> => {
      const headers = { "x-test-address": "192.0.2.1" }
      const { status } = await call(handler, "POST", "/user", { body: {}, headers })
      return status !== 429
    }

    const allowed = async (knocks: ReadonlyArray<Promise<boolean>>): Promise<number> =>
      (await Promise.all(knocks)).filter(Boolean).length

    it("let through no more than the limit, and no less than 90 % of it, however the requests are spread", async () => {
      const { first, handlers, watch } = await open({ public: 300 })
      const spread = (count: number) =>
        handlers.flatMap((handler) => Array.from({ length: count }, () => knock(handler)))
      // Some at each, then all of the rest at one.
      const few = await allowed(spread(10))
      const rest = await allowed(Array.from({ length: 400 }, () => knock(first)))
      assert.equal(few, 30)
      assert.ok(few + rest <= 300 && few + rest >= 270, `${few + rest} of 300 got through`)
      watch.now += 60_000
      const all = await allowed(spread(150))
      assert.ok(all <= 300 && all >= 270, `${all} of 300 got through in the next minute`)
    })

    it("count failed logins one by one, whichever process they reach", async () => {
      const { first, handlers } = await open({ failures: 4 })
      const email = "ops@shop.example"
      await newPartner(first, email)
      const login = (index: number, password: string) =>
        call(handlers[index % 3] ?? first, "POST", "/demo/partners/login", { body: { email, password } })
      const statuses: Array<number> = []
      for (const index of [0, 1, 2, 3, 4, 5]) {
        if (index < 3) assert.equal((await login(index + 1, "Sesame-123")).status, 200)
        statuses.push((await login(index, "wrong")).status)
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429])
    })
  })
}
