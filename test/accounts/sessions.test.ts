// How long this process goes on trusting an access token without a look-up.
import assert from "node:assert/strict"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { readerOf } from "../events/sse.ts"
import { type Call, get, post, remove, requestOf, withHeaders } from "../support/calls.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { late } from "../support/late.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { join } from "../support/staff.ts"
import { eventually, soon } from "../support/wait.ts"
import { newWatch, openWorld, type World } from "../support/world.ts"

const worlds: Array<World> = []
afterAll(() => Promise.all(worlds.map(({ close }) => close())))

describe("an access token that was just found valid", () => {
  it("ends with its four hours all the same", async () => {
    const watch = newWatch("2030-01-01T12:00:00.000Z")
    const world = await openWorld("sqlite::memory:", { watch })
    worlds.push(world)
    const { as } = await world.partner("brief")
    const status = async () => (await world.send(as(get("/laas/rules")))).status
    watch.now += 4 * 60 * 60 * 1000 - 2
    assert.equal(await status(), 200)
    watch.now += 1
    assert.equal(await status(), 200)
    watch.now += 1
    assert.equal(await status(), 401)
  })

  it("is refused soon after another process has ended it, also where the host's clock stands still", async () => {
    const world = await openWorld("sqlite::memory:", { watch: newWatch("2030-01-01T12:00:00.000Z") })
    worlds.push(world)
    const { as } = await world.partner("frozen")
    const status = async () => (await world.send(as(get("/laas/rules")))).status
    assert.equal(await status(), 200)
    const stream = await world.fetch(
      requestOf(withHeaders(as(get("/laas/events")), { accept: "text/event-stream" }))
    )
    const ended = readerOf(stream).rest()
    await world.sql("DELETE FROM rewards_token")
    assert.equal(await eventually("the token to be refused", status, (found) => found !== 200), 401)
    assert.deepEqual(await ended, [])
  })

  for (const [name, database] of [
    ["SQLite", async () => `sqlite:${await freshFile()}`],
    ["PostgreSQL", migratedDatabase]
  ] as const) {
    it(`is refused by another engine soon after one has ended the session, on ${name}`, async () => {
      const url = await database()
      const [one, other] = [await openWorld(url), await openWorld(url)]
      worlds.push(one, other)
      const shop = await one.partner("shared")
      const manager = await join(one, shop, "manager@shared.example", "manager")
      const support = await join(one, shop, "support@shared.example", "support")
      const statusOf = (as: (call: Call) => Call) => async () =>
        (await other.send(as(get("/laas/rules")))).status
      const callers = [manager.as, support.as, shop.as]
      for (const as of callers) assert.equal(await statusOf(as)(), 200)
      const ends = [
        shop.as(post("/laas/iam/staff/role", { id: manager.id, role: "viewer" })),
        shop.as(remove(`/laas/iam/staff/${support.id}`)),
        shop.as(post("/laas/iam/logout"))
      ]
      for (const call of ends) {
        const reply = await one.send(call)
        assert.equal(reply.status, 200, reply.text)
      }
      for (const as of callers) {
        assert.equal(await eventually("the session to end", statusOf(as), (found) => found !== 200), 401)
      }
    })
  }

  it("is refused after its revocation, although a look-up was under way meanwhile", async () => {
    const { client, hold } = late(layerFromUrl(await migratedDatabase()))
    const world = await openWorld(client)
    worlds.push(world)
    const { as } = await world.partner("left")
    const list = () => world.send(as(get("/laas/rules")))
    const answer = hold(/rewards_token t/)
    const reading = list()
    await soon("the answer that is held", answer.arrived)
    const out = await world.send(as(post("/laas/iam/logout")))
    assert.equal(out.status, 200, out.text)
    answer.release()
    // It was valid when it was looked up.
    assert.equal((await reading).status, 200)
    assert.equal((await list()).status, 401)
  })
})
