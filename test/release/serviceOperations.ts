// The routes of the server itself: documentation, health and metrics.
import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { get } from "../server/caller.ts"
import { commandOf, onBun } from "../server/runtimes.ts"
import { failToStart, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"

afterAll(tidyUp)

const documentation = ["/", "/docs", "/openapi.json"]
const operations = ["/healthz", "/readyz", "/metrics"]

describe("the routes of the server itself", () => {
  it("have a request id, and answer other methods and paths in the envelope", async () => {
    const service = await startService()
    for (const path of [...documentation, ...operations]) {
      const ask = (method: string, headers = {}) =>
        fetch(`${service.url}${path}`, { method, headers, redirect: "manual" })
      const answer = await ask("GET", { "x-request-id": "trace-1" })
      assert.equal(answer.headers.get("x-request-id"), "trace-1", path)
      assert.ok(answer.status === 200 || answer.status === 302)
      const head = await ask("HEAD")
      assert.deepEqual([head.status, await head.text()], [answer.status, ""], path)
      assert.match(head.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      const wrong = await ask("POST")
      assert.equal(wrong.status, 405)
      assert.equal(wrong.headers.get("allow"), "GET, HEAD, OPTIONS")
      assert.match(wrong.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.deepEqual(await wrong.json(), {
        status: "failed",
        message: "Method not allowed",
        data: {
          errorType: "invalid",
          appErrorCode: "",
          error: "POST is not allowed here, use GET, HEAD, OPTIONS"
        }
      })
      assert.equal((await ask("OPTIONS")).status, 204)
    }
    const unknown = await get(`${service.url}/unknown`)
    assert.deepEqual([unknown.status, unknown.body.status], [404, "failed"])
    assert.match(unknown.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    await stopService(service)
  })
})

describe("the line that the service logs when it is ready", () => {
  it("counts the time from the start of the process, with the loading of its modules", async () => {
    const delay = 1000
    const slow = `${await freshFile()}.js`
    writeFileSync(slow, `Bun.sleepSync(${delay})`)
    const [program = "", run = "", script = ""] = await commandOf(onBun)
    const command = () => [program, run, "--preload", slow, script]
    const service = await startService({}, { ...onBun, command })
    const [, millis] = /ready after (\d+) ms/.exec(service.lines.join("\n")) ?? []
    assert.ok(Number(millis) >= delay, `it says ${millis} ms, and loading alone took ${delay} ms`)
    await stopService(service)
  })
})

describe("health and metrics", () => {
  it("are on a port of their own if there is one, and not on the public port", async () => {
    const service = await startService({ METRICS_PORT: "0", METRICS_HOST: "127.0.0.1", HOST: "127.0.0.1" })
    const inside = /metrics=(http:\/\/localhost:\d+)\/metrics/.exec(service.lines[0] ?? "")?.[1]
    assert.ok(inside !== undefined && inside !== service.url)
    for (const path of operations) {
      const outside = await get(`${service.url}${path}`)
      assert.deepEqual([outside.status, outside.body.data.errorType], [404, "not found"])
      assert.equal((await fetch(inside.replace("localhost", "127.0.0.1") + path)).status, 200)
    }
    for (const path of [...documentation, "/api/v1/laas/rules"]) {
      const wrong = await get(inside.replace("localhost", "127.0.0.1") + path)
      assert.deepEqual([wrong.status, wrong.body.data.error], [404, `no such route: ${path}`])
      assert.ok(wrong.headers.has("x-request-id"))
    }
    assert.deepEqual(await stopService(service), { code: 0, signal: null })
  })

  it("metrics need the token if there is one", async () => {
    const token = "a-token-of-some-length"
    const service = await startService({ METRICS_TOKEN: token })
    const refused = await get(`${service.url}/metrics`, { authorization: "Bearer another-token" })
    assert.deepEqual([refused.status, refused.body.data.errorType], [401, "unauthorized"])
    assert.equal(refused.headers.get("www-authenticate"), "Bearer")
    assert.equal((await get(`${service.url}/metrics`)).status, 401)
    const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    assert.match(await metrics.text(), /rewards_http_request_seconds/)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    await stopService(service)
    const { output } = await failToStart({ METRICS_TOKEN: "short", METRICS_PORT: "x" })
    assert.match(output, /METRICS_TOKEN must be 16 or more printable characters/)
    assert.match(output, /METRICS_PORT must be a port/)
    assert.doesNotMatch(output, /short/)
  })
})

for (const { name, database } of [
  { name: "SQLite", database: async () => `sqlite:${await freshFile()}` },
  { name: "PostgreSQL", database: freshDatabase }
]) {
  it(`on ${name} the service is not ready while the database lacks a migration, or has one of a newer version that is breaking`, async () => {
    const url = await database()
    const service = await startService({ DATABASE_URL: url })
    const sql = sqlAt(url)
    /** An answer is kept for a second (readiness.test.ts), so another one may come a little later. */
    const becomes = (status: number) =>
      eventually(
        `/readyz to answer ${status}`,
        async () => (await fetch(`${service.url}/readyz`)).status,
        (found) => found === status
      )
    await becomes(200)
    await sql(
      "INSERT INTO rewards_migration SELECT wing, 999, 'breaking: later', MAX(applied_at) FROM rewards_migration GROUP BY wing"
    )
    await becomes(503)
    await sql("DELETE FROM rewards_migration WHERE id = 999")
    await becomes(200)
    await sql("DELETE FROM rewards_migration WHERE wing = 'boards'")
    await becomes(503)
    await stopService(service)
  })
}
