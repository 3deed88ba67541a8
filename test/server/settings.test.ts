import assert from "node:assert/strict"
import { Either } from "effect"
import { readSettings, warningsOf } from "../../server/settings.ts"
import { afterAll, it } from "../support/effect.ts"
import { get, post } from "./caller.ts"
import { startService, stopService, tidyUp } from "./service.ts"

afterAll(tidyUp)

it("settings take effect: ecosystems, limits, proxies, origins, and the printed address", async () => {
  const service = await startService({
    ECOSYSTEMS: "shops, travel",
    RATE_LIMIT_PUBLIC: "7",
    RATE_LIMIT_STORE: "database",
    TRUST_PROXY: "1",
    CORS_ORIGINS: "https://shop.example,https://travel.example"
  })
  const login = (ecosystem: string, headers: Readonly<Record<string, string>> = {}) =>
    post(`${service.url}/api/v1/${ecosystem}/partners/login`, {}, headers)

  assert.equal((await login("travel")).status, 400)
  assert.equal((await login("banks")).status, 404)

  // Each address behind the proxy has its own count. What the caller put in the header before it is ignored.
  for (const forwarded of ["192.0.2.1", "6.6.6.6, 192.0.2.2"]) {
    const { headers } = await login("shops", { "x-forwarded-for": forwarded })
    assert.equal(headers.get("ratelimit-policy"), '"address";q=7;w=60')
    assert.match(headers.get("ratelimit") ?? "", /^"address";r=6;/)
  }

  const shared = await login("shops", { origin: "https://travel.example" })
  assert.equal(shared.headers.get("access-control-allow-origin"), "https://travel.example")
  const kept = await login("shops", { origin: "https://elsewhere.example" })
  assert.equal(kept.headers.get("access-control-allow-origin"), null)
  // A request without a valid token counts for its address.
  const missing = await get(`${service.url}/api/v1/laas/rules`, { "x-forwarded-for": "192.0.2.1" })
  assert.match(missing.headers.get("ratelimit") ?? "", /^"address";r=5;/)
  assert.deepEqual(await stopService(service), { code: 0, signal: null })
})

it("PUBLIC_URL is required with SMTP_URL, and must be http or https", () => {
  const faultsOf = (environment: Readonly<Record<string, string>>) =>
    Either.match(readSettings(environment), {
      onLeft: (faults) => faults.map(({ field, problem }) => `${field} ${problem}`),
      onRight: () => []
    })
  const SMTP_URL = "smtp://mail.example"
  const needed = "PUBLIC_URL is required with SMTP_URL, because mailed links start with it"
  assert.deepEqual(faultsOf({}), [])
  assert.deepEqual(faultsOf({ SMTP_URL }), [needed])
  assert.deepEqual(faultsOf({ SMTP_URL, PUBLIC_URL: "" }), [needed])
  assert.deepEqual(
    faultsOf({ SMTP_URL, PORT: "x" }).map((fault) => fault.split(" ", 1)[0]),
    ["PUBLIC_URL", "PORT"]
  )
  assert.deepEqual(faultsOf({ SMTP_URL, PUBLIC_URL: "https://rewards.example.com" }), [])
  for (const url of ["javascript:alert(1)", "ftp://rewards.example", "rewards.example", "localhost:3000"]) {
    assert.deepEqual(faultsOf({ PUBLIC_URL: url }), [
      `PUBLIC_URL must be an absolute http or https address, such as https://rewards.example.com, got ${JSON.stringify(url)}`
    ])
  }
})

it("a server counts as lost only well after the lock time-out", () => {
  const read = readSettings
  assert.ok(Either.isRight(read({ DATABASE_TIMEOUT: "6000" })))
  assert.deepEqual(
    read({ DATABASE_TIMEOUT: "5999" }),
    Either.left([
      { field: "DATABASE_TIMEOUT", problem: "must be at least twice DATABASE_LOCK_TIMEOUT, which is 3000" }
    ])
  )
  assert.ok(Either.isRight(read({ DATABASE_LOCK_TIMEOUT: "600000" })))
})

it("a PUBLIC_URL that is not https is warned of, except on this machine", () => {
  const warned = (PUBLIC_URL: string): boolean =>
    warningsOf(Either.getOrThrow(readSettings({ PUBLIC_URL, HOST: "127.0.0.1" }))).length > 0
  for (const url of [
    "https://rewards.example",
    "http://localhost:3000",
    "http://127.0.0.1",
    "http://[::1]:80"
  ]) {
    assert.equal(warned(url), false, url)
  }
  for (const url of ["http://rewards.example", "http://localhost.example", "http://10.0.0.1"]) {
    assert.equal(warned(url), true, url)
  }
})

it("metrics that everyone can read are warned of", () => {
  const warned = (settings: Readonly<Record<string, string>>): boolean =>
    warningsOf(Either.getOrThrow(readSettings(settings))).some((text) => text.startsWith("/metrics is open"))
  for (const HOST of ["0.0.0.0", "::", "10.0.0.1"]) assert.equal(warned({ HOST }), true, HOST)
  for (const HOST of ["127.0.0.1", "::1", "localhost"]) assert.equal(warned({ HOST }), false, HOST)
  assert.equal(warned({ METRICS_TOKEN: "0123456789abcdef" }), false)
  assert.equal(warned({ METRICS_PORT: "9090" }), false)
})
