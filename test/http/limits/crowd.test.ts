// More requests at once than a partner, an address or the service may have.
import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { partnerBody, password } from "../../support/bodies.ts"
import { type Call, dataIn, get, patch, post, replyOf, requestOf } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { type Http, type HttpPartner, openWorld, slowCost } from "../../support/world.ts"
import { unfinished } from "../unfinished.ts"
import { address, from, midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute(), passwordCost: slowCost })
afterAll(world.close)

/** A request that takes as long as a password takes to be checked. */
const long = ({ as }: HttpPartner) =>
  as(patch("/shop/partners", { email: "moved@shop.example", currentPassword: `not ${password}` }))
const login = () => post("/shop/partners/login", { email: "none@shop.example", password })
const list = ({ as }: HttpPartner) => as(get("/laas/rules"))

/** Sends the first request, and the others while it is running. */
const during = async <A>(http: Http, first: Call, others: () => Promise<A>): Promise<A> => {
  const running = http.send(first)
  await setTimeout(5)
  const answers = await others()
  assert.notEqual((await running).status, 429)
  return answers
}

describe("requests that run at once", () => {
  it("are bounded for a partner; other partners are served", async () => {
    const http = world.http({ maxConcurrent: 4 })
    const [one, two] = [await world.partner("crowd-1"), await world.partner("crowd-2")]
    await during(http, long(one), async () => {
      const refused = await http.send(list(one))
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get("retry-after"), "1")
      assert.equal(
        refused.headers.get("ratelimit-policy"),
        '"partner-concurrent";q=1;qu="concurrent-requests"'
      )
      assert.match(String(dataIn(refused.body).error), /^no more than 1 requests of one partner/)
      assert.equal((await http.send(list(two))).status, 200)
    })
    assert.equal((await http.send(list(one))).status, 200)
  })

  it("that are too many are refused before their bodies arrive", async () => {
    const http = world.http({ maxConcurrent: 4 })
    const partner = await world.partner("crowd-4")
    await during(http, long(partner), async () => {
      const { request } = unfinished(partner.as(post("/laas/users", "")))
      assert.equal((await http.fetch(request)).status, 429)
    })
  })

  it("are bounded for an address, with and without a token; other addresses are served", async () => {
    const http = world.http({ address, maxConcurrentPerAddress: 1 })
    const partner = await world.partner("crowd-3")
    await during(http, from(login(), "192.0.2.1"), async () => {
      const refused = await http.send(from(post("/user", {}), "192.0.2.1"))
      assert.equal(refused.status, 429)
      assert.match(refused.headers.get("ratelimit-policy") ?? "", /^"address-concurrent";q=1/)
      assert.equal((await http.send(from(list(partner), "192.0.2.1"))).status, 429)
      assert.equal((await http.send(from(post("/user", {}), "192.0.2.2"))).status, 400)
      assert.equal((await http.send(from(list(partner), "192.0.2.2"))).status, 200)
    })
    assert.equal((await http.send(from(list(partner), "192.0.2.1"))).status, 200)
  })

  it("are bounded for the service, which says so and accepts again when others have finished", async () => {
    const http = world.http({ maxConcurrent: 1 })
    await during(http, login(), async () => {
      const refused = await http.send(get("/laas/rules"))
      assert.equal(refused.status, 503)
      assert.equal(refused.headers.get("retry-after"), "1")
      assert.equal(dataIn(refused.body).error, "too many requests at once: try again")
    })
    assert.equal((await http.send(get("/laas/rules"))).status, 401)
  })
})

describe("bodies that arrive slowly", () => {
  it("keep no other request from being served", async () => {
    const http = world.http({ maxConcurrent: 1 })
    const slow = unfinished(post("/shop/partners", ""))
    const first = http.fetch(slow.request)
    await setTimeout(5)
    assert.equal((await http.send(get("/laas/rules"))).status, 401)
    slow.finish({ ...partnerBody, email: "slow@partners.example" })
    assert.equal((await first).status, 201)
  })

  it("are answered with 408 in the envelope after the time that a body has", async () => {
    const http = world.http({ bodyTimeout: 30 })
    const reply = await replyOf(await http.fetch(unfinished(post("/user", "")).request))
    assert.equal(reply.status, 408)
    assert.equal(reply.headers.get("connection"), "close")
    assert.deepEqual(reply.body, {
      status: "failed",
      message: "Invalid data",
      data: {
        errorType: "invalid",
        appErrorCode: "Bad request",
        error: "the body must arrive within 0.03 seconds"
      }
    })
    // A body that comes in time is not affected by the time that an earlier one has left.
    const [early, later] = [unfinished(post("/user", "")), unfinished(post("/user", ""))]
    const first = http.fetch(early.request)
    await setTimeout(20)
    const second = http.fetch(later.request)
    await setTimeout(15)
    later.finish({})
    assert.deepEqual([(await first).status, (await second).status], [408, 400])
  })

  for (const whose of ["partner", "address", "service"] as const) {
    it(`give way, the oldest first, when there are too many of one ${whose}`, async () => {
      const options = {
        partner: { maxConcurrentPerPartner: 3 },
        address: { maxConcurrentPerAddress: 3 },
        service: { maxConcurrent: 3, maxConcurrentPerPartner: 3, maxConcurrentPerAddress: 3 }
      }
      const http = world.http({ address, ...options[whose] })
      const partners = [await world.partner(`slow-1-${whose}`), await world.partner(`slow-2-${whose}`)]
      /** The nth slow request, of the same partner, address or neither. */
      const slow = (index: number) => {
        const { as } = partners[whose === "partner" ? 0 : index % 2] ?? partners[0] ?? assert.fail()
        const place = whose === "address" ? "192.0.2.1" : `192.0.2.${index + 1}`
        return unfinished(from(as(post("/laas/users", "")), place))
      }
      const bodies = [0, 1, 2, 3, 4].map(slow)
      const answers = []
      for (const { request } of bodies) {
        answers.push(http.fetch(request))
        await setTimeout(5)
      }
      for (const [index, { finish }] of bodies.entries()) finish({ userId: `user-${index}` })
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      assert.deepEqual(statuses, [408, 408, 200, 200, 200])
    })
  }

  it("in many small parts are cut, too", async () => {
    const http = world.http({ bodyTimeout: 50 })
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await setTimeout(10)
        controller.enqueue(new TextEncoder().encode(" "))
      },
      cancel: () => {
        cancelled = true
      }
    })
    const answer = await http.fetch(new Request(requestOf(post("/user", "")), { body }))
    assert.equal(answer.status, 408)
    await setTimeout(20)
    assert.equal(cancelled, true, "no more of it is read")
  })
})
