import assert from "node:assert/strict"
import { describe, it } from "../../support/effect.ts"
import { type Caller, newCaller, post } from "../caller.ts"
import { metricsOf, openReceiver, plain, type Receiver, resourcesOf, spansOf } from "../receiver.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { type Service, startService, stopService } from "../service.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "9", condition: "a visit" }
const traceId = "0af7651916cd43dd8448eb211c80319c"
const caller = "b7ad6b7169203331"
const traceparent = `00-${traceId}-${caller}-01`

/** What a partner and its customers would not want to find elsewhere. */
const secret = { userId: "ada.lovelace", narration: "the birthday of Ada", metadata: { order: "A-7781" } }
const person = { tag: "grace_h", email: "grace@navy.example", fullname: "Grace Hopper", phone: "5550123" }

/** A day with everything that spans could be tempted to keep: refusals that quote their callers, a user, a member by an id. */
const visit = async (service: Service): Promise<Caller> => {
  const partner = await newCaller(service.url)
  const ask = (path: string, body: object, headers = {}) => partner.post(service.url, path, body, headers)
  await ask("/laas/rules/create-rule", rule)
  await ask("/laas/users", { userId: secret.userId })
  const paid = await ask("/laas/rules/award", { ...secret, ruleName: "visit" }, { traceparent })
  assert.equal(paid.status, 201)
  assert.equal((await ask("/laas/rules/award", { userId: "mallory@evil", ruleName: "visit" })).status, 400)
  assert.equal((await partner.get(service.url, `/laas/leaderboard/new?userId=${secret.userId}`)).status, 200)
  const user = {
    ...person,
    password: "Correct-horse-1",
    confirmPassword: "Correct-horse-1",
    countryCode: "+1"
  }
  for (const status of [201, 400]) {
    assert.equal((await post(`${service.url}/api/v1/user`, user)).status, status)
  }
  return partner
}

const countIn = (receiver: Receiver, route: string): number => {
  const points = metricsOf(receiver).find(({ name }) => name === "rewards_http_request_seconds")?.histogram
  const found = points?.dataPoints.filter((point) => plain(point).route === route) ?? []
  return found.reduce((sum, { count }) => sum + Number(count), 0)
}

/** An address of this machine on which nothing listens. */
const nobody = "http://127.77.3.9:4319"

export const telemetry = (on: ServiceRuntime): void => {
  describe("telemetry", () => {
    it("goes to the receiver of OTEL_EXPORTER_OTLP_ENDPOINT: traces within their callers' and all metrics, nothing of a person or a secret", async () => {
      const receiver = await openReceiver()
      const service = await startService(
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/otlp/`,
          OTEL_EXPORTER_OTLP_HEADERS: "api-key=open%20sesame",
          OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
          OTEL_SERVICE_NAME: "shop-rewards",
          LOG_FORMAT: "json"
        },
        on
      )
      const { email, password, token } = await visit(service)
      // What is left is sent when it stops.
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
      receiver.close()

      const paths = new Set(receiver.received.map(({ path }) => path))
      assert.deepEqual([...paths].toSorted(), ["/otlp/v1/metrics", "/otlp/v1/traces"])
      for (const { headers } of receiver.received) assert.equal(headers["api-key"], "open sesame")
      for (const resource of resourcesOf(receiver)) {
        assert.equal(resource["service.name"], "shop-rewards")
        assert.equal(resource["deployment.environment.name"], "test")
      }

      const spans = spansOf(receiver)
      const award = spans.find((span) => span.traceId === traceId)
      assert.ok(award, "the caller's trace has no span")
      assert.deepEqual(
        [award.name, award.parentSpanId, award.kind, award.status],
        ["POST /api/v1/laas/rules/award", caller, 2, {}]
      )
      const { "rewards.partner_id": partnerId, ...about } = plain(award)
      assert.deepEqual(about, {
        "http.request.method": "POST",
        "http.route": "/api/v1/laas/rules/award",
        "http.response.status_code": "201"
      })
      assert.match(String(partnerId), /^[0-9a-f-]{36}$/)
      assert.ok(BigInt(award.endTimeUnixNano) >= BigInt(award.startTimeUnixNano))
      assert.ok(spans.some(({ name }) => name === "CommandWriter.commit"))
      const board = spans.find(({ name }) => name === "GET /api/v1/laas/leaderboard/new")
      const points = spans.find(({ name }) => name === "Boards.points")
      assert.deepEqual([points?.traceId, points?.parentSpanId], [board?.traceId, board?.spanId])
      const line = service.lines.find((text) => text.includes("/laas/rules/award 201")) ?? ""
      assert.ok(line.includes(`"traceId":"${traceId}"`), line)

      assert.equal(countIn(receiver, "/api/v1/laas/rules/award"), 2)
      const commands = metricsOf(receiver).find(({ name }) => name === "rewards_commands_total")
      const paid = commands?.sum?.dataPoints.find((point) => plain(point).outcome === "paid")
      assert.equal(paid?.asDouble, 1)

      const sent = receiver.received.map(({ text }) => text).join("\n")
      const kept = [email, password, token, "open sesame", secret.userId, secret.narration, "A-7781"]
      for (const text of [...kept, ...Object.values(person), "Correct-horse", "mallory", "Corner Shop"]) {
        assert.ok(!sent.includes(text), `${text} was sent`)
      }
    })

    it("that nobody receives is dropped, with one warning, and the service goes on", async () => {
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_METRICS_EXPORTER: "none" }
      const few = { OTEL_BSP_SCHEDULE_DELAY: "1", OTEL_BSP_MAX_QUEUE_SIZE: "5" }
      const service = await startService({ ...settings, ...few }, on)
      await service.line(/WARN traces are not received: it cannot be reached/)
      await visit(service)
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      assert.match(metrics, /^rewards_spans_dropped_total \d+$/m)
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
      assert.equal(service.lines.filter((line) => line.includes("not received")).length, 1)
    })

    it("that is received too slowly is sent again until it is received", async () => {
      const receiver = await openReceiver({ slow: true })
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_METRICS_EXPORTER: "none" }
      const hasty = { OTEL_BSP_SCHEDULE_DELAY: "1", OTEL_EXPORTER_OTLP_TIMEOUT: "1000" }
      const service = await startService({ ...settings, ...hasty }, on)
      await service.line(/WARN traces are not received: no answer within 1000 ms/)
      await visit(service)
      receiver.recover()
      await service.line(/INFO traces are received again/)
      assert.deepEqual(await stopService(service), { code: 0, signal: null })
      receiver.close()
      assert.ok(spansOf(receiver).some((span) => span.traceId === traceId))
    })
  })
}
