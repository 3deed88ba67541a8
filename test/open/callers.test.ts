import assert from "node:assert/strict"
import pg from "pg"
import { openRewards, RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sqlAt } from "../support/sql.ts"

const databases = [
  ["SQLite", async () => "sqlite::memory:"],
  ["PostgreSQL", migratedDatabase]
] as const

const rule = { name: "visit", coinValue: 1, maxNumberOfParticipant: 1000, condition: "a visit" }

const host = (name: string) => ({ kind: "host", id: null, name })

describe("the callers that a host names", () => {
  for (const [name, database] of databases) {
    it(`are the orderers of their records, and without a name there is none, on ${name}`, async () => {
      const rewards = await openRewards({ database: await database() })
      const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
      const [ada, till] = [rewards.as("Ada L."), rewards.as("till 7")]
      await ada.rules.create({ ...rule, partnerId })
      await till.members.onboard({ partnerId, userId: "ann" })
      const award = { partnerId, userId: "ann", ruleName: "visit", idempotencyKey: "1" }
      const first = await till.awards.award(award)
      assert.deepEqual(await ada.awards.award(award), { ...first, replayed: true })
      await rewards.awards.awardMany([{ partnerId, userId: "ann", ruleName: "visit" }])
      await ada.transfers.transfer({ partnerId, userId: "ann", coins: 1 })
      const orderersIn = ({
        data
      }: {
        readonly data: ReadonlyArray<{ readonly orderedBy: object | null }>
      }) => data.map(({ orderedBy }) => orderedBy)
      assert.deepEqual(orderersIn(await rewards.rules.list({ partnerId })), [host("Ada L.")])
      assert.deepEqual(orderersIn(await rewards.members.list({ partnerId })), [host("till 7")])
      assert.deepEqual(orderersIn(await rewards.awards.list({ partnerId })), [null, host("till 7")])
      assert.deepEqual(orderersIn(await rewards.transfers.list({ partnerId })), [
        host("Ada L."),
        null,
        host("till 7")
      ])
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
    })

    it(`of the same name at two partners are two orderers, also in one bulk, on ${name}`, async () => {
      const rewards = await openRewards({ database: await database() })
      const till = rewards.as("till")
      const partners = []
      for (const shop of ["one", "two"]) {
        const { id: partnerId } = await rewards.partners.register({ name: shop })
        await rewards.as(`other than ${shop}`).rules.create({ ...rule, partnerId })
        await till.members.onboard({ partnerId, userId: "ann" })
        partners.push(partnerId)
      }
      await till.awards.awardMany(
        partners.map((partnerId) => ({ partnerId, userId: "ann", ruleName: "visit" }))
      )
      for (const partnerId of partners) {
        const { data } = await rewards.awards.list({ partnerId })
        assert.deepEqual(
          data.map(({ orderedBy }) => orderedBy),
          [host("till")]
        )
      }
      await rewards.close()
    })
  }

  it("have names of 1 to 100 visible characters", async () => {
    const rewards = await openRewards({ database: "sqlite::memory:" })
    for (const name of [
      "",
      " ",
      " a",
      "a ",
      "a  b",
      "a\nb",
      "a\u0000",
      "\u200b",
      "\ud800",
      "a".repeat(101)
    ]) {
      assert.throws(
        () => rewards.as(name),
        (error) =>
          error instanceof RewardsError &&
          error.data._tag === "InvalidInput" &&
          error.message.includes("actor must be a name of 1 to 100 visible characters"),
        JSON.stringify(name)
      )
    }
    for (const name of ["a", "日本", "🎈".repeat(100), "o'neil (till 7)"]) rewards.as(name)
    await rewards.close()
  })

  it("that are new to two engines at once get one number each, and every award names its own", async () => {
    const database = await migratedDatabase()
    const engines = [await openRewards({ database }), await openRewards({ database })]
    const [{ partners, rules, members }] = engines as [(typeof engines)[number]]
    const { id: partnerId } = await partners.register({ name: "Shop" })
    await rules.create({ ...rule, partnerId })
    const names = Array.from({ length: 8 }, (_, index) => `till ${index}`)
    await members.onboardMany(names.map((userId) => ({ partnerId, userId })))
    await Promise.all(
      engines.flatMap((engine) =>
        [...names, ...names].map((userId) =>
          engine.as(userId).awards.award({ partnerId, userId, ruleName: "visit" })
        )
      )
    )
    const { data } = await engines[0]!.awards.list({ partnerId, limit: 100 })
    assert.equal(data.length, 32)
    for (const { orderedBy, userId } of data) assert.deepEqual(orderedBy, host(userId))
    const stored = await sqlAt(database)("SELECT number, name FROM rewards_orderer ORDER BY number")
    assert.deepEqual(
      stored.map(({ number }) => Number(number)),
      names.map((_, index) => index + 1)
    )
    assert.deepEqual(stored.map(({ name }) => String(name)).toSorted(), names)
    for (const engine of engines) await engine.close()
  })

  it("get a number in the host's own transaction, and a new one after its ROLLBACK", async () => {
    const database = await migratedDatabase()
    const rewards = await openRewards({ database })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    await rewards.rules.create({ ...rule, partnerId })
    await rewards.members.onboard({ partnerId, userId: "ann" })
    const client = new pg.Client(database)
    await client.connect()
    const till = rewards.as("till")
    const award = { partnerId, userId: "ann", ruleName: "visit" }
    for (const end of ["ROLLBACK", "COMMIT"]) {
      await client.query("BEGIN")
      const { id } = await till.within(client).awards.award(award)
      const { data } = await till.within(client).awards.list({ partnerId })
      assert.deepEqual(
        data.map(({ orderedBy, id }) => [id, orderedBy]),
        [[id, host("till")]]
      )
      await client.query(end)
      const found = await client.query("SELECT number FROM rewards_orderer")
      assert.equal(found.rows.length, end === "ROLLBACK" ? 0 : 1)
    }
    await client.end()
    await till.awards.award(award)
    const { data } = await rewards.awards.list({ partnerId })
    assert.deepEqual(
      data.map(({ orderedBy }) => orderedBy),
      [host("till"), host("till")]
    )
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  })
})
