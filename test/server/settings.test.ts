import assert from "node:assert/strict"
import { Either } from "effect"
import { openRewards } from "../../lib/index.ts"
import { databaseOf, databaseSettings } from "../../server/cli/database.ts"
import { makeMetrics } from "../../server/metrics.ts"
import { makeService } from "../../server/service.ts"
import { databaseOptionsOf, readPairs, readSettings, redacted, warningsOf } from "../../server/settings.ts"
import { planTelemetry } from "../../server/telemetry.ts"
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

const noAssets = async () => []

const read = (environment: Readonly<Record<string, string>>) => Either.getOrThrow(readSettings(environment))

const faultsOf = (environment: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Either.match(readSettings(environment), {
    onLeft: (faults) => faults.map(({ field, problem }) => `${field} ${problem}`),
    onRight: () => []
  })

it("settings that are not set, or empty, have their defaults", () => {
  const defaults = read({})
  assert.deepEqual(defaults, {
    PORT: 3000,
    HOST: "0.0.0.0",
    DATABASE_URL: "sqlite:./data/rewards.db",
    DATABASE_CONNECTIONS: 10,
    DATABASE_PREPARE: "true",
    DATABASE_LOCK_TIMEOUT: 3000,
    MAIL_FROM: "Laurel Rewards <no-reply@localhost>",
    LOG_FORMAT: "pretty",
    LOG_LEVEL: "info",
    RATE_LIMIT_PUBLIC: 300,
    RATE_LIMIT_FAILURES: 10,
    RATE_LIMIT_PARTNER: 60_000,
    RATE_LIMIT_STORE: "memory",
    TRUST_PROXY: 0,
    OUTBOUND_LOOPBACK: "false",
    MAX_CONCURRENT: 2000,
    BODY_TIMEOUT: 5,
    REQUEST_TIMEOUT: 30,
    STOP_DELAY: 0,
    OTEL_SDK_DISABLED: "false",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_TIMEOUT: 10_000,
    OTEL_BSP_SCHEDULE_DELAY: 5000,
    OTEL_BSP_MAX_QUEUE_SIZE: 2048,
    OTEL_METRIC_EXPORT_INTERVAL: 60_000,
    OTEL_TRACES_SAMPLER: "parentbased_always_on",
    OTEL_TRACES_SAMPLER_ARG: 1
  })
  const empty = Object.fromEntries(Object.keys(defaults).map((name) => [name, ""]))
  assert.deepEqual(read({ ...empty, METRICS_PORT: "", ECOSYSTEMS: "", UNKNOWN: "x" }), defaults)
})

it("wrong settings are reported by name, all of them, without a secret", () => {
  const wrong = {
    PORT: "65536",
    METRICS_PORT: "65536",
    METRICS_TOKEN: "short-sesame",
    SECRETS_KEY: "sesame,sesame",
    DATABASE_URL: "see sqlite:sesame",
    DATABASE_CONNECTIONS: "1.5",
    ECOSYSTEMS: "shops,TRAVEL",
    CORS_ORIGINS: "https://shop.example,*",
    SMTP_URL: "http://ada:sesame@mail.example",
    PUBLIC_URL: "ftp://shop.example",
    MAIL_FROM: "nobody"
  }
  const faults = faultsOf(wrong)
  assert.deepEqual(faults.map((fault) => fault.split(" ", 1)[0]).toSorted(), Object.keys(wrong).toSorted())
  assert.ok(!faults.join().includes("sesame"), faults.join())
  assert.ok(faults.includes('PORT must be a port from 0 to 65535, got "65536"'))
  assert.ok(faults.includes('METRICS_PORT must be a port from 0 to 65535, got "65536"'))
  assert.deepEqual(faultsOf({ CORS_ORIGINS: "https://shop.example/" }).length, 1)
})

it("settings of all forms are read", () => {
  for (const url of ["sqlite:a.db", "postgres://db/rewards", "postgresql://db/rewards"]) {
    assert.equal(read({ DATABASE_URL: url }).DATABASE_URL, url)
  }
  assert.deepEqual(
    faultsOf({ ECOSYSTEMS: "shops, travel", CORS_ORIGINS: "https://a.example, http://b.example" }),
    []
  )
  assert.deepEqual(faultsOf({ CORS_ORIGINS: "*", METRICS_TOKEN: "0123456789abcdef" }), [])
})

it("the database is opened with its settings", () => {
  assert.deepEqual(
    databaseOptionsOf(
      read({
        DATABASE_CONNECTIONS: "7",
        DATABASE_PREPARE: "false",
        DATABASE_LOCK_TIMEOUT: "500",
        DATABASE_TIMEOUT: "9000"
      })
    ),
    { maxConnections: 7, prepare: false, lockTimeout: 500, answerTimeout: 9000 }
  )
  assert.equal(databaseOptionsOf(read({})).prepare, true)
})

it("a command reads the settings of the database alone, and creates no database by mistake", () => {
  const DATABASE_URL = "sqlite:/nowhere/rewards.db"
  assert.equal(databaseSettings({ PORT: "x", DATABASE_URL }).DATABASE_URL, DATABASE_URL)
  assert.throws(() => databaseOf({ PORT: "x", DATABASE_URL }), /There is no database at sqlite:/)
  assert.equal(databaseOf({ DATABASE_URL }, { mayBeNew: true }), DATABASE_URL)
})

it("a URL is printed without its password and its query", () => {
  for (const [url, printed] of [
    ["postgres://ada:sesame@db:5432/rewards", "postgres://ada:***@db:5432/rewards"],
    ["postgres://ada:se@same@db/rewards", "postgres://ada:***@db/rewards"],
    ["postgres://ada:s:e@s/a?m@e@db/rewards", "postgres://ada:***@db/rewards"],
    ["postgres://ada@db/rewards?password=sesame", "postgres://ada@db/rewards"],
    ["postgres://db:5432/rewards", "postgres://db:5432/rewards"],
    ["sqlite:./data/rewards.db", "sqlite:./data/rewards.db"]
  ] as const) {
    assert.equal(redacted(url), printed)
  }
})

it("lists of pairs are read whole or not at all", () => {
  assert.deepEqual(readPairs(" a = 1 ,b=%20x%2Cy,"), { a: "1", b: " x,y" })
  assert.deepEqual(readPairs(""), {})
  for (const text of ["a=1,b", "a=%zz", "=1"]) assert.equal(readPairs(text), undefined, text)
})

it("telemetry is sent as its variables say", () => {
  const plan = planTelemetry(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=one%20two",
      OTEL_EXPORTER_OTLP_TIMEOUT: "11",
      OTEL_SERVICE_NAME: "shop",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,zone=a",
      OTEL_BSP_SCHEDULE_DELAY: "12",
      OTEL_BSP_MAX_QUEUE_SIZE: "13",
      OTEL_METRIC_EXPORT_INTERVAL: "14",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.5"
    })
  )
  const shared = { headers: { "api-key": "one two" }, timeout: 11 }
  assert.deepEqual(plan, {
    resource: { "service.name": "shop", zone: "a" },
    traces: {
      ...shared,
      url: "https://otel.example/v1/traces",
      sampler: "traceidratio",
      ratio: 0.5,
      delay: 12,
      capacity: 13
    },
    metrics: { ...shared, url: "https://otel.example/v1/metrics", interval: 14 }
  })
})

