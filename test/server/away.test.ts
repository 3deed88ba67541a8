import assert from "node:assert/strict"
import { afterAll, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { newCaller } from "./caller.ts"
import { proxyTo } from "./proxy.ts"
import { startService, stopService, tidyUp } from "./service.ts"

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
  while ((await fetch(`${service.url}/readyz`)).status !== 200) await Bun.sleep(50)
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
