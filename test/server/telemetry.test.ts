import assert from "node:assert/strict"
import { Context, Effect, Either, Exit, Metric, MetricBoundaries, Option, Tracer } from "effect"
import { readSettings } from "../../server/settings.ts"
import { metricsIn } from "../../server/telemetry/metrics.ts"
import { makePost, type Refusal } from "../../server/telemetry/otlp.ts"
import { makeQueue } from "../../server/telemetry/queue.ts"
import { makeSampler, makeTracer } from "../../server/telemetry/tracer.ts"
import { planTelemetry } from "../../server/telemetry.ts"
import { describe, it } from "../support/effect.ts"
import { soon } from "../support/wait.ts"
import { openReceiver } from "./receiver.ts"

const planOf = (environment: Readonly<Record<string, string>>) =>
  planTelemetry(Either.getOrThrow(readSettings(environment)))

const faultsOf = (environment: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Either.match(readSettings(environment), {
    onLeft: (faults) => faults.map(({ field, problem }) => `${field} ${problem}`),
    onRight: () => []
  })

describe("the variables of OpenTelemetry", () => {
  it("send nothing by default, and all to OTEL_EXPORTER_OTLP_ENDPOINT", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "https://otel.example/base/"
    const urlsOf = (environment: Readonly<Record<string, string>>) => {
      const plan = planOf(environment)
      return [plan?.traces?.url, plan?.metrics?.url]
    }
    assert.equal(planOf({}), undefined)
    assert.equal(planOf({ OTEL_SERVICE_NAME: "shop", OTEL_TRACES_SAMPLER: "always_on" }), undefined)
    assert.equal(planOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" }), undefined)
    const all = ["https://otel.example/base/v1/traces", "https://otel.example/base/v1/metrics"]
    assert.deepEqual(urlsOf({ OTEL_EXPORTER_OTLP_ENDPOINT }), all)
    assert.deepEqual(urlsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" }), [
      undefined,
      all[1]
    ])
    assert.deepEqual(urlsOf({ OTEL_METRICS_EXPORTER: "otlp" }), [
      undefined,
      "http://localhost:4318/v1/metrics"
    ])
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = "http://traces.example/in"
    assert.deepEqual(urlsOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }), ["http://traces.example/in", undefined])
    assert.deepEqual(urlsOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }), [
      "http://traces.example/in",
      all[1]
    ])
  })

  it("that are wrong are named, and those that may hold a secret are not quoted", () => {
    const wrong = {
      OTEL_SDK_DISABLED: "yes",
      OTEL_RESOURCE_ATTRIBUTES: "no equals sign",
      OTEL_TRACES_EXPORTER: "zipkin",
      OTEL_METRICS_EXPORTER: "prometheus",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://ada:sesame@otel.example",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "sesame",
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "ftp://sesame",
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=sesame%0d%0aHost: evil",
      OTEL_EXPORTER_OTLP_TIMEOUT: "0",
      OTEL_BSP_SCHEDULE_DELAY: "soon",
      OTEL_BSP_MAX_QUEUE_SIZE: "-1",
      OTEL_METRIC_EXPORT_INTERVAL: "0",
      OTEL_TRACES_SAMPLER: "sometimes",
      OTEL_TRACES_SAMPLER_ARG: "2"
    }
    const faults = faultsOf(wrong)
    assert.deepEqual(faults.map((fault) => fault.split(" ", 1)[0]).toSorted(), Object.keys(wrong).toSorted())
    assert.ok(!faults.join().includes("sesame"))
  })
})

/** A span with a parent of another process. */
const decisionsOf = (sampler: string, ratio: string) => {
  const plan = planOf({
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: ratio
  })
  assert.ok(plan?.traces)
  const decide = makeSampler(plan.traces)
  const low = `${"a".repeat(18)}00000000000000`
  const high = `${"a".repeat(18)}ffffffffffffff`
  const caller = (sampled: boolean) => Tracer.externalSpan({ traceId: low, spanId: "b".repeat(16), sampled })
  return [
    decide(low, undefined),
    decide(high, undefined),
    decide(low, caller(true)),
    decide(high, caller(false))
  ]
}

describe("a sampler", () => {
  const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<boolean>]> = [
    ["always_on", "1", [true, true, true, true]],
    ["always_off", "1", [false, false, false, false]],
    ["traceidratio", "0.5", [false, true, false, true]],
    ["traceidratio", "0", [false, false, false, false]],
    ["traceidratio", "1", [true, true, true, true]],
    ["parentbased_always_on", "1", [true, true, true, false]],
    ["parentbased_always_off", "1", [false, false, true, false]],
    ["parentbased_traceidratio", "0.5", [false, true, true, false]]
  ]
  for (const [sampler, ratio, expected] of cases) {
    it(`${sampler} of ${ratio} decides by the trace${sampler.startsWith("parent") ? " and the caller" : ""}`, () =>
      assert.deepEqual(decisionsOf(sampler, ratio), expected))
  }
})