it("the API is served with its settings", async () => {
  const rewards = await openRewards({ database: "sqlite::memory:", accounts: true })
  const optionsOf = (environment: Readonly<Record<string, string>>) => {
    const seen: Array<Parameters<typeof rewards.handler>[0]> = []
    makeService({
      settings: read(environment),
      rewards: {
        ...rewards,
        handler: (options) => {
          seen.push(options)
          return rewards.handler(options)
        }
      },
      publicUrl: "https://rewards.example",
      peer: () => "192.0.2.1",
      pages: { dashboard: noAssets, docs: noAssets },
      traced: false,
      log: { request: () => {} },
      metrics: makeMetrics()
    })
    return seen[0] ?? assert.fail("no handler was made")
  }
  const { address, onAnswer, ...options } = optionsOf({
    ECOSYSTEMS: "shops, travel",
    CORS_ORIGINS: "https://a.example, https://b.example",
    REQUEST_TIMEOUT: "31",
    BODY_TIMEOUT: "6",
    MAX_CONCURRENT: "101",
    MAX_CONCURRENT_PARTNER: "102",
    MAX_CONCURRENT_ADDRESS: "103",
    RATE_LIMIT_PUBLIC: "104",
    RATE_LIMIT_FAILURES: "105",
    RATE_LIMIT_PARTNER: "106",
    RATE_LIMIT_STORE: "database",
    TRUST_PROXY: "1"
  })
  assert.deepEqual(options, {
    publicUrl: "https://rewards.example",
    ecosystems: new Set(["shops", "travel"]),
    cors: { origins: ["https://a.example", "https://b.example"] },
    timeout: 31_000,
    bodyTimeout: 6000,
    maxConcurrent: 101,
    maxConcurrentPerPartner: 102,
    maxConcurrentPerAddress: 103,
    rateLimits: { public: 104, failures: 105, partner: 106, store: "database" },
    traced: false
  })
  const forwarded = new Request("http://localhost", { headers: { "x-forwarded-for": "6.6.6.6, 192.0.2.2" } })
  assert.equal(address?.(forwarded), "192.0.2.2")
  assert.equal(optionsOf({}).address?.(forwarded), "192.0.2.1")
  assert.deepEqual(optionsOf({ CORS_ORIGINS: "*" }).cors, { origins: "*" })
  assert.ok(onAnswer)
  await rewards.close()
})

