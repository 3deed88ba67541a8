import assert from "node:assert/strict"
import pg from "pg"
import { openRewards, type PlainEvent, RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { soon } from "../support/wait.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: 10, condition: "a visit" }

const databases = [
  { name: "SQLite", url: async () => "sqlite::memory:" },
  { name: "PostgreSQL", url: migratedDatabase }
]

for (const { name, url } of databases) {
  describe(`events of the Promise form, on ${name}`, () => {
    const opened = async () => {
      const rewards = await openRewards({ database: await url() })
      const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
      await rewards.events.list({ partnerId })
      await rewards.rules.create({ ...rule, partnerId })
      await rewards.members.onboard({ partnerId, userId: "ada" })
      const award = () => rewards.awards.award({ partnerId, userId: "ada", ruleName: "visit" })
      return { rewards, partnerId, award }
    }

    it("are plain JSON, in pages and in a loop that goes on", async () => {
      const { award, partnerId, rewards } = await opened()
      const seen: Array<PlainEvent> = []
      const read = async () => {
        for await (const event of rewards.events.subscribe({ partnerId })) {
          seen.push(event)
          if (seen.length === 5) break
          if (seen.length >= 2) await award()
        }
      }
      await soon("five events", read(), { seen: () => seen })
      assert.deepEqual(seen, JSON.parse(JSON.stringify(seen)))
      const { data } = await rewards.events.list({ partnerId })
      assert.deepEqual(seen, data)
      assert.deepEqual(
        data.map(({ type }) => type),
        ["rule.created", "member.onboarded", "award.paid", "award.paid", "award.paid"]
      )
      const [, second] = data
      const later = rewards.events.subscribe({ partnerId, after: second?.id, types: ["award.paid"] })
      assert.deepEqual(await soon("an event", later.next()), { done: false, value: data[2] })
      await rewards.close()
    })

    it("end with return, also while an event is awaited", async () => {
      const { partnerId, rewards } = await opened()
      const events = rewards.events.subscribe({ partnerId, types: ["award.paid"] })
      const waiting = events.next()
      assert.ok(events.return)
      await events.return()
      assert.deepEqual(await soon("the end of the loop", waiting), { done: true, value: undefined })
      assert.deepEqual(await events.next(), { done: true, value: undefined })
      await rewards.close()
    })

    it("end when the engine closes", async () => {
      const { partnerId, rewards } = await opened()
      const seen: Array<string> = []
      const both = Promise.withResolvers<void>()
      const reading = (async () => {
        for await (const { type } of rewards.events.subscribe({ partnerId })) {
          seen.push(type)
          if (seen.length === 2) both.resolve()
        }
      })()
      await soon("two events", both.promise, { seen: () => seen })
      await rewards.close()
      await soon("the end of the loop", reading)
      assert.deepEqual(seen, ["rule.created", "member.onboarded"])
    })

    it("refuse bad input as every method does", async () => {
      const { partnerId, rewards } = await opened()
      const events = rewards.events.subscribe({ partnerId, after: "then" })
      await assert.rejects(events.next(), (error) => {
        assert.ok(error instanceof RewardsError)
        assert.match(error.message, /after must be an id made by this service, got "then"/)
        return true
      })
      await rewards.close()
    })
  })
}

describe("events in a host's transaction", () => {
  it("go on after the transaction has ended, because a loop does not use it", async () => {
    const database = await migratedDatabase()
    const rewards = await openRewards({ database })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    await rewards.events.list({ partnerId })
    const host = new pg.Client(database)
    await host.connect()
    await host.query("BEGIN")
    const events = rewards.within(host).events.subscribe({ partnerId })
    const first = events.next()
    await rewards.members.onboard({ partnerId, userId: "ada" })
    await soon("the first event", first)
    await host.query("COMMIT")
    await host.end()
    const second = events.next()
    await rewards.members.onboard({ partnerId, userId: "bob" })
    const { value } = await soon("an event after the transaction", second)
    assert.equal(value?.type, "member.onboarded")
    await events.return?.()
    await rewards.close()
  })
})
