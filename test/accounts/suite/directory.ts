// Whom a partner finds among its members, by whose consent.
import assert from "node:assert/strict"
import { userPassword } from "../../support/bodies.ts"
import { dataIn, get, post, type Reply, withBearer } from "../../support/calls.ts"
import { byAcme, type Cast } from "../../support/cast.ts"
import { containing, id, instant } from "../../support/pattern.ts"
import { badRequest, meets, row, success, type Table } from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { nameRows, partnerTokenRow, recordRow, revokeConsents } from "./accounts.ts"
import { own } from "./own.ts"

const shop = own("directory")
const bank = own("directory-too")

const path = (search: string, more = "") => `/laas/users?search=${encodeURIComponent(search)}${more}`

const find = (world: Cast, { as }: HttpPartner, search: string, more = ""): Promise<Reply> =>
  world.send(as(get(path(search, more))))

const entriesOf = ({ body }: Reply): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { data } = dataIn(body)
  return Array.isArray(data) ? data : assert.fail("the answer has no list")
}
/** Without the headers that count requests. */
const answerOf = ({ status, text }: Reply) => ({ status, text })
const userIdsOf = (reply: Reply) => entriesOf(reply).map(({ userId }) => userId)

/** All pages of one entry each. */
const walk = async (world: Cast, partner: HttpPartner, search: string): Promise<ReadonlyArray<unknown>> => {
  const found: Array<unknown> = []
  for (let after = ""; ; ) {
    const reply = await find(world, partner, search, `&limit=1${after}`)
    const [entry] = entriesOf(reply)
    if (entry !== undefined) found.push(entry.userId)
    const { hasMore, next } = dataIn(reply.body)
    assert.equal(next, hasMore === true ? entry?.id : null)
    if (hasMore !== true) return found
    after = `&after=${next}`
  }
}

const allow = async ({ send }: Cast, { clientId }: HttpPartner, tag: string, scope: string) => {
  const body = { clientId, tag, password: userPassword }
  const reply = await send(post(`/shop/users/authorization/authorization-code?scope=${scope}`, body))
  assert.equal(reply.status, 200, reply.text)
}
const withdraw = ({ send }: Cast, { clientId }: HttpPartner, tag: string) =>
  send(post("/user/consents/revoke", { clientId, tag, password: userPassword }))

const hints = async ({ sql }: Cast, userId: string) => {
  const rows = await sql(
    `SELECT DISTINCT scope FROM rewards_visible_name WHERE user_id = UUID '${userId}' ORDER BY scope`
  )
  return rows.map(({ scope }) => scope)
}

