// The examples that are not hosts of the whole service.
import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { newCaller, partnerBody } from "../server/caller.ts"
import { dataIn, patch, post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { findBun, findNode, type Runtime } from "../support/runtimes.ts"
import { openWorld } from "../support/world.ts"
import { application, run, start } from "./application.ts"

const bun = (): Runtime => {
  const found = findBun()
  return "path" in found ? found : assert.fail(found.missing)
}

const node = async (): Promise<Runtime> => {
  const found = await findNode()
  return "path" in found ? found : assert.fail(found.missing)
}

const nodeFlags = ["--experimental-strip-types"]

const rule = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "5",
  condition: "an order",
  userLimitAward: "1"
}

/** Calls the route handler as Next.js does. */
const nextHost = `import { DELETE, GET, PATCH, POST } from "./next-route.ts"
const at = (path) => "http://localhost:3000/api/v1" + path
const json = { "content-type": "application/json" }
const body = JSON.stringify(${JSON.stringify(partnerBody("ops@shop.example", "Sesame-123"))})
const answers = [
  await POST(new Request(at("/demo/partners"), { method: "POST", headers: json, body })),
  await GET(new Request(at("/laas/rules"))),
  await PATCH(new Request(at("/demo/partners"), { method: "PATCH", headers: json, body: "{}" })),
  await DELETE(new Request(at("/laas/iam/api-keys/1"), { method: "DELETE" }))
]
console.log(answers.map(({ status }) => status).join(" "))
process.exit()
`

export const programs = (): void => {
  describe("the examples", () => {
    it("service-bun.ts serves the interface, and client.ts calls it with an API key", async () => {
      const service = await start(bun(), ["run"], "service-bun.ts")
      const partner = await newCaller(service.url)
      await partner.post(service.url, "/laas/rules/create-rule", rule)
      const scopes = ["awards:write", "read"]
      const { body } = await partner.post(service.url, "/laas/iam/api-keys", { name: "client", scopes })
      const { apiKey, apiSecret } = body.data
      const env = { REWARDS_URL: service.url, API_KEY: String(apiKey), API_SECRET: String(apiSecret) }
      const refusal =
        "rule first order has already rewarded this user 1 times: raise userLimitAward to reward more"
      assert.deepEqual((await run(bun(), ["run", "client.ts"], env)).split("\n"), [
        "awarded: true, order 7",
        "ada has 10",
        `400 user_limit_reached: ${refusal}`
      ])
      const [code] = await service.stop()
      assert.equal(code, 0, service.output())
    })

    it("express-transaction.ts: an order and its coins commit together, or not at all", async () => {
      const DATABASE_URL = await freshDatabase()
      const shop = await start(await node(), nodeFlags, "express-transaction.ts", { DATABASE_URL })
      const place = async (order: number) => {
        const answer = await fetch(`${shop.url}/orders/${order}?customer=ada`, { method: "POST" })
        return [answer.status, await answer.json()]
      }
      assert.deepEqual(await place(1), [201, { order: "1", coins: "10" }])
      assert.deepEqual(await place(2), [201, { order: "2", coins: "10" }])
      const error = "rule order has already rewarded this user 2 times: raise userLimitAward to reward more"
      assert.deepEqual(await place(3), [409, { order: "3", error }])
      const orders = await (await fetch(`${shop.url}/orders`)).json()
      assert.deepEqual(
        orders,
        [1, 2].map((id) => ({ id: String(id), customer: "ada" }))
      )
      const [code] = await shop.stop()
      assert.equal(code, 0, shop.output())
    })

    it("next-route.ts answers each method of a route handler", async () => {
      writeFileSync(join(application, "next-host.ts"), nextHost)
      assert.equal(await run(await node(), [...nodeFlags, "next-host.ts"]), "201 401 401 401")
    })

    it("custom.ts uses its own ids, mailer and clock", async () => {
      assert.deepEqual((await run(bun(), ["run", "custom.ts"])).split("\n"), [
        "mail to ada@example.org: Your verification code",
        "ada is 019cadc6-9a80-7000-8000-000000000000, since 2026-03-02T09:00:00.000Z"
      ])
    })

    it("telemetry.ts sees a request's span, and the engine's spans in it", async () => {
      const lines = (await run(bun(), ["run", "telemetry.ts"])).split("\n")
      assert.ok(lines.includes("Audit.record in Users.create"), lines.join("\n"))
      assert.deepEqual(lines.slice(-2), [
        "Users.create in POST /api/v1/user",
        "POST /api/v1/user in the caller's span b7ad6b7169203331, answered with 201"
      ])
    })

    it("harness.ts finds that all limits hold", async () => {
      assert.match(
        await run(bun(), ["run", "harness.ts"]),
        /^\d+ commands in 5 sequences, .* all limits held$/m
      )
    })

    it("webhook-receiver.ts takes what is signed, once, and refuses the rest", async () => {
      const world = await openWorld("sqlite::memory:", {
        accounts: { webhookSender: { poll: "50 millis" } }
      })
      const shop = await world.partner("shop")
      await shop.rule()
      await shop.onboard("ada")
      const types = ["award.paid"]
      const url = "http://127.0.0.1:1/"
      const { body } = await world.send(shop.as(post("/laas/webhooks", { url, types })))
      const { id, secret } = dataIn(body)
      const env = { WEBHOOK_SECRET: String(secret) }
      const receiver = await start(await node(), nodeFlags, "webhook-receiver.ts", env)
      const home = receiver.url.replace("localhost", "127.0.0.1")
      await world.send(shop.as(patch(`/laas/webhooks/${id}`, { url: home })))
      await shop.award("ada")
      await receiver.printed(/^award\.paid ada$/m)
      const event = JSON.stringify({ id: "1", type: "coins.transferred", data: { userId: "bob" } })
      const at = new Date()
      const headers = {
        "webhook-id": "1",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(String(secret)).sign("1", at, event)
      }
      for (const _ of [1, 2]) {
        assert.equal((await fetch(receiver.url, { method: "POST", headers, body: event })).status, 204)
      }
      const forged = await fetch(receiver.url, { method: "POST", body: '{"type":"award.paid"}' })
      assert.equal(forged.status, 401)
      await world.close()
      await receiver.stop()
      assert.equal(receiver.output().match(/coins\.transferred bob/g)?.length, 1)
    })
  })
}