describe("a tracer", () => {
  const taken: Array<object> = []
  const spanOf = (sampled: boolean, parent: Option.Option<Tracer.AnySpan> = Option.none()) =>
    makeTracer(
      () => sampled,
      (span) => void taken.push(span)
    ).span("a", parent, Context.empty(), [], 1n, "internal")

  it("sends attributes that are known alone, and no messages of failures", () => {
    const span = spanOf(true)
    span.attribute("db.system.name", "sqlite")
    span.attribute("user.email", "ada@shop.example")
    span.event("log", 1n, { message: "ada@shop.example" })
    span.end(2n, Exit.fail({ _tag: "TagTaken", message: "ada@shop.example" }))
    const sent = JSON.stringify(taken.splice(0))
    assert.ok(!sent.includes("ada@"), sent)
    assert.match(sent, /TagTaken.*"status":\{"code":2\}/)
  })

  it("keeps and sends nothing of a span that is not sampled", () => {
    const span = spanOf(false)
    span.attribute("db.system.name", "sqlite")
    span.end(2n, Exit.void)
    assert.deepEqual([span.attributes.size, taken.length], [0, 0])
  })

  it("gives every root span a trace of its own, and the spans in it the same", () => {
    const [one, two] = [spanOf(true), spanOf(true)]
    assert.match(`${one.traceId} ${one.spanId}`, /^[0-9a-f]{32} [0-9a-f]{16}$/)
    assert.notEqual(one.traceId, two.traceId)
    assert.equal(spanOf(true, Option.some(one)).traceId, one.traceId)
  })
})

describe("the queue of spans", () => {
  it("has one batch on its way at a time, and drops what is over its capacity", async () => {
    const sent: Array<{ readonly size: number; readonly answer: (refusal?: Refusal) => void }> = []
    const next: Array<() => void> = []
    let dropped = 0
    const queue = makeQueue({
      delay: 1,
      capacity: 600,
      abort: () => {},
      send: ({ length: size }) => {
        const { promise, resolve } = Promise.withResolvers<Refusal | undefined>()
        sent.push({ size, answer: resolve })
        next.shift()?.()
        return promise
      },
      onSent: () => {},
      onDrop: (count) => {
        dropped += count
      }
    })
    const sending = () => soon("the next batch", new Promise<void>((resolve) => next.push(resolve)))
    for (let count = 0; count < 1000; count += 1) queue.push({})
    assert.deepEqual([sent.map(({ size }) => size), dropped], [[512], 400])
    // Kept for another try, so there is still no room.
    const again = sending()
    sent[0]?.answer({ reason: "away", retryable: true })
    await again
    assert.deepEqual([sent.map(({ size }) => size), dropped], [[512, 512], 400])
    const rest = sending()
    sent[1]?.answer()
    await rest
    const closed = queue.close(60_000)
    sent[2]?.answer({ reason: "it answers 400", retryable: false })
    await closed
    assert.deepEqual([sent.map(({ size }) => size), dropped], [[512, 512, 88], 488])
  })
})

describe("what is posted", () => {
  it("follows no redirect, which could lead the key elsewhere", async () => {
    const receiver = await openReceiver()
    const redirecting = Bun.serve({ port: 0, fetch: () => Response.redirect(receiver.url, 307) })
    const { send } = makePost({
      url: String(redirecting.url),
      headers: { "api-key": "sesame" },
      timeout: 60_000
    })
    assert.deepEqual(await send({}), { reason: "it cannot be reached", retryable: true })
    await redirecting.stop(true)
    receiver.close()
    assert.deepEqual(receiver.received, [])
  })

  it("is given up where nobody answers, when the service stops", async () => {
    const receiver = await openReceiver({ slow: true })
    const post = makePost({ url: receiver.url, headers: {}, timeout: 600_000 })
    let dropped = 0
    const queue = makeQueue({
      ...post,
      send: (spans) => post.send({ spans }),
      delay: 1,
      capacity: 5,
      onSent: () => {},
      onDrop: (count) => {
        dropped += count
      }
    })
    queue.push({})
    await queue.close(1)
    receiver.close()
    assert.equal(dropped, 1)
  })

  it("is worth another try after 429 and 503, and not after 400", async () => {
    for (const [status, retryable] of [
      [429, true],
      [503, true],
      [400, false]
    ] as const) {
      const server = Bun.serve({ port: 0, fetch: () => new Response("", { status }) })
      const { send } = makePost({ url: String(server.url), headers: {}, timeout: 60_000 })
      assert.deepEqual(await send({}), { reason: `it answers ${status}`, retryable })
      await server.stop(true)
    }
  })
})

describe("metrics in the form of OTLP", () => {
  it("are those of the registry, with each value in one bucket", () => {
    const times = Metric.histogram("telemetry_test_seconds", MetricBoundaries.fromIterable([1, 2]), "A test")
    const tagged = Metric.tagged(times, "route", "/a")
    Effect.runSync(Effect.forEach([0.5, 1.5, 1.5, 7], (value) => Metric.update(tagged, value)))
    const found = metricsIn("1", "2").find(({ name }) => name === "telemetry_test_seconds")
    assert.deepEqual(found, {
      name: "telemetry_test_seconds",
      description: "A test",
      unit: "s",
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [
          {
            attributes: [{ key: "route", value: { stringValue: "/a" } }],
            startTimeUnixNano: "1",
            timeUnixNano: "2",
            count: "4",
            sum: 10.5,
            min: 0.5,
            max: 7,
            explicitBounds: [1, 2],
            bucketCounts: ["1", "2", "1"]
          }
        ]
      }
    })
  })
})
