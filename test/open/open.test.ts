import assert from "node:assert/strict"
import { Client, Pool } from "pg"
import { layerFromPool } from "../../lib/drivers/postgres.ts"
import { openRewards, type RewardsClient, RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"

/** A partner with one rule and one member. */
const shop = async (rewards: RewardsClient) => {
  const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
  const rule = {
    partnerId,
    name: "visit",
    coinValue: "2.5",
    maxNumberOfParticipant: 10,
    condition: "a visit"
  }
  await rewards.rules.create({ ...rule, userLimitAward: 2 })
  await rewards.members.onboard({ partnerId, userId: "ada" })
  return { partnerId, award: { partnerId, userId: "ada", ruleName: "visit" } }
}

const failure = async (promise: Promise<unknown>): Promise<RewardsError> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.ok(error instanceof RewardsError, `expected a RewardsError, got ${String(error)}`)
  return error
}

describe("openRewards, for hosts without Effect", () => {
  for (const [name, database] of [
    ["SQLite", async () => `sqlite:${await freshFile()}`],
    ["PostgreSQL", freshDatabase]
  ] as const) {
    it(`answers in plain JSON on ${name}`, async () => {
      const rewards = await openRewards({ database: await database() })
      const { partnerId, award } = await shop(rewards)
      const first = await rewards.awards.award({ ...award, narration: "hello" })
      assert.deepEqual(JSON.parse(JSON.stringify(first)), first)
      assert.deepEqual(
        { coins: first.coins, awarded: first.awarded, note: first.note, replayed: first.replayed },
        { coins: "2.5", awarded: true, note: "hello", replayed: false }
      )
      const rule = await rewards.rules.find({ partnerId, name: "VISIT" })
      assert.deepEqual(
        [rule.coinValue, rule.maxNumberOfParticipant, rule.participants, rule.userLimitAward, rule.terms],
        ["2.5", 10, 1, 2, { _tag: "Single" }]
      )
      const transfer = await rewards.transfers.transfer({ partnerId, userId: "ada", coins: 1 })
      assert.deepEqual([transfer.coins, transfer.balance], ["1", "1.5"])
      const [last, before] = await rewards.transfers.statement({ partnerId, userId: "ada" })
      assert.deepEqual([last?.amount, last?.balance, before?.amount], ["-1", "1.5", "2.5"])
      const board = await rewards.boards.points({ partnerId, userId: "ada" })
      assert.deepEqual(board.userPosition, { userId: "ada", amount: "2.5", position: 1 })
      assert.equal((await rewards.awards.list({ partnerId })).data.length, 1)
      const results = await rewards.awards.awardMany([award, award, { ...award, userId: "nobody" }])
      assert.deepEqual(
        results.map((result) => (result.ok ? result.award.coins : result.error._tag)),
        ["2.5", "UserLimitReached", "MemberNotFound"]
      )
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
    })
  }

  it("rejects with the tag and data of the error, coins as decimals", async () => {
    const rewards = await openRewards({ database: "sqlite::memory:" })
    const { partnerId } = await shop(rewards)
    const poor = await failure(rewards.transfers.transfer({ partnerId, userId: "ada", coins: "7.25" }))
    assert.deepEqual(poor.data, { _tag: "InsufficientCoins", have: "0", need: "7.25" })
    assert.equal(poor.retryable, false)
    const wrong = await failure(rewards.awards.award({ partnerId, userId: "", ruleName: "x".repeat(129) }))
    assert.equal(wrong._tag, "InvalidInput")
    assert.match(
      wrong.message,
      /^userId must be text of 1 to 128 characters, got ""; ruleName must be a name of 1 to 128/
    )
    await rewards.close()
    const closed = await failure(rewards.partners.get({ partnerId }))
    assert.deepEqual([closed._tag, closed.retryable], ["DatabaseUnavailable", false])
    assert.equal(closed.message, "the engine is closed: nothing was written, open it again")
  })

  it("reports why it cannot open a database", async () => {
    assert.match(
      (await failure(openRewards({ database: "mysql://x" }))).message,
      /^database must start with sqlite:/
    )
    const away = await failure(openRewards({ database: "postgres://user:secret@127.0.0.1:1/x" }))
    assert.equal(away._tag, "DatabaseUnavailable")
    assert.doesNotMatch(away.message, /secret/)
  })

  it("commits or rolls back the host's writes and the coins together", async () => {
    const url = await freshDatabase()
    const pool = new Pool({ connectionString: url })
    const rewards = await openRewards({ database: layerFromPool(pool) })
    const { partnerId, award } = await shop(rewards)
    await pool.query("CREATE TABLE orders (id text PRIMARY KEY)")
    const client = new Client({ connectionString: url })
    await client.connect()
    const inTransaction = async (id: string, end: "COMMIT" | "ROLLBACK") => {
      await client.query("BEGIN")
      await client.query("INSERT INTO orders VALUES ($1)", [id])
      await rewards.within(client).awards.award(award)
      const refused = await failure(rewards.within(client).awards.award({ ...award, userId: "nobody" }))
      assert.equal(refused._tag, "MemberNotFound")
      await client.query(end)
    }
    await inTransaction("kept", "COMMIT")
    await inTransaction("undone", "ROLLBACK")
    const { rows } = await pool.query("SELECT id FROM orders")
    assert.deepEqual(rows, [{ id: "kept" }])
    assert.equal((await rewards.members.wallet({ partnerId, userId: "ada" })).coins, "2.5")
    assert.deepEqual(await rewards.verify(), [])
    await client.end()
    await rewards.close()
    // The pool belongs to the host and still works.
    assert.equal((await pool.query("SELECT 1 AS one")).rows[0]?.one, 1)
    await pool.end()
  })

  it("keeps every call that it acknowledged on a connection, however many run there at once", async () => {
    const url = await freshDatabase()
    const rewards = await openRewards({ database: url })
    const { partnerId } = await shop(rewards)
    const rule = { partnerId, name: "often", coinValue: 1, maxNumberOfParticipant: 10, condition: "often" }
    await rewards.rules.create(rule)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN")
    // Each caller has its own `within`, and every other one is refused.
    const calls = Array.from({ length: 20 }, (_, index) =>
      rewards
        .within(client)
        .awards.award({ partnerId, userId: index % 2 === 0 ? "ada" : `nobody ${index}`, ruleName: "often" })
    )
    const reads = Array.from({ length: 5 }, () =>
      rewards.within(client).members.wallet({ partnerId, userId: "ada" })
    )
    const outcomes = await Promise.allSettled(calls)
    await Promise.all(reads)
    await client.query("COMMIT")
    await client.end()
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10)
    assert.equal((await rewards.members.wallet({ partnerId, userId: "ada" })).coins, "10")
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  })
})
