import assert from "node:assert/strict"
import { openRewards } from "../../lib/index.ts"
import { type Caller, newCaller } from "../server/caller.ts"
import { type Service, startService, stopService, tidyUp } from "../server/service.ts"
import { follow } from "../server/suite/events.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { distributed } from "../support/nodes.ts"
import { freshDatabase } from "../support/postgres.ts"
import { startReceiver } from "../webhooks/receiver.ts"
import { type Pooler, pgbouncer, pgbouncerVersion, startPooler } from "./parts/pgbouncer.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const suite = () => {
  let database = ""
  let pooler: Pooler
  let services: ReadonlyArray<Service> = []
  let partner: Caller

  /** Requests alternate between the processes. */
  const at = (index: number): Service => services[index % services.length] ?? assert.fail()

  beforeAll(async () => {
    database = await (distributed ? migratedDatabase() : freshDatabase())
    // Fewer connections than the processes have together, so that they share each of them.
    pooler = await startPooler(database, 6)
    const settings = {
      DATABASE_URL: pooler.through(database),
      RATE_LIMIT_STORE: "database",
      RATE_LIMIT_PUBLIC: "0",
      OUTBOUND_LOOPBACK: "true"
    }
    // All start on an empty database, so that their migrations run through the pooler. On a cluster, the tables are distributed already.
    services = await Promise.all(times(3, () => startService(settings)))
    partner = await newCaller(at(0).url)
  })
  afterAll(async () => {
    tidyUp()
    await pooler.stop()
  })

  const rule = async (name: string, fields: object) => {
    const body = { name, condition: "met", coinValue: "10", maxNumberOfParticipant: "1000", ...fields }
    assert.equal((await partner.post(at(0).url, "/laas/rules/create-rule", body)).status, 201)
  }

  const award = (index: number, userId: string, ruleName: string, key?: string) =>
    partner.post(
      at(index).url,
      "/laas/rules/award",
      { userId, ruleName },
      key === undefined ? {} : { "idempotency-key": key }
    )

  it("limits and idempotency keys hold: a rule for 25 pays 25 of 60, a key pays once", async () => {
    await rule("for 25", { maxNumberOfParticipant: "25", userLimitAward: "1" })
    const users = times(60, (index) => `user-${index}`)
    await Promise.all(users.map((userId, index) => partner.post(at(index).url, "/laas/users", { userId })))
    const replies = await Promise.all(users.map((userId, index) => award(index, userId, "for 25")))
    assert.equal(replies.filter(({ status }) => status === 201).length, 25)
    assert.equal(replies.filter(({ status }) => status === 400).length, 35)
    await rule("keyed", {})
    const keyed = await Promise.all(times(30, (index) => award(index, "user-0", "keyed", "order 1")))
    assert.deepEqual(new Set(keyed.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(keyed.map(({ body }) => body.data.id)).size, 1)
  })

  it("a steady stream of awards is accepted, and boards of all processes have them", async () => {
    await rule("steady", {})
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(times(30, (index) => award(index, `user-${index}`, "steady")))
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
    }
    const boards = await Promise.all(
      services.map(({ url }) => partner.get(url, "/laas/leaderboard/new?take=100&userId=user-1"))
    )
    for (const { body } of boards) assert.deepEqual(body.data, boards[0]?.body.data)
    const { body } = await partner.get(at(1).url, "/laas/get-user-coin-data?userId=user-29")
    // 20 rounds of 10 coins, and 10 more if it was among the 25.
    assert.ok(["200", "210"].includes(String(body.data.totalPartnerCoins)))
  })

  it("a stream of events has those of another process in order, two seconds late at most", async () => {
    const stream = await follow(at(0), partner)
    assert.equal((await award(1, "user-1", "steady")).status, 201)
    await stream.take(1)
    const delays: Array<number> = []
    for (let round = 0; round < 5; round++) {
      const began = performance.now()
      assert.equal((await award(1 + (round % 2), "user-2", "steady")).status, 201)
      await stream.take(1)
      delays.push(Math.round(performance.now() - began))
    }
    await stream.cancel()
    console.log(`events of another process arrived after ${delays.join(", ")} ms`)
    assert.ok(Math.max(...delays) < 4000, `an event took ${Math.max(...delays)} ms`)
  })

  it("webhooks are delivered", async () => {
    const receiver = await startReceiver()
    const created = await partner.post(at(2).url, "/laas/webhooks", { url: receiver.url })
    assert.equal(created.status, 201)
    receiver.secrets.push(String(created.body.data.secret))
    for (const index of [0, 1, 2]) assert.equal((await award(index, "user-3", "steady")).status, 201)
    await receiver.until(3)
    assert.ok(receiver.received.every(({ verified }) => verified))
    await receiver.close()
  })

  it("PgBouncer before 1.21 loses prepared statements: the service says so once, and goes on without", () => {
    const [major, minor] = pgbouncerVersion()
    const keepsThem = major > 1 || minor >= 21
    for (const { lines } of services) {
      const warnings = lines.filter((line) => line.includes("lost a prepared statement"))
      assert.equal(warnings.length <= 1, true)
      if (keepsThem) assert.deepEqual(warnings, [])
    }
  })

  it("all processes stop with code 0, and the ledger verifies through the pooler", async () => {
    const ends = await Promise.all(services.map(stopService))
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0, 0]
    )
    const rewards = await openRewards({ database: pooler.through(database) })
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  })
}

if (pgbouncer === undefined) it.skip("SKIPPED: PgBouncer is not installed (nor at PGBOUNCER)")
else describe("three processes behind PgBouncer in transaction mode", suite)