export const directory = (table: Table): void =>
  table(
    "GET /laas/users",
    [
      row(
        "a search that is too long",
        ({ zeta }) => zeta.as(get(path("x".repeat(129)))),
        badRequest(containing("search must be text of 1 to 128 characters"))
      ),
      row(
        "no page size",
        ({ zeta }) => zeta.as(get("/laas/users?limit=101")),
        badRequest('limit must be a whole number from 1 to 100, got "101"')
      ),
      row(
        "no member",
        ({ zeta }) => zeta.as(get("/laas/users?after=x")),
        badRequest('after must be the `next` of the previous page, got "x"')
      ),
      row(
        "after a member that the search does not find",
        ({ acme, zeta }) => zeta.as(get(path("zo", `&after=${acme.partnerId}`))),
        badRequest("after must be the id of a member that the search finds")
      )
    ],
    (test) => {
      test("shows a member with its coins, and nothing of a user who has allowed nothing", async (world) => {
        const { acme, cy } = world
        meets(
          await find(world, acme, cy),
          success(200, "Users returned successfully", {
            data: [
              {
                id,
                userId: cy,
                partnerId: acme.partnerId,
                attributes: {},
                userData: null,
                createdAt: instant,
                tag: null,
                fullname: "",
                coins: "6",
                orderedBy: byAcme
              }
            ],
            hasMore: false,
            next: null
          })
        )
        const page = await world.send(acme.as(get("/laas/users?limit=1")))
        assert.deepEqual([userIdsOf(page), dataIn(page.body).hasMore], [[world.bea], true])
        const after = entriesOf(page)[0]?.id
        assert.equal(dataIn(page.body).next, after)
        assert.deepEqual(userIdsOf(await world.send(acme.as(get(`/laas/users?limit=1&after=${after}`)))), [
          cy
        ])
      })

      test("a user is found by tag and name while the user allows it, and like nobody before and after", async (world) => {
        const [one, other] = [await shop(world), await bank(world)]
        const tag = "dir-ada"
        const userId = await world.user(tag, { fullname: "Ada Lovelace" })
        for (const partner of [one, other]) await partner.onboard(userId)
        const byTag = (partner = one) => find(world, partner, "DIR-a")
        const byName = (partner = one) => find(world, partner, "ada LOV")
        const nobody = answerOf(await find(world, one, "nobody-like-this"))
        const isHidden = async (...replies: ReadonlyArray<Promise<Reply>>) => {
          for (const reply of replies) assert.deepEqual(answerOf(await reply), nobody)
        }
        await isHidden(byTag(), byName())

        await allow(world, one, tag, "profile")
        assert.deepEqual(
          entriesOf(await byTag()).map(({ fullname, tag, userId }) => ({ fullname, tag, userId })),
          [{ fullname: "", tag, userId }]
        )
        await isHidden(byName(), byTag(other), byName(other))

        await allow(world, one, tag, "fullname")
        assert.deepEqual(userIdsOf(await byName()), [userId])
        assert.equal(entriesOf(await byName())[0]?.fullname, "ada lovelace")
        await isHidden(byName(other))
        assert.deepEqual(await hints(world, userId), ["fullname", "profile"])

        await withdraw(world, one, tag)
        await isHidden(byTag(), byName())
        assert.deepEqual(await hints(world, userId), [])
        assert.deepEqual(userIdsOf(await find(world, one, userId)), [userId])
      })

      test("a grant that has ended in any way hides the user at once", async (world) => {
        const partner = await shop(world)
        const userId = await world.user("dir-bob")
        await allow(world, partner, "dir-bob", "profile")
        assert.deepEqual(userIdsOf(await find(world, partner, "dir-b")), [userId])
        await world.sql(revokeConsents(partner.partnerId, userId))
        assert.deepEqual(await hints(world, userId), ["profile"])
        assert.deepEqual(userIdsOf(await find(world, partner, "dir-b")), [])
        // A consent to something else does not bring the tag back.
        await allow(world, partner, "dir-bob", "email")
        assert.deepEqual(await hints(world, userId), [])
        assert.deepEqual(userIdsOf(await find(world, partner, "dir-b")), [])
      })

      test("a name is found by the start of any of its words, and each member once", async (world) => {
        const partner = await shop(world)
        const { partnerId } = partner
        const known = [
          ["Ada King Lovelace", "word-ada"],
          ["Lova Lovelace", "word-lova"],
          ["Conan O'Brien-Lovett", "word-conan"],
          ["Éva Łović", "word-eva"],
          [`${"x ".repeat(15)}zen17 zen18`, "word-long"]
        ] as const
        for (const [index, [fullname, tag]] of known.entries()) {
          const userId = await world.user(tag, { fullname, email: `${tag}@directory.example` })
          await allow(world, partner, tag, "fullname")
          const memberId = await partner.onboard(`record ${tag}`)
          await world.sql(recordRow(partnerId, memberId, { ...record, fullname }, `z${index}`))
          await world.sql(nameRows(partnerId, memberId, { fullname }))
          await partner.onboard(userId)
        }
        const tagsOf = async (search: string) => {
          const reply = await find(world, partner, search, "&limit=100")
          return entriesOf(reply).map(({ fullname, userData }) => {
            const name = String(Object(userData).fullname ?? fullname).toLowerCase()
            const [, tag] = known.find(([fullname]) => fullname.toLowerCase() === name) ?? []
            return `${userData === null ? "user" : "record"} of ${tag}`
          })
        }
        const both = (...tags: ReadonlyArray<string>) =>
          ["record", "user"].flatMap((kind) => tags.map((tag) => `${kind} of ${tag}`))
        for (const [search, found] of [
          ["lov", both("word-lova", "word-ada", "word-conan")],
          ["LOVELACE", both("word-ada", "word-lova")],
          ["king lov", both("word-ada")],
          ["o'br", both("word-conan")],
          ["brien", both("word-conan")],
          ["brien-l", both("word-conan")],
          ["łov", both("word-eva")],
          // Only the first words of a name are searched.
          ["x zen17", both("word-long")],
          ["zen18", []],
          ["ovelace", []],
          ["ada lovelace", []]
        ] as const) {
          assert.deepEqual(await tagsOf(search), found, search)
        }
        const expected = userIdsOf(await find(world, partner, "lov", "&limit=100"))
        assert.deepEqual(await walk(world, partner, "lov"), expected)
        assert.equal(new Set(expected).size, 6)
      })

      test("members are listed by several ids, own or linked, each once, with pages and for the own partner alone", async (world) => {
        const partner = await shop(world)
        const other = await bank(world)
        const odd = "50%, or so"
        for (const userId of ["ids-b", "ids-a", odd, "ids-c"]) await partner.onboard(userId)
        await other.onboard("ids-d")
        const userId = await world.user("dir-ids", { fullname: "Ida Ids" })
        await allow(world, partner, "dir-ids", "profile fullname")
        const link = partner.as(post("/shop/users/link-tag", { userId: "ids-b", tag: "dir-ids" }))
        assert.equal((await world.send(link)).status, 200)
        const list = (ids: ReadonlyArray<string>, more = "") => {
          const userIds = ids.map(encodeURIComponent).join(",")
          return world.send(partner.as(get(`/laas/users?userIds=${encodeURIComponent(userIds)}${more}`)))
        }
        const found = await list([odd, userId, "nobody", "ids-d", "ids-b", "ids-a", "ids-a"])
        assert.deepEqual(userIdsOf(found), ["ids-b", "ids-a", odd])
        assert.deepEqual(
          entriesOf(found).map(({ fullname }) => fullname),
          ["ida ids", "", ""]
        )
        const { hasMore, next } = dataIn((await list(["ids-c", "ids-b"], "&limit=1")).body)
        assert.deepEqual([hasMore, typeof next], [true, "string"])
        const rest = await list(["ids-c", "ids-b"], `&limit=1&after=${next}`)
        assert.deepEqual([userIdsOf(rest), dataIn(rest.body).hasMore], [["ids-c"], false])

        meets(await list(["x"], "&search=x"), badRequest("userIds cannot be combined with search"))
        meets(
          await list(Array.from({ length: 101 }, (_, index) => `${index}`)),
          badRequest("userIds must hold at most 100 ids")
        )
        meets(
          await world.send(partner.as(get("/laas/users?userIds=50%25"))),
          badRequest("userIds must be ids, separated by commas, with % written as %25")
        )
      })

      test("a linked user is found by tag, under the partner's own id, once for all that is found", async (world) => {
        const partner = await shop(world)
        const userId = await world.user("dir-cy", { fullname: "Dir Cy" })
        await allow(world, partner, "dir-cy", "profile fullname")
        const linked = await world.send(
          partner.as(post("/shop/users/link-tag", { userId: "own-cy", tag: "dir-cy" }))
        )
        assert.equal(linked.status, 200, linked.text)
        for (const search of ["dir-c", "dir c", "own-c", userId]) {
          assert.deepEqual(userIdsOf(await find(world, partner, search)), ["own-cy"], search)
        }
      })

      test("a member who is found by the id of a merged member is on one page, and the pages go on after it", async (world) => {
        const partner = await shop(world)
        const { partnerId } = partner
        for (const userId of ["kept", "last", "was-a", "was-b", "was-c"]) await partner.onboard(userId)
        for (const [from, into] of [
          ["was-a", "kept"],
          ["was-c", "last"]
        ]) {
          const reply = await world.send(partner.as(post("/laas/users/merge", { from, into })))
          assert.equal(reply.status, 200, reply.text)
        }
        const memberId = await partner.onboard("by record")
        await world.sql(recordRow(partnerId, memberId, { ...record, fullname: "was named" }, "was"))
        await world.sql(nameRows(partnerId, memberId, { fullname: "was named" }))
        const userId = await world.user("was-user", { fullname: "other" })
        await allow(world, partner, "was-user", "profile")
        await partner.onboard(userId)
        const expected = ["kept", "was-b", "last", "by record", userId]
        assert.deepEqual(userIdsOf(await find(world, partner, "was", "&limit=100")), expected)
        assert.deepEqual(await walk(world, partner, "was"), expected)
      })

      test("ids, records and users come one after the other, in pages without gap or repetition", async (world) => {
        const partner = await shop(world)
        const { partnerId } = partner
        for (const [tag, fullname] of [
          ["mix-z", "other"],
          ["mix-a", "mix name"],
          ["else", "Mix B"],
          ["else-too", "Mix B"]
        ] as const) {
          const userId = await world.user(tag, { fullname, email: `${tag}@directory.example` })
          await allow(world, partner, tag, "profile fullname")
          const own = post("/shop/users/link-tag", { userId: `user ${tag}`, tag })
          assert.equal((await world.send(partner.as(own))).status, 200)
          assert.ok(userId)
        }
        const keep = async (userId: string, tag: string, fullname: string) => {
          const memberId = await partner.onboard(userId)
          await world.sql(recordRow(partnerId, memberId, { ...record, fullname }, tag))
          await world.sql(nameRows(partnerId, memberId, { fullname }))
        }
        await keep("record 1", "mix-y", "x")
        await keep("record 2", "x", "mix")
        await keep("record 3", "mix-b", "mix")
        await keep("record 4", "mix-b", "x")
        await keep("mix-id 2", "mix-id", "mix")
        // The record of a member whose user would be found, too.
        await keep("user else-too", "x", "mix 0")
        for (const userId of ["mix-id 1", "Mix"]) await partner.onboard(userId)
        const expected = [
          "mix-id 1",
          "mix-id 2",
          "record 3",
          "record 4",
          "record 1",
          "record 2",
          "user else-too",
          "user mix-a",
          "user mix-z",
          "user else"
        ]
        assert.deepEqual(userIdsOf(await find(world, partner, "mix", "&limit=100")), expected)
        assert.deepEqual(await walk(world, partner, "mix"), expected)

        // Without the scope members:read the records are neither shown nor searched.
        const { sql, token } = partnerTokenRow(partnerId, "read")
        await world.sql(sql)
        const reader = { ...partner, as: (call: Parameters<HttpPartner["as"]>[0]) => withBearer(call, token) }
        const byReader = ["mix-id 1", "mix-id 2", "user mix-a", "user mix-z", "user else", "user else-too"]
        const reply = await find(world, reader, "mix", "&limit=100")
        assert.deepEqual(userIdsOf(reply), byReader)
        assert.ok(entriesOf(reply).every(({ userData }) => userData === null))
        assert.deepEqual(await walk(world, reader, "mix"), byReader)
        assert.deepEqual(
          answerOf(await find(world, reader, "mix-y")),
          answerOf(await find(world, reader, "nobody-at-all"))
        )
        const shown = entriesOf(await find(world, partner, "mix-y"))
        assert.deepEqual(shown[0]?.userData, { ...record, fullname: "x" })
      })
    }
  )