it("PUBLIC_URL is required with SMTP_URL, and must be http or https", () => {
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
    "http://shop.localhost",
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
  for (const HOST of ["0.0.0.0", "::", "fd00::1", "10.0.0.1"]) assert.equal(warned({ HOST }), true, HOST)
  for (const HOST of ["127.0.0.1", "::1", "localhost"]) assert.equal(warned({ HOST }), false, HOST)
  assert.equal(warned({ METRICS_TOKEN: "0123456789abcdef" }), false)
  assert.equal(warned({ METRICS_PORT: "9090" }), false)
})

it("telemetry of another protocol than JSON is warned of", () => {
  const warned = (OTEL_EXPORTER_OTLP_PROTOCOL: string) =>
    warningsOf(read({ OTEL_EXPORTER_OTLP_PROTOCOL, HOST: "localhost" }))
  assert.deepEqual(warned("http/json"), [])
  assert.match(warned("http/protobuf").join(), /^OTEL_EXPORTER_OTLP_PROTOCOL is http\/protobuf, but /)
})

it("a request of the dashboard counts for the browser's address", async () => {
  const rewards = await openRewards({ database: "sqlite::memory:", accounts: true })
  const addresses: Array<string | undefined> = []
  const browser = new Request("http://localhost/dashboard/session?ecosystem=shop", {
    method: "POST",
    headers: { "x-laurel-dashboard": "1", "content-type": "application/json" },
    body: "{}"
  })
  const { site } = makeService({
    settings: read({}),
    rewards: {
      ...rewards,
      handler: (options) =>
        rewards.handler({
          ...options,
          address: (request) => {
            addresses.push(options?.address?.(request))
            return addresses.at(-1)
          }
        })
    },
    publicUrl: "http://localhost",
    peer: (request) => (request === browser ? "192.0.2.7" : undefined),
    pages: { dashboard: noAssets, docs: noAssets },
    traced: false,
    log: { request: () => {} },
    metrics: makeMetrics()
  })
  const answer = await site["/dashboard/*"]?.(browser)
  assert.equal(answer?.status, 400)
  assert.deepEqual(new Set(addresses), new Set(["192.0.2.7"]))
  await rewards.close()
})
