// Large answers that their callers do not read.
import assert from "node:assert/strict"
import { get, post, requestOf } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { type Http, type HttpPartner, openWorld } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

const host = "192.0.2.1"

describe("a large answer that is not read", () => {
  let one: HttpPartner
  let other: HttpPartner
  const awards = Array.from({ length: 100 }, () => ({ userId: "ann", ruleName: "signup" }))

  /** Awards in bulk. The answer has more than 16,384 bytes. */
  const large = ({ as }: HttpPartner) => as(post("/laas/rules/awards", { awards }))
  const small = ({ as }: HttpPartner) => as(get("/laas/iam/api-keys"))
  const fetch = async (http: Http, partner: HttpPartner, from = large): Promise<Response> => {
    const response = await http.fetch(requestOf(from(partner)))
    assert.equal(response.status, 201)
    return response
  }
  const wholeIn = async (response: Response): Promise<boolean> => {
    const text = await response.text()
    assert.equal(Buffer.byteLength(text), Number(response.headers.get("content-length")))
    return JSON.parse(text).status === "success"
  }

  beforeAll(async () => {
    for (const name of ["reader-1", "reader-2"]) {
      const partner = await world.partner(name)
      await partner.rule()
      await partner.onboard("ann")
      if (name === "reader-1") one = partner
      else other = partner
    }
  })

  it("is the same as a small one, but says its length", async () => {
    const response = await fetch(world, one)
    assert.ok(Number(response.headers.get("content-length")) > 16_384)
    assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8")
    assert.equal(await wholeIn(response), true)
    assert.equal((await world.fetch(requestOf(small(one)))).headers.get("content-length"), null)
  })

  it("has a slot of its partner until it is read or cancelled, and none of the service", async () => {
    const http = world.http({ maxConcurrent: 1, maxConcurrentPerPartner: 1 })
    for (const end of [wholeIn, (response: Response) => response.body?.cancel()]) {
      const response = await fetch(http, one)
      const refused = await http.send(small(one))
      assert.equal(refused.status, 429)
      assert.match(refused.headers.get("ratelimit-policy") ?? "", /^"partner-concurrent";q=1/)
      assert.equal((await http.send(small(other))).status, 200)
      await end(response)
      assert.equal((await http.send(small(one))).status, 200)
    }
  })

  it("has a slot of its address until it is read", async () => {
    const http = world.http({ address, maxConcurrentPerAddress: 1 })
    const response = await fetch(http, one, (partner) => from(large(partner), host))
    assert.equal((await http.send(from(small(other), host))).status, 429)
    assert.equal((await http.send(from(small(other), "192.0.2.2"))).status, 200)
    assert.equal(await wholeIn(response), true)
    assert.equal((await http.send(from(small(other), host))).status, 200)
  })

  for (const whose of ["partner", "address", "service"] as const) {
    it(`is cut, the oldest first, when the answers of one ${whose} have too many bytes`, async () => {
      const size = Number((await fetch(world, one)).headers.get("content-length"))
      const limit = Math.floor(2.5 * size)
      const options = {
        partner: { maxUnreadPerPartner: limit },
        address: { address, maxUnreadPerAddress: limit },
        service: { maxUnread: limit, maxUnreadPerPartner: limit }
      }
      const http = world.http(options[whose])
      const sent: Array<Response> = []
      for (let count = 0; count < 4; count++) {
        const partner = whose === "partner" || count % 2 === 0 ? one : other
        sent.push(await fetch(http, partner, (partner) => from(large(partner), host)))
      }
      const elsewhere = whose === "service" ? [] : [await fetch(http, other)]
      const outcomes = await Promise.allSettled([...sent, ...elsewhere].map(wholeIn))
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ["rejected", "rejected", "fulfilled", "fulfilled", ...elsewhere.map(() => "fulfilled")]
      )
      assert.match(String(Object(outcomes[0]).reason), /the answer was cut/)
    })
  }

  it("is sent although it alone has too many bytes, and is cut for the next one", async () => {
    const http = world.http({ maxUnreadPerPartner: 1 })
    const [first, second] = [await fetch(http, one), await fetch(http, one)]
    await assert.rejects(wholeIn(first), /the answer was cut/)
    assert.equal(await wholeIn(second), true)
    assert.equal(await wholeIn(await fetch(http, one)), true)
  })

  it("is cut, and loses its slot, when nothing of it is read for the time of a request", async () => {
    const http = world.http({ timeout: 200, maxConcurrentPerPartner: 1 })
    const response = await fetch(http, one)
    await eventually(
      "the slot of the cut answer",
      async () => (await http.send(small(one))).status,
      (status) => status !== 429
    )
    await assert.rejects(wholeIn(response), /the answer was cut/)
  })

  it("leaves no slot taken when it is asked for with HEAD", async () => {
    const rules = await world.partner("reader-3")
    for (let count = 0; count < 40; count++) {
      await rules.rule({ name: `rule ${count}`, condition: "a condition ".repeat(20) })
    }
    const http = world.http({ maxConcurrent: 1, maxConcurrentPerPartner: 1 })
    const head = await http.fetch(requestOf({ ...rules.as(get("/laas/rules")), method: "HEAD" }))
    assert.ok(Number(head.headers.get("content-length")) > 16_384)
    assert.equal((await http.send(small(rules))).status, 200)
  })
})
