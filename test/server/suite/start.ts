import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "../../support/effect.ts"
import { post } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { failToStart, startService, stopService } from "../service.ts"

export const start = (on: ServiceRuntime): void => {
  describe("the service, started in an empty folder with nothing configured", () => {
    it("prints its address, answers all operational endpoints, and exits with code 0", async () => {
      const service = await startService({}, on)
      assert.match(
        service.lines[0] ?? "",
        /api=http:\/\/localhost:\d+\/api\/v1 dashboard=http:\/\/localhost:\d+\/dashboard docs=http:\/\/localhost:\d+\/docs/
      )
      assert.ok(existsSync(join(service.folder, "data/rewards.db")))
      assert.match(await service.line(/metrics is open/), / WARN /)

      const health = await fetch(`${service.url}/healthz`)
      assert.deepEqual([health.status, await health.json()], [200, { alive: true }])
      const readiness = await fetch(`${service.url}/readyz`)
      assert.deepEqual([readiness.status, await readiness.json()], [200, { ready: true }])

      const docs = await fetch(`${service.url}/docs`)
      assert.equal(docs.status, 200)
      assert.match(docs.headers.get("content-type") ?? "", /^text\/html/)
      const page = await docs.text()
      assert.match(page, /create-rule/)
      assert.doesNotMatch(page, /<script>|(src|href)="https?:/, "the page works offline")
      const root = await fetch(service.url, { redirect: "manual" })
      assert.deepEqual([root.status, root.headers.get("location")], [302, "/docs"])

      const openapi = await fetch(`${service.url}/openapi.json`)
      const document: { openapi: string; paths: object } = JSON.parse(await openapi.text())
      assert.match(document.openapi, /^3\.1/)
      assert.ok("/api/v1/laas/rules/award" in document.paths)

      const missing = await fetch(`${service.url}/nothing/here`)
      assert.equal(missing.status, 404)
      assert.deepEqual(await missing.json(), {
        status: "failed",
        message: "Not found",
        data: { errorType: "not found", appErrorCode: "", error: "no such route: /nothing/here" }
      })

      const metrics = await fetch(`${service.url}/metrics`)
      assert.match(metrics.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
      const text = await metrics.text()
      assert.match(text, /^rewards_http_request_seconds_count\{method="GET",route="",status="404"\} 1$/m)
      for (const each of text.trimEnd().split("\n"))
        assert.match(
          each,
          /^(# (TYPE|HELP) .+|[a-zA-Z_:][\w:]*(\{.*\})? -?[\d.e+-]+)$/,
          "Prometheus can read it"
        )

      assert.deepEqual(await stopService(service), { code: 0, signal: null })
    })

    it("refuses large bodies in the envelope, before they are read, and large headers", async () => {
      const service = await startService({}, on)
      const body = await post(`${service.url}/api/v1/user`, { fullname: "x".repeat(3_000_000) })
      assert.equal(body.status, 413)
      assert.equal(body.body.data.error, "the body must be no larger than 65536 bytes")
      const header = await fetch(`${service.url}/api/v1/user`, { headers: { "x-large": "x".repeat(20_000) } })
      assert.equal(header.status, 431)
      await stopService(service)
    })

    it("logs JSON lines if configured", async () => {
      const service = await startService({ LOG_FORMAT: "json" }, on)
      await fetch(`${service.url}/api/v1/laas/rules`, { headers: { "x-request-id": "my-own-id" } })
      const line = await service.line(/my-own-id/)
      const { time, milliseconds, ...rest }: Record<string, unknown> = JSON.parse(line)
      assert.equal(typeof time, "string")
      assert.equal(typeof milliseconds, "number")
      assert.deepEqual(rest, { level: "INFO", message: "GET /api/v1/laas/rules 401", requestId: "my-own-id" })
      await stopService(service)
      for (const each of service.lines) assert.doesNotThrow(() => JSON.parse(each))
    })
  })

  describe("settings under which the service cannot start", () => {
    it("are all reported at once, by name, and it exits with code 1", async () => {
      const { code, output } = await failToStart(
        {
          PORT: "http",
          DATABASE_URL: "mysql://root:hunter2@db/rewards",
          DATABASE_CONNECTIONS: "0",
          ECOSYSTEMS: "Loyalty,fine",
          PUBLIC_URL: "nowhere",
          LOG_FORMAT: "xml",
          RATE_LIMIT_PUBLIC: "-1",
          RATE_LIMIT_STORE: "redis",
          TRUST_PROXY: "yes",
          CORS_ORIGINS: "https://shop.example/path",
          REQUEST_TIMEOUT: "0"
        },
        on
      )
      assert.equal(code, 1)
      const [title, ...faults] = output.trimEnd().split("\n")
      assert.match(title ?? "", /cannot start/)
      assert.deepEqual(faults.map((fault) => fault.trim().split(" ", 1)[0]).sort(), [
        "CORS_ORIGINS",
        "DATABASE_CONNECTIONS",
        "DATABASE_URL",
        "ECOSYSTEMS",
        "LOG_FORMAT",
        "PORT",
        "PUBLIC_URL",
        "RATE_LIMIT_PUBLIC",
        "RATE_LIMIT_STORE",
        "REQUEST_TIMEOUT",
        "TRUST_PROXY"
      ])
      assert.match(output, /PORT must be a port from 0 to 65535, got "http"/)
      assert.doesNotMatch(output, /hunter2/)
    })

    it("include a database that cannot be reached; its password is not revealed", async () => {
      const { code, output } = await failToStart(
        {
          PORT: "0",
          DATABASE_URL: "postgres://rewards:hunter2@127.0.0.1:1/rewards"
        },
        on
      )
      assert.equal(code, 1)
      assert.match(output, /cannot start: the database is not available .*127\.0\.0\.1:1\/rewards/)
      assert.doesNotMatch(output, /hunter2/)
    })

    it("include a port that is taken", async () => {
      const service = await startService({}, on)
      const { code, output } = await failToStart({ PORT: new URL(service.url).port }, on)
      assert.equal(code, 1)
      assert.match(output, /^The service cannot start: PORT \d+ on 0\.0\.0\.0 is taken or not allowed\n$/)
      await stopService(service)
    })
  })
}
