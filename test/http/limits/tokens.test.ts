// Requests with tokens that are not valid.
import assert from "node:assert/strict"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { get, withBearer } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { eventually } from "../../support/wait.ts"
import { type Http, openWorld, type World } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const worlds: Array<World> = []
afterAll(() => Promise.all(worlds.map(({ close }) => close())))

const madeUp = () => crypto.randomUUID().replaceAll("-", "")
const place = "192.0.2.1"

for (const { name, fresh } of [
  { name: "SQLite", fresh: async () => `sqlite:${await freshFile()}` },
  { name: "PostgreSQL", fresh: migratedDatabase }
]) {
  describe(`failed authentication from one address, on ${name}`, () => {
    const open = async () => {
      const watch = midMinute()
      const recorder = makeRecorder()
      const world = await openWorld(recorded(recorder, layerFromUrl(await fresh())), { watch })
      worlds.push(world)
      return { watch, world, lookUps: () => recorder.count(/FROM input.*rewards_(grant_)?token/s) }
    }
    const list = (http: Http, token: string, at = place) =>
      http.send(from(withBearer(get("/laas/rules"), token), at))

    for (const store of ["memory", "database"] as const) {
      it(`counts for the address; past its limit a made-up token is refused without a look-up (${store})`, async () => {
        const { lookUps, world } = await open()
        const http = world.http({ address, rateLimits: { public: 5, store } })
        const before = lookUps()
        for (const left of [4, 3, 2, 1, 0]) {
          const refused = await list(http, madeUp())
          assert.equal(refused.status, 401)
          assert.equal(refused.headers.get("ratelimit"), `"address";r=${left};t=45`)
        }
        assert.equal(lookUps() - before, 5)
        // The first of these may still be looked up, since another process may have had the last place.
        await list(http, madeUp())
        const spent = lookUps()
        for (const path of ["/laas/rules", "/shop/users/me"]) {
          const refused = await http.send(from(withBearer(get(path), madeUp()), place))
          assert.equal(refused.status, 429)
          assert.equal(refused.headers.get("retry-after"), "45")
          assert.equal(refused.headers.get("ratelimit-policy"), '"address";q=5;w=60')
        }
        assert.equal((await http.send(from(get("/laas/rules"), place))).status, 429)
        assert.equal(lookUps(), spent)
        assert.equal((await list(http, madeUp(), "192.0.2.2")).status, 401)
      })
    }

    it("does not stop a token from the same address that was valid here before, nor other addresses", async () => {
      const { watch, world } = await open()
      const http = world.http({ address, rateLimits: { public: 5 } })
      const [known, fresh] = [await world.partner("known"), await world.partner("fresh")]
      assert.equal((await list(http, known.accessToken)).status, 200)
      const refusal = async () => (await list(http, madeUp())).status
      await eventually("a made-up token to be refused as one too many", refusal, (status) => status === 429)
      assert.equal((await list(http, known.accessToken)).status, 200)
      // Past the three seconds for which it is trusted it is looked up again, all the same.
      watch.now += 10_000
      assert.equal((await list(http, known.accessToken)).status, 200)
      assert.equal((await list(http, fresh.accessToken)).status, 429)
      assert.equal((await list(http, fresh.accessToken, "192.0.2.2")).status, 200)
      assert.equal((await list(http, fresh.accessToken)).status, 200)
    })

    it("a valid token costs the address nothing, and one that was revoked counts as made up", async () => {
      const { watch, world } = await open()
      const http = world.http({ address, rateLimits: { public: 2 } })
      const { accessToken } = await world.partner("valid")
      for (let count = 0; count < 5; count++) assert.equal((await list(http, accessToken)).status, 200)
      await world.sql("DELETE FROM rewards_token")
      watch.now += 4000
      const statuses = []
      for (let count = 0; count < 4; count++) statuses.push((await list(http, accessToken)).status)
      assert.deepEqual(statuses, [401, 401, 429, 429])
    })
  })
}
