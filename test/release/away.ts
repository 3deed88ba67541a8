import assert from "node:assert/strict"
import { newCaller } from "../server/caller.ts"
import { proxyTo } from "../server/proxy.ts"
import { startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { eventually } from "../support/wait.ts"

afterAll(tidyUp)

it("while its database is unreachable the service answers so in the envelope, and it recovers by itself", async () => {
  const database = await proxyTo(await migratedDatabase())
  const service = await startService({ DATABASE_URL: database.url })
  const partner = await newCaller(service.url)
  const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }

  await database.cut()
  const refused = await partner.post(service.url, "/laas/rules/create-rule", rule)
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get("retry-after"), "1")
  assert.deepEqual(refused.body, {
    status: "failed",
    message: "Service unavailable",
    data: {
      errorType: "unavailable",
      appErrorCode: "",
      error: "the database is not available: nothing was written, try again"
    }
  })
  assert.equal((await fetch(`${service.url}/readyz`)).status, 503)
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)

  await database.mend()
  const accepted = await partner.post(service.url, "/laas/rules/create-rule", rule)
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
  // The last answer is kept for a second.
  await eventually(
    "the service to be ready",
    async () => (await fetch(`${service.url}/readyz`)).status,
    (status) => status === 200
  )
  assert.deepEqual(await stopService(service), { code: 0, signal: null })
  await database.cut()
})

it("while its database is silent the service answers in time, and a repeated call has its effect once", async () => {
  const database = await proxyTo(await migratedDatabase())
  const service = await startService({
    DATABASE_URL: database.url,
    DATABASE_LOCK_TIMEOUT: "900",
    DATABASE_TIMEOUT: "2000",
    // Longer than this test may take: the time-out of the database answers before.
    REQUEST_TIMEOUT: "250"
  })
  const partner = await newCaller(service.url)
  const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
  const create = () =>
    partner.post(service.url, "/laas/rules/create-rule", rule, { "idempotency-key": "rule 1" })

  database.silence()
  const refused = await create()
  assert.equal(refused.status, 503)
  assert.equal(refused.body.data.errorType, "unavailable")
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)

  await database.mend()
  const accepted = await create()
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
  assert.deepEqual((await create()).body, accepted.body)
  assert.deepEqual(await stopService(service), { code: 0, signal: null })
  await database.cut()
})

for (const keyed of [true, false]) {
  const sent = keyed ? "with" : "without"
  it(`a transfer ${sent} a key whose connection is lost while its answer is put together is reported as it is`, async () => {
    const database = await proxyTo(await migratedDatabase())
    // Texts of statements that are prepared are sent once; the proxy has to find one each time.
    const service = await startService({ DATABASE_URL: database.url, DATABASE_PREPARE: "false" })
    const partner = await newCaller(service.url)
    const send = (path: string, body: object, headers = {}) => partner.post(service.url, path, body, headers)
    const rule = { name: "visit", coinValue: "10", maxNumberOfParticipant: "10", condition: "a visit" }
    await send("/laas/rules/create-rule", rule)
    await send("/laas/users", { userId: "ann" })
    await send("/laas/rules/award", { userId: "ann", ruleName: "visit" })
    const headers = keyed ? { "idempotency-key": "transfer 1" } : {}
    const transfer = () => send("/laas/coins/transfer-from-user-wallet", { userId: "ann", coins: 3 }, headers)
    const coins = async () =>
      (await partner.get(service.url, "/laas/get-user-coin-data?userId=ann")).body.data.totalPartnerCoins

    // The statement that looks the member up for the answer.
    const cut = database.sever({ at: ["AS asked"], moment: "before" })
    const refused = await transfer()
    await cut
    assert.equal(refused.status, 503, JSON.stringify(refused.body))
    const saysNothing = /nothing was written/.test(String(refused.body.data.error))
    assert.equal(await coins(), saysNothing ? "10" : "7")
    assert.equal(saysNothing, !keyed)
    const accepted = await transfer()
    assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
    assert.equal(await coins(), "7")
    await stopService(service)
    await database.cut()
  })
}

it("a write whose commit is unanswered is not said to be unwritten when the database stays away", async () => {
  const database = await proxyTo(await migratedDatabase())
  const service = await startService({ DATABASE_URL: database.url, DATABASE_PREPARE: "false" })
  const partner = await newCaller(service.url)
  const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
  const create = () =>
    partner.post(service.url, "/laas/rules/create-rule", rule, { "idempotency-key": "rule 1" })

  // The service looks for the stored answer next, and finds no database.
  const write = { at: ["COMMIT"], behind: "INSERT INTO rewards_idempotency", moment: "after" } as const
  const cut = database.sever(write).then(database.cut)
  const refused = await create()
  await cut
  assert.equal(refused.status, 503, JSON.stringify(refused.body))
  assert.match(String(refused.body.data.error), /try again with the same Idempotency-Key$/)
  await database.mend()
  const accepted = await create()
  assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
  assert.equal(accepted.headers.get("idempotency-replayed"), "true")
  await stopService(service)
  await database.cut()
})
