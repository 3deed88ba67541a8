import assert from "node:assert/strict"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { address, from } from "../http/limits/frozen.ts"
import { type Call, dataIn, get, post, remove, requestOf, withHeaders } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { type HttpPartner, openWorld, type World } from "../support/world.ts"
import { readerOf } from "./sse.ts"

const streaming = { accept: "text/event-stream" }
const listOf = (body: unknown): ReadonlyArray<Record<string, unknown>> => {
  const { data } = dataIn(body)
  return Array.isArray(data) ? data : assert.fail("no list")
}

const databases = [
  { name: "SQLite", open: async () => openWorld(sqlite({ filename: await freshFile() })) },
  { name: "PostgreSQL", open: async () => openWorld(await migratedDatabase()) }
]

for (const { name, open } of databases) {
  describe(`GET /laas/events, on ${name}`, () => {
    let world: World
    let count = 0
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())

    /** A partner whose feed was read, with a rule and a member. */
    const shop = async (): Promise<HttpPartner> => {
      const partner = await world.partner(`shop${count++}`)
      await world.send(partner.as(get("/laas/events")))
      await partner.rule()
      await partner.onboard("ann")
      return partner
    }
    const stream = async (partner: HttpPartner, path = "/laas/events", headers: Call["headers"] = {}) =>
      readerOf(await world.fetch(requestOf(withHeaders(partner.as(get(path)), { ...streaming, ...headers }))))

    it("has events in the forms of the interface, with the ids of their requests", async () => {
      const partner = await shop()
      const award = post("/laas/rules/award", { userId: "ann", ruleName: "signup", metadata: { a: "1" } })
      await world.send(withHeaders(partner.as(award), { "x-request-id": "my-award" }))
      await partner.transfer("ann", 2.5)
      const [paid] = listOf((await world.send(partner.as(get("/laas/rules/awards")))).body)
      const [rule] = listOf((await world.send(partner.as(get("/laas/rules")))).body)
      const orderedBy = await partner.person()
      const { body } = await world.send(partner.as(get("/laas/events")))
      const events = listOf(body)
      assert.deepEqual(
        events.map(({ type }) => type),
        ["rule.created", "member.onboarded", "award.paid", "coins.transferred"]
      )
      // The event itself says who ordered it.
      assert.deepEqual({ ...Object(events[0]?.data), orderedBy, changedBy: null }, rule)
      assert.deepEqual({ ...Object(events[2]?.data), orderedBy }, paid)
      assert.equal(events[2]?.requestId, "my-award")
      for (const event of events) assert.deepEqual(event.orderedBy, orderedBy)
      const { from, to, ...moved } = Object(events[3]?.data)
      assert.deepEqual(
        [moved.coins, moved.balance, moved.debitOrCredit, moved.transactionType, moved.metadata],
        [2.5, "7.5", "DE", "user_partner_transfer", {}]
      )
      assert.deepEqual(
        [from, to].map(({ email, fullname_businessName, tag }) => [email, fullname_businessName, tag]),
        [
          ["", "", null],
          ["", "", null]
        ]
      )
      assert.deepEqual([from.userId, to.userId], ["ann", partner.partnerId])
    })

    it("pages forward, and filters by type", async () => {
      const partner = await shop()
      for (let round = 0; round < 4; round++) await partner.award("ann")
      const first = dataIn((await world.send(partner.as(get("/laas/events?limit=4")))).body)
      assert.equal(first.hasMore, true)
      const path = `/laas/events?after=${first.next}&types=rule.created,%20award.paid`
      const second = dataIn((await world.send(partner.as(get(path)))).body)
      assert.deepEqual([Object(second.data).length, second.hasMore], [2, false])
      const refused = await world.send(partner.as(get("/laas/events?types=award.paid,x")))
      assert.equal(refused.status, 400)
      assert.match(refused.text, /types must contain only award\.paid, [^"]*, got \\"x\\"/)
    })

    it("goes on as server-sent events, and resumes after the last one", async () => {
      const partner = await shop()
      const first = await stream(partner)
      const seen = [...(await first.take(2))]
      await partner.award("ann")
      seen.push(...(await first.take(1)))
      await first.cancel()
      await partner.award("ann")
      const last = seen.at(-1)?.id ?? ""
      // A browser sends the header with the address that it first had.
      const second = await stream(partner, `/laas/events?after=${seen[0]?.id}`, { "last-event-id": last })
      seen.push(...(await second.take(1)))
      await partner.award("ann")
      seen.push(...(await second.take(1)))
      await second.cancel()
      const events = listOf((await world.send(partner.as(get("/laas/events")))).body)
      assert.deepEqual(
        seen.map(({ data, event, id }) => [id, event, data]),
        events.map((event) => [event.id, event.type, event])
      )
    })

    it("has the types of its query, and takes an empty Last-Event-ID as none", async () => {
      const partner = await shop()
      const path = "/laas/events?types=rule.created"
      const reader = await stream(partner, path, { "last-event-id": "" })
      const seen = [...(await reader.take(1))]
      await partner.award("ann")
      await partner.rule({ name: "other" })
      seen.push(...(await reader.take(1)))
      assert.deepEqual(
        seen.map(({ event }) => event),
        ["rule.created", "rule.created"]
      )
      await reader.cancel()
    })

    it("has the events of the token's partner, whatever the query names", async () => {
      const [partner, other] = [await shop(), await shop()]
      await other.award("ann")
      const path = `/laas/events?partnerId=${other.partnerId}`
      const own = listOf((await world.send(partner.as(get("/laas/events")))).body)
      const reply = await world.send(partner.as(get(path)))
      assert.deepEqual(reply.status === 200 ? listOf(reply.body) : own, own, reply.text)
    })

    it("begins with the newest events, and resumes without a gap, also where it broke before the first", async () => {
      const partner = await shop()
      for (let round = 0; round < 3; round++) await partner.award("ann")
      const all = async () => listOf((await world.send(partner.as(get("/laas/events?limit=100")))).body)
      const page = dataIn((await world.send(partner.as(get("/laas/events?newest=2")))).body)
      assert.deepEqual(page.data, (await all()).slice(-2))
      const first = await stream(partner, "/laas/events?newest=2&types=award.paid")
      const [place, ...seen] = await first.take(3)
      assert.deepEqual([place?.event, place?.data], ["", null])
      await first.cancel()
      await partner.award("ann")
      // A browser connects again to the same address, and says where it was.
      const again = async (id: string | undefined, count: number) => {
        const second = await stream(partner, "/laas/events?newest=2", { "last-event-id": id ?? "" })
        const found = await second.take(count)
        await second.cancel()
        return found.map(({ data }) => data)
      }
      assert.deepEqual(await again(seen.at(-1)?.id, 1), (await all()).slice(-1))
      assert.deepEqual(await again(place?.id, 3), (await all()).slice(-3))

      const fresh = await world.partner(`fresh${count++}`)
      const empty = await stream(fresh, "/laas/events?newest=1")
      const [start] = await empty.take(1)
      await empty.cancel()
      for (const id of ["ann", "bob", "eve"]) await fresh.onboard(id)
      const resumed = await stream(fresh, "/laas/events?newest=1", { "last-event-id": start?.id ?? "" })
      assert.deepEqual(
        (await resumed.take(3)).map(({ data }) => Object(data).data.userId),
        ["ann", "bob", "eve"]
      )
      await resumed.cancel()

      for (const headers of [streaming, {}]) {
        const both = get(`/laas/events?newest=1&after=${start?.id}`)
        const refused = await world.send(withHeaders(partner.as(both), headers))
        assert.equal(refused.status, 400)
        assert.match(refused.text, /newest cannot be combined with after: both say where to begin/)
        const none = await world.send(withHeaders(partner.as(get("/laas/events?newest=0")), headers))
        assert.match(none.text, /newest must be a whole number from 1 to 100, got \\"0\\"/)
      }
    })

    it("refuses what it cannot read before it streams, in the envelope", async () => {
      const partner = await shop()
      const call = withHeaders(partner.as(get("/laas/events")), { ...streaming, "last-event-id": "x" })
      const reply = await world.send(call)
      assert.equal(reply.status, 400)
      assert.match(reply.text, /Last-Event-ID must be an id made by this service, got \\"x\\"/)
      assert.equal((await world.send(withHeaders(get("/laas/events"), streaming))).status, 401)
      const key = await partner.key(["awards:write"])
      const token = await world.logInWithKey(key)
      const other = withHeaders(get("/laas/events"), { ...streaming, authorization: `Bearer ${token}` })
      assert.equal((await world.send(other)).status, 403)
      const head = { ...withHeaders(partner.as(get("/laas/events")), streaming), method: "HEAD" }
      assert.equal((await world.send(head)).headers.get("content-type"), "application/json; charset=utf-8")
    })

    it("ends when its token is revoked, and keeps quiet connections open until then", async () => {
      const { fetch, ...http } = world.http({ streams: { heartbeat: 5 } })
      const partner = await (await shop()).again()
      const call = withHeaders(partner.as(get("/laas/events")), streaming)
      const sent = readerOf(await fetch(requestOf(call)))
      await sent.take(2)
      await sent.comment()
      await sent.comment()
      const revoked = await world.send(partner.as(post("/laas/iam/logout")))
      assert.equal(revoked.status, 200, revoked.text)
      assert.deepEqual(await sent.rest(), [])
      await http.dispose()
    })

    it("ends when the API key of its token is revoked; a stream of the login goes on", async () => {
      const partner = await (await shop()).again()
      const open = async (token: string) => {
        const call = withHeaders(get("/laas/events"), { ...streaming, authorization: `Bearer ${token}` })
        const reader = readerOf(await world.fetch(requestOf(call)))
        await reader.take(2)
        return reader
      }
      const key = await partner.key(["read"])
      const [byKey, byLogin] = [await open(await world.logInWithKey(key)), await open(partner.accessToken)]
      const revoked = await world.send(partner.as(remove(`/laas/iam/api-keys/${key.id}`)))
      assert.equal(revoked.status, 200, revoked.text)
      assert.deepEqual(await byKey.rest(), [])
      await partner.award("ann")
      assert.equal((await byLogin.take(1)).length, 1)
      await byLogin.cancel()
    })

    it("allows an address some streams at once, whatever partners they are of", async () => {
      const { fetch, ...http } = world.http({ address, streams: { max: 5 } })
      const open = (partner: HttpPartner, host: string) =>
        fetch(requestOf(from(withHeaders(partner.as(get("/laas/events")), streaming), host)))
      const [one, two, three] = [await shop(), await shop(), await shop()]
      const first = readerOf(await open(one, "192.0.2.1"))
      const second = readerOf(await open(two, "192.0.2.1"))
      const refused = await open(three, "192.0.2.1")
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "5"])
      assert.match(refused.headers.get("ratelimit-policy") ?? "", /^"address-streams";q=2/)
      assert.match(await refused.text(), /no more than 2 event streams from one address are open at once/)
      const third = readerOf(await open(three, "192.0.2.2"))
      await second.cancel()
      const fourth = readerOf(await open(three, "192.0.2.1"))
      for (const reader of [first, third, fourth]) await reader.cancel()
      await http.dispose()
    })

    it("allows a partner some streams at once, and gives the place of a closed one away", async () => {
      const { fetch, ...http } = world.http({ streams: { maxPerPartner: 2, max: 3 } })
      const one = await shop()
      const other = await shop()
      const open = (partner: HttpPartner) =>
        fetch(requestOf(withHeaders(partner.as(get("/laas/events")), streaming)))
      const first = readerOf(await open(one))
      const second = readerOf(await open(one))
      const refused = await open(one)
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "5"])
      const third = readerOf(await open(other))
      assert.equal((await open(other)).status, 503)
      await first.cancel()
      const fourth = readerOf(await open(one))
      for (const reader of [second, third, fourth]) await reader.take(2)
      http.drain()
      // Those that are drained end by themselves, and no other is opened.
      for (const reader of [second, third, fourth]) assert.deepEqual(await reader.rest(), [])
      assert.equal((await open(one)).status, 503)
      await http.dispose()
    })

    it("gives the place of a stream away once, when it was cancelled or has ended", async () => {
      const { fetch, ...http } = world.http({ streams: { maxPerPartner: 2 } })
      const partner = await (await shop()).again()
      const again = await partner.again()
      const open = (caller: HttpPartner) =>
        fetch(requestOf(withHeaders(caller.as(get("/laas/events")), streaming)))
      const [first, second] = [readerOf(await open(partner)), readerOf(await open(partner))]
      await first.cancel()
      const third = readerOf(await open(again))
      await third.take(2)
      assert.equal((await open(again)).status, 429)
      await world.send(partner.as(post("/laas/iam/logout")))
      await second.rest()
      const fourth = readerOf(await open(again))
      assert.equal((await open(again)).status, 429)
      for (const reader of [third, fourth]) await reader.cancel()
      await http.dispose()
    })

    it("does not read on for a reader that does not read, and then gives it everything", async () => {
      const partner = await shop()
      const awards = Array.from({ length: 400 }, () => ({ userId: "ann", ruleName: "signup" }))
      const reader = await stream(partner)
      await reader.take(2)
      for (let round = 0; round < 3; round++) {
        assert.equal((await world.send(partner.as(post("/laas/rules/awards", { awards })))).status, 201)
      }
      const seen = await reader.take(1200)
      assert.equal(new Set(seen.map(({ id }) => id)).size, 1200)
      const ids = seen.map(({ id }) => id)
      assert.deepEqual(ids, ids.toSorted())
      await reader.cancel()
    })
  })
}
