// Changes that begin before the clock of a test side is moved, and write after it.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { AuditedRules } from "../../../lib/accounts/rules/AuditedRules.ts"
import { Members, PersonalData, Rules } from "../../../lib/index.ts"
import { verify } from "../../../lib/layers/Rewards.ts"
import { inMovedTime } from "../../../lib/rewards/clock.ts"
import { post } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { ruleInput } from "../../support/world/partner.ts"
import { type Engine, openWorld, type World } from "../../support/world.ts"
import { callsOf, exchange, make, move } from "./scene.ts"

export const heldTime = (name: string, database: () => Promise<string>): void =>
  describe(`a change that began before the clock of a test side was moved, on ${name}`, () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(await database(), { http: { rateLimits: { public: 0, failures: 0 } } })
    })
    afterAll(() => world.close())

    const opened = async () => {
      const live = await world.partner(crypto.randomUUID())
      const { partnerId } = await make(world, live)
      const test = callsOf(world, await exchange(world, live.accessToken))
      await test.rule()
      for (const userId of ["ada", "grace"]) await test.onboard(userId)
      const { clock } = await move(world, live, { days: 1000 })
      /** Runs a change in the time before the move. */
      const late = <A, E>(change: Effect.Effect<A, E, Engine>) => world.run(inMovedTime(partnerId, 0, change))
      const timesOf = async (table: string, column: string, condition: string) => {
        const rows = await world.sql(
          `SELECT ${column} AS found FROM ${table} WHERE partner_id = UUID '${partnerId}' AND ${condition}`
        )
        return rows.map(({ found }) => (found instanceof Date ? found : new Date(String(found))))
      }
      const isLate = (found: ReadonlyArray<Date>, count: number) => {
        assert.equal(found.length, count)
        for (const at of found) assert.ok(at >= clock, `${at.toISOString()} is before ${clock.toISOString()}`)
      }
      return { live, partnerId, test, late, timesOf, isLate }
    }

    it("makes and changes rules, and their events, in the new time", async () => {
      const { isLate, late, partnerId, test, timesOf } = await opened()
      await test.read("/laas/events")
      const when = { activity: "order.paid" }
      const made = await late(
        Effect.flatMap(Rules, (rules) => rules.create(ruleInput(partnerId, { name: "b" })))
      )
      const other = await late(
        Effect.flatMap(Rules, (rules) => rules.create(ruleInput(partnerId, { name: "c", when })))
      )
      isLate([made.createdAt, made.updatedAt, other.createdAt], 3)
      const ofRules = await late(
        Effect.flatMap(Rules, (rules) => rules.update({ partnerId, id: made.id, coinValue: "11" }))
      )
      const audited = await late(
        Effect.flatMap(AuditedRules, (rules) =>
          rules.update({ partnerId, id: other.id, coinValue: "11", when })
        )
      )
      const plain = await late(
        Effect.flatMap(AuditedRules, (rules) => rules.update({ partnerId, id: other.id, coinValue: "12" }))
      )
      isLate([ofRules.updatedAt, audited.updatedAt, plain.updatedAt], 3)
      isLate(await timesOf("rewards_event", "created_at", "type LIKE 'rule.%'"), 5)
    })

    it("onboards and merges members in the new time", async () => {
      const { isLate, late, partnerId, test, timesOf } = await opened()
      await test.award("ada")
      const { createdAt } = await late(
        Effect.flatMap(Members, (members) => members.onboard({ partnerId, userId: "alan" }))
      )
      isLate([createdAt], 1)
      await late(
        Effect.flatMap(Members, (members) => members.merge({ partnerId, from: "ada", into: "grace" }))
      )
      isLate(await timesOf("rewards_transfer", "created_at", "kind = 'merge'"), 1)
      assert.equal(await test.coins("ada"), 10)
      assert.deepEqual(await world.run(verify()), [])
    })

    it("declines the open requests of a member that is erased in the new time", async () => {
      const { isLate, late, partnerId, test, timesOf } = await opened()
      await test.send(post("/laas/settings", { approveAbove: 0 }))
      await test.send(
        post("/laas/coins/adjust", { userId: "ada", coins: 5, debitOrCredit: "CR", reason: "gift" })
      )
      await late(Effect.flatMap(PersonalData, (data) => data.erase({ partnerId, userId: "ada" })))
      isLate(await timesOf("rewards_approval_decision", "created_at", "record_id IS NULL"), 1)
      isLate(await timesOf("rewards_erasure", "created_at", "1 = 1"), 1)
      assert.deepEqual(await world.run(verify()), [])
    })
  })
