// A test side whose clock shows a day whose number needs more than 15 bits: after 18 September 2059.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { verify } from "../../../lib/layers/Rewards.ts"
import { post, withBearer } from "../../support/calls.ts"
import { describe, it } from "../../support/effect.ts"
import { newWatch, openWorld } from "../../support/world.ts"
import { callsOf, codeIn, exchange, make, move } from "./scene.ts"

const Refusals = Schema.Struct({ refusals: Schema.Array(Schema.Struct({ count: Schema.Number })) })

export const farTime = (name: string, database: () => Promise<string>): void =>
  describe(`a test side in the year 2064 on ${name}`, () => {
    it("awards, refuses, and counts by day, month and local day", async () => {
      const world = await openWorld(await database(), { watch: newWatch("2045-01-01T12:00:00.000Z") })
      const live = await world.partner("far")
      await make(world, live)
      const token = await exchange(world, live.accessToken)
      const test = callsOf(world, token)
      const { clock } = await move(world, live, { at: "2064-06-01T23:30:00.000Z" })
      assert.equal(clock.toISOString(), "2064-06-01T23:30:00.000Z")
      await test.rule({
        timeZone: "Africa/Lagos",
        pendingDays: 365,
        coinsExpire: "P1Y",
        limits: [
          { per: "member", period: "day", awards: 1 },
          { per: "rule", period: "month", awards: 9 }
        ]
      })
      await test.rule({ name: "order", unit: "10", when: { activity: "order.paid", amount: "data.total" } })
      await test.onboard("ada")
      await test.award("ada")
      const [award] = await test.list("/laas/rules/awards?userId=ada")
      assert.equal(award?.createdAt, clock.toISOString())
      await test.send(post("/laas/activities", { userId: "ada", type: "order.paid", data: { total: 30 } }))
      const again = post("/laas/rules/award", { userId: "ada", ruleName: "signup" })
      assert.equal(codeIn(await world.send(withBearer(again, token))), "limit_reached")
      const statistics = await test.read("/laas/statistics")
      const { refusals } = Schema.decodeUnknownSync(Refusals)(statistics)
      assert.deepEqual(
        refusals.map(({ count }) => count),
        [1]
      )
      assert.ok(JSON.stringify(statistics).includes("2064-06-01"), JSON.stringify(statistics))
      await test.read("/laas/coins/partner/ep-leaderboard?month=6&year=2064")
      await move(world, live, { days: 200 })
      assert.deepEqual(await world.run(verify()), [])
      await world.close()
    })
  })
