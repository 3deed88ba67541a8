// Members by tag: the service fetches the user's record from the partner's URL.
import assert from "node:assert/strict"
import { type Call, get, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { afterAll, beforeAll } from "../../support/effect.ts"
import { id, instant, matches, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, mismatch, refused, replayed, success, type Table } from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { answer, answering, type PartnerServer, type Script, startPartner } from "../details/partner.ts"
import { record, recordWith } from "../details/record.ts"
import { accountRow, consentRow, partnerTokenRow } from "./accounts.ts"

const unavailable = (...parts: ReadonlyArray<string>) => refused("user_details_unavailable", ...parts)

const tagOf = (asked: string): string =>
  new URL(asked.split(" ")[1] ?? "", "http://partner.example").searchParams.get("tag") ?? ""

/** A record for every tag, with its own id. */
const recordOf = (tag: string) => ({ ...record, id: `id of ${tag}`, tag })

/** The server at the partner's URL, and the tags that it was asked for. */
const makeAddress = () => {
  let server: PartnerServer | undefined
  let script: Script = answering("")
  const start = async () => {
    server = await startPartner((socket, asked) => script(socket, asked))
  }
  const asked = () => (server ?? assert.fail("the partner's server is not running")).asked.map(tagOf)
  const records: Script = (socket, text) => void socket.end(answer(JSON.stringify(recordOf(tagOf(text)))))
  return {
    start,
    stop: () => server?.close(),
    url: () => `http://localhost:${server?.port}/users?key=1`,
    asked,
    answers: (next: Script = records) => {
      script = next
    }
  }
}

export const details = (table: Table): void => {
  const address = makeAddress()
  const partners = new Map<Cast, Promise<HttpPartner>>()

  const moveTo = ({ sql }: Cast, { partnerId }: HttpPartner, url: string) =>
    sql(`UPDATE rewards_application SET user_details_url = '${url}' WHERE partner_id = UUID '${partnerId}'`)

  const open = async (world: Cast): Promise<HttpPartner> => {
    const partner = await world.partner("details")
    await moveTo(world, partner, address.url())
    return partner
  }
  const partnerIn = (world: Cast): Promise<HttpPartner> => {
    const known = partners.get(world) ?? open(world)
    partners.set(world, known)
    return known
  }
  const onboard = async (world: Cast, body: object, key?: string): Promise<Reply> => {
    const call = (await partnerIn(world)).as(post("/laas/users", body))
    return world.send(key === undefined ? call : withKey(call, key))
  }
  const onboarded = async (world: Cast, userId: string, userData: Pattern, attributes: Pattern = {}) => {
    const { partnerId } = await partnerIn(world)
    const data = { id, userId, partnerId, attributes, userData, createdAt: instant }
    return success(200, "User onboarded successfully", data)
  }
  const memberId = ({ body }: Reply): unknown =>
    Object(Object(body).data).id ?? assert.fail(JSON.stringify(body))
  const audited = async (world: Cast, tag: string) => {
    const { partnerId } = await partnerIn(world)
    return world.sql(
      `SELECT action, outcome, address, detail FROM rewards_audit WHERE partner_id = UUID '${partnerId}' AND actor = '${tag}' ORDER BY id`
    )
  }
  const entry = (outcome: string, detail: string) => ({
    action: "member.details",
    outcome,
    address: "192.0.2.7",
    detail
  })

  table("POST /laas/users by tag", [], (test) => {
    beforeAll(address.start)
    afterAll(address.stop)

    test("makes the member under the id of the record, and keeps the record", async (world) => {
      address.answers()
      const reply = await onboard(world, { tag: "ada" })
      meets(reply, await onboarded(world, "id of ada", recordOf("ada")))
      assert.equal(address.asked().at(-1), "ada")
      assert.deepEqual([...(await audited(world, "ada"))], [entry("done", "stored for userId id of ada")])
    })

    test("repeated: the same member, with a fresh record", async (world) => {
      const changed = { ...recordOf("ada"), fullname: "Ada King", isAdult: false }
      address.answers(answering(answer(JSON.stringify({ ...changed, more: "than the interface has" }))))
      const before = await onboard(world, { userId: "id of ada" })
      const after = await onboard(world, { tag: "ada" })
      meets(after, await onboarded(world, "id of ada", changed))
      assert.equal(memberId(after), memberId(before))
      meets(await onboard(world, { userId: "id of ada" }), await onboarded(world, "id of ada", changed))
    })

    test("with a userId as well: the member under that id", async (world) => {
      address.answers()
      meets(
        await onboard(world, { userId: "own", tag: "bob" }),
        await onboarded(world, "own", recordOf("bob"))
      )
      // Another tag for the same member replaces the first.
      meets(await onboard(world, { userId: "own", tag: "bo" }), await onboarded(world, "own", recordOf("bo")))
      meets(await onboard(world, { userId: "own" }), await onboarded(world, "own", recordOf("bo")))
    })

    test("the record is found by its latest tag and name, whatever characters it has", async (world) => {
      const { as } = await partnerIn(world)
      const odd = { ...recordOf("Odd-1"), fullname: "ÉVA \u0000\ud800ΣΑΣ" }
      address.answers(answering(answer(JSON.stringify(odd))))
      await onboard(world, { userId: "odd", tag: "Odd-1" })
      await onboard(world, { userId: "odd", tag: "Odd-2" })
      const found = async (search: string) => {
        const { body } = await world.send(as(get(`/laas/users?search=${encodeURIComponent(search)}`)))
        return Object(body).data.data.map(({ userId }: { readonly userId: string }) => userId)
      }
      for (const search of ["oDD-2", "éva", "Éva \ufffdσας"])
        assert.deepEqual(await found(search), ["odd"], search)
      for (const search of ["odd-1", "ava"]) assert.deepEqual(await found(search), [], search)
      address.answers()
    })

    test("a userId alone fetches nothing, and returns the stored record or none", async (world) => {
      const before = address.asked().length
      meets(await onboard(world, { userId: "own" }), await onboarded(world, "own", recordOf("bo")))
      meets(await onboard(world, { userId: "without" }), await onboarded(world, "without", null))
      assert.equal(address.asked().length, before)
    })

    test("an older record does not replace a newer one", async (world) => {
      await onboard(world, { tag: "old" })
      const { partnerId } = await partnerIn(world)
      const newer = JSON.stringify({ ...recordOf("old"), city: "", fullname: "Newer" })
      await world.sql(
        `UPDATE rewards_member_data SET fetched_at = '2999-01-01T00:00:00.000Z', data = '${newer}'
          WHERE partner_id = UUID '${partnerId}' AND tag = 'old'`
      )
      await onboard(world, { tag: "old" })
      const kept = { ...recordOf("old"), fullname: "Newer" }
      meets(await onboard(world, { userId: "id of old" }), await onboarded(world, "id of old", kept))
    })

    test("a member is found by any word of the name in the newest record alone", async (world) => {
      const named = (fullname: string) =>
        address.answers((socket, text) => {
          socket.end(answer(JSON.stringify({ ...recordOf(tagOf(text)), fullname })))
        })
      const found = async (search: string) => {
        const { as } = await partnerIn(world)
        const reply = await world.send(as(get(`/laas/users?search=${encodeURIComponent(search)}`)))
        return Array.from(Object(Object(reply.body).data).data, (entry) => Object(entry).userId)
      }
      named("Renata Quintanilla")
      await onboard(world, { tag: "renamed" })
      assert.deepEqual(await found("quinta"), ["id of renamed"])
      named("Renata Zubizarreta Jones")
      await onboard(world, { tag: "renamed" })
      for (const search of ["zubi", "RENATA Z", "zubizarreta j"]) {
        assert.deepEqual(await found(search), ["id of renamed"], search)
      }
      assert.deepEqual(await found("quinta"), [])
      address.answers()
    })

    test("many at once for one tag make one member", async (world) => {
      const replies = await Promise.all(Array.from({ length: 8 }, () => onboard(world, { tag: "crowd" })))
      for (const reply of replies) meets(reply, await onboarded(world, "id of crowd", recordOf("crowd")))
      assert.equal(new Set(replies.map(memberId)).size, 1)
    })

    test("another partner does not see the record", async (world) => {
      const reply = await world.send(world.zeta.as(post("/laas/users", { userId: "id of ada" })))
      matches(Object(Object(reply.body).data).userData, null)
    })

    test("a key replays the answer without a second fetch, and belongs to one request", async (world) => {
      address.answers()
      const first = await onboard(world, { tag: "keyed" }, "key of details")
      const asked = address.asked().length
      address.answers(answering("HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n"))
      const again = await onboard(world, { tag: "keyed" }, "key of details")
      // Answers to a key are kept, so they hold no record. The same call without a key shows it.
      meets(again, replayed(await onboarded(world, "id of keyed", null, null)))
      meets(
        await onboard(world, { userId: "id of keyed" }),
        await onboarded(world, "id of keyed", recordOf("keyed"))
      )
      assert.equal(again.text, first.text)
      meets(await onboard(world, { tag: "other" }, "key of details"), mismatch())
      assert.equal(address.asked().length, asked)
      assert.equal((await audited(world, "keyed")).length, 1)
    })

    test("a key whose fetch failed can be used again; of two concurrent requests with a key one replays the other", async (world) => {
      address.answers(answering("HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n"))
      meets(await onboard(world, { tag: "again" }, "second key"), unavailable("answered 500"))
      address.answers()
      const replies = await Promise.all([1, 2, 3].map(() => onboard(world, { tag: "again" }, "second key")))
      assert.equal(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1)
      meets(
        await onboard(world, { userId: "id of again" }),
        await onboarded(world, "id of again", recordOf("again"))
      )
    })

    test("the points board shows the records of members who have one", async (world) => {
      address.answers()
      const { as } = await partnerIn(world)
      const rule = { name: "seen", coinValue: "1", maxNumberOfParticipant: "9", condition: "is seen" }
      await world.send(as(post("/laas/rules/create-rule", rule)))
      for (const userId of ["own", "own", "without"]) {
        await world.send(as(post("/laas/rules/award", { userId, ruleName: "seen" })))
      }
      const user = (userId: string, points: number, userData: Pattern) => ({
        id,
        points,
        createdAt: instant,
        updatedAt: instant,
        user: { id, userId, userData, createdAt: instant, updatedAt: instant }
      })
      const reply = await world.send(as(get("/laas/leaderboard/new")))
      matches(Object(Object(reply.body).data).data, [
        user("own", 2, recordOf("bo")),
        user("without", 1, null)
      ])
    })

    const withScopes = async (world: Cast, scopes: string, call: Call): Promise<Reply> => {
      const { sql, token } = partnerTokenRow((await partnerIn(world)).partnerId, scopes)
      await world.sql(sql)
      return world.send(withBearer(call, token))
    }

    const reading: ReadonlyArray<readonly [scopes: string, shows: boolean]> = [
      ["awards:write read", false],
      ["awards:write rules:write coins:write read", false],
      ["awards:write read members:read", true]
    ]
    for (const [scopes, shows] of reading) {
      test(`a token with ${scopes} ${shows ? "reads" : "does not read"} a record and attributes that it makes the service keep`, async (world) => {
        address.answers()
        const tag = `secret ${scopes}`
        const shown = shows ? recordOf(tag) : null
        const attributes = { tier: "gold" }
        const answers = await onboarded(world, `id of ${tag}`, shown, shows ? attributes : null)
        meets(await withScopes(world, scopes, post("/laas/users", { tag, attributes })), answers)
        meets(await withScopes(world, scopes, post("/laas/users", { userId: `id of ${tag}` })), answers)
        // The record and the attributes are kept: a login with the password reads them.
        meets(
          await onboard(world, { userId: `id of ${tag}` }),
          await onboarded(world, `id of ${tag}`, recordOf(tag), attributes)
        )
      })

      test(`the points board ${shows ? "shows" : "does not show"} records to a token with ${scopes}`, async (world) => {
        const reply = await withScopes(world, scopes, get("/laas/leaderboard/new?take=2"))
        assert.equal(reply.status, 200)
        const entries: ReadonlyArray<{ user: { userId: string; userData: unknown } }> = Object(
          Object(reply.body).data
        ).data
        assert.deepEqual(
          entries.map(({ user }) => [user.userId, user.userData]),
          [
            ["own", shows ? recordOf("bo") : null],
            ["without", null]
          ]
        )
        assert.equal(reply.text.includes(record.kyc.governmentId), shows)
      })
    }

    test("a link does not show a record or attributes without members:read, nor in the answer to a key", async (world) => {
      const { partnerId } = await partnerIn(world)
      const { id: userId, sql, tag } = accountRow("details-linked")
      await world.sql(sql)
      await world.sql(consentRow(partnerId, userId).sql)
      const link = post("/shop/users/link-tag", { userId: "own", tag })
      await onboard(world, { userId: "own", attributes: { tier: "gold" } })
      const dataOf = ({ body }: Reply) => {
        const { attributes, userData } = Object(body).data
        return { attributes, userData }
      }
      const hidden = { attributes: null, userData: null }
      matches(dataOf(await withScopes(world, "awards:write", link)), hidden)
      matches(dataOf(await withScopes(world, "awards:write members:read", link)), {
        attributes: { tier: "gold" },
        userData: recordOf("bo")
      })
      const keyed = withKey(link, "linked record")
      matches(dataOf(await withScopes(world, "awards:write members:read", keyed)), hidden)
      matches(dataOf(await withScopes(world, "awards:write", keyed)), hidden)
      await world.sql(`DELETE FROM rewards_grant WHERE partner_id = UUID '${partnerId}'`)
    })

    test("without a valid tag or userId nothing is fetched", async (world) => {
      const before = address.asked().length
      const text = "must be text of 1 to 128 characters, got"
      for (const [body, error] of [
        [{}, "userId or tag is required"],
        [{ tag: "" }, `tag ${text} ""`],
        [{ tag: 3 }, `tag ${text} 3`],
        [{ tag: null }, `tag ${text} null`],
        [{ tag: "x".repeat(129) }, `tag ${text} "${"x".repeat(56)}...`],
        [{ tag: "ada", userId: "" }, `userId ${text} ""`],
        [{ tag: {}, userId: [] }, `userId ${text} []; tag ${text} {}`]
      ] as const) {
        meets(await onboard(world, body), badRequest(error))
      }
      assert.equal(address.asked().length, before)
    })

    const secret = "what the inside of the partner says"
    const faults: ReadonlyArray<readonly [name: string, script: Script, error: string]> = [
      [
        "a redirect to the inside",
        answering("HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n"),
        "answered 302: it must answer 200 with the record"
      ],
      [
        "a failure",
        answering(answer(secret).replace("200 OK", "500 Oh")),
        "answered 500: it must answer 200 with the record"
      ],
      ["no JSON", answering(answer(secret)), "answered with a body that is not JSON"],
      [
        "too much",
        answering(answer(" ".repeat(65_537))),
        "answered with more than 64 KiB: the record must be smaller"
      ],
      [
        "no HTTP",
        answering(secret),
        "closed the connection too early, or did not answer in HTTP: it must answer 200 with the record"
      ],
      [
        "a record with faults",
        answering(answer(JSON.stringify({ ...recordWith("kyc.city", 3), tag: undefined, bvn: [secret] }))),
        "answered with an invalid record: tag is required; bvn must be text or null, got a list; kyc.city must be text or null, got a number"
      ]
    ]
    for (const [name, script, error] of faults) {
      test(`${name}: the error names the partner's fault, and nothing is written`, async (world) => {
        address.answers(script)
        const tag = `fault ${name}`
        const reply = await onboard(world, { userId: tag, tag })
        meets(reply, unavailable(`userDetailsUrl ${error}`))
        assert.ok(!reply.text.includes(secret), reply.text)
        assert.deepEqual([...(await audited(world, tag))], [entry("refused", `userDetailsUrl ${error}`)])
        const members = await world.sql(`SELECT id FROM rewards_member WHERE user_id = '${tag}'`)
        assert.equal(members.length, 0)
      })
    }

    const places: ReadonlyArray<readonly [url: string, error: string]> = [
      ["http://10.0.0.1/", "must start with https://"],
      ["http://93.184.215.14/", "must start with https://"],
      ["https://10.0.0.1/", "does not lead to a public address"],
      ["https://169.254.169.254/latest/meta-data/", "does not lead to a public address"],
      ["https://[::ffff:10.0.0.1]/", "does not lead to a public address"],
      ["https://a:b@partner.example/", "must not contain a user name or a password"],
      ["http://localhost:1/", "could not be reached"],
      ["https://localhost:1/", "could not be reached"]
    ]
    test("a URL that leads to a private address is refused without revealing what is there", async (world) => {
      const partner = await partnerIn(world)
      for (const [url, error] of places) {
        await moveTo(world, partner, url)
        const reply = await onboard(world, { tag: "misled" })
        meets(reply, unavailable(`userDetailsUrl ${error}`))
        assert.ok(!/\d+\.\d+|::/.test(reply.text), reply.text)
      }
      assert.equal((await audited(world, "misled")).length, places.length)
      await moveTo(world, partner, address.url())
    })

    test("a partner without a URL gets an error that says so", async (world) => {
      const { partnerId } = await partnerIn(world)
      await world.sql(`DELETE FROM rewards_application WHERE partner_id = UUID '${partnerId}'`)
      meets(await onboard(world, { tag: "ada" }), unavailable("userDetailsUrl is missing"))
    })
  })
}
