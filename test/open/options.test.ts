import assert from "node:assert/strict"
import { mkdir } from "node:fs/promises"
import { openMigrations, openRewards, RewardsError } from "../../lib/entries/rewards.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile, freshFolder } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"

const refusal = async (promise: Promise<unknown>): Promise<RewardsError> => {
  const error: unknown = await promise.then(
    () => assert.fail("expected a RewardsError"),
    (error: unknown) => error
  )
  assert.ok(error instanceof RewardsError, `expected a RewardsError, got ${String(error)}`)
  return error
}

/** Calls a function with options that its type refuses, as a program in JavaScript can. */
const loosely = (open: (options: never) => Promise<unknown>, options?: object) =>
  refusal(Reflect.apply(open, undefined, [options]))

describe("the options of openRewards", () => {
  it("are required and refused by name, with what they must be", async () => {
    for (const open of [openRewards, openMigrations]) {
      for (const options of [{}, undefined]) {
        const missing = await loosely(open, options)
        assert.match(missing.message, /^database is required: sqlite:/)
        assert.deepEqual([missing._tag, missing.retryable], ["InvalidInput", false])
      }
    }
    const wrong = await loosely(openRewards, {
      database: 7,
      databse: "sqlite::memory:",
      lockTimeout: "3 seconds",
      maxConnections: 0,
      onWarning: "log"
    })
    assert.ok(wrong.data._tag === "InvalidInput")
    assert.deepEqual(
      wrong.data.faults.map(({ field }) => field),
      ["databse", "database", "maxConnections", "lockTimeout", "onWarning"]
    )
    assert.match(wrong.message, /^databse is not an option: the options are database, /)
  })

  it("of accounts are refused by name too", async () => {
    const database = "sqlite::memory:"
    const unknown = await loosely(openRewards, { database, accounts: { allowloopback: true } })
    assert.match(unknown.message, /^accounts\.allowloopback is not an option/)
    assert.match(
      (await loosely(openRewards, { database, accounts: "yes" })).message,
      /^accounts must be true or/
    )
    for (const alertsUrl of ["rewards.example/alerts", "javascript:alert(1)", 7]) {
      const refused = await loosely(openRewards, { database: "sqlite::memory:", accounts: { alertsUrl } })
      assert.match(refused.message, /^accounts\.alertsUrl must be an absolute http or https address/)
    }
  })

  it("name a database that cannot be opened however often one tries, and ask for another try only if it can help", async () => {
    const folder = await freshFolder()
    await mkdir(folder)
    const aFolder = await refusal(openRewards({ database: `sqlite:${folder}` }))
    const noDatabase = new URL(await freshDatabase())
    noDatabase.pathname = "/no_such_database"
    const unknown = await refusal(openRewards({ database: noDatabase.href }))
    for (const refused of [aFolder, unknown]) {
      assert.match(refused.message, /^database cannot be opened: /)
      assert.equal(refused.retryable, false)
    }
    const away = await refusal(openRewards({ database: "postgres://user:secret@127.0.0.1:1/x" }))
    assert.match(away.message, /ECONNREFUSED.*try again$/)
    assert.deepEqual([away._tag, away.retryable], ["DatabaseUnavailable", true])
  })
})

describe("the connection of within", () => {
  const award = { partnerId: "", userId: "ada", ruleName: "order" }

  it("is refused on SQLite, and if it is a pool or no connection", async () => {
    const sqlite = await openRewards({ database: `sqlite:${await freshFile()}` })
    const query = async () => ({ rows: [] })
    const messageOf = (call: () => unknown): string => {
      try {
        call()
      } catch (error) {
        if (error instanceof RewardsError && !error.retryable) return error.message
        throw error
      }
      return assert.fail("expected a RewardsError")
    }
    assert.match(
      messageOf(() => sqlite.within({ query })),
      /^client cannot be used: `within` works only on PostgreSQL/
    )
    await sqlite.close()

    const { Pool } = await import("pg")
    const url = await freshDatabase()
    const rewards = await openRewards({ database: url })
    const pool = new Pool({ connectionString: url })
    assert.match(
      messageOf(() => rewards.within(pool)),
      /not a pool: get one with `await pool\.connect\(\)`, and send BEGIN/
    )
    for (const client of [{}, undefined, "postgres://x"]) {
      assert.match(
        messageOf(() => Reflect.apply(rewards.within, undefined, [client])),
        /^client must be a connection of pg/
      )
    }
    await pool.end()
    await rewards.close()
  })

  it("needs an open transaction that has not failed", async () => {
    const { Client } = await import("pg")
    const url = await freshDatabase()
    const rewards = await openRewards({ database: url })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const rule = { partnerId, name: "order", coinValue: 1, maxNumberOfParticipant: 9, condition: "an order" }
    await rewards.rules.create(rule)
    const client = new Client({ connectionString: url })
    await client.connect()
    const within = rewards.within(client)

    const missing = await refusal(within.awards.award({ ...award, partnerId }))
    assert.deepEqual(missing.data, { _tag: "TransactionRequired", transaction: "missing" })
    assert.equal(missing.message, "within needs an open transaction: send BEGIN on this connection first")

    await client.query("BEGIN")
    await assert.rejects(client.query("SELECT 1 / 0"))
    for (const call of [
      within.awards.award({ ...award, partnerId }),
      within.members.wallet({ partnerId, userId: "ada" })
    ]) {
      const failed = await refusal(call)
      assert.deepEqual(failed.data, { _tag: "TransactionRequired", transaction: "failed" })
      assert.equal(failed.retryable, false)
    }
    await client.query("ROLLBACK")

    await client.query("BEGIN")
    assert.equal((await within.awards.award({ ...award, partnerId })).coins, "1")
    await client.query("COMMIT")
    await client.end()
    await rewards.close()
  })

  it("tells the host to begin again if its connection is lost, because a repeated call cannot help", async () => {
    const { Client } = await import("pg")
    const url = await freshDatabase()
    const rewards = await openRewards({ database: url })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const rule = { partnerId, name: "order", coinValue: 1, maxNumberOfParticipant: 9, condition: "an order" }
    await rewards.rules.create(rule)
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    await client.connect()
    await client.query("BEGIN")
    const within = rewards.within(client)
    assert.equal((await within.awards.award({ ...award, partnerId })).coins, "1")
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid])
    await other.end()
    // The first call finds out that the connection is lost, and the client of pg refuses the others.
    for (const call of [
      () => within.awards.award({ ...award, partnerId }),
      () => within.awards.award({ ...award, partnerId }),
      () => within.members.wallet({ partnerId, userId: "ada" })
    ]) {
      const lost = await refusal(call())
      assert.deepEqual(lost.data, { _tag: "TransactionRequired", transaction: "lost" })
      assert.equal(lost.retryable, false)
    }
    assert.equal((await rewards.members.wallet({ partnerId, userId: "ada" })).coins, "0")
    await rewards.close()
  })
})
