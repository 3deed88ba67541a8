import assert from "node:assert/strict"
import { get, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { id, instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, replayed, row, success, type Table } from "../../support/table.ts"

const users = "/laas/users"
const wrong =
  "must be a text of at most 256 characters, a number of at most 15 significant digits, true or false, or null to remove it"

const set = (attributes: unknown) => post(users, { userId: "with attributes", attributes })

const shown = ({ acme }: Cast, attributes: Pattern) =>
  success(200, "User onboarded successfully", {
    id,
    userId: "with attributes",
    partnerId: acme.partnerId,
    attributes,
    userData: null,
    createdAt: instant
  })

const changes: ReadonlyArray<readonly [name: string, given: object, becomes: Pattern]> = [
  ["of a new member", { tier: "gold", age: 41, vip: true }, { tier: "gold", age: 41, vip: true }],
  ["the same again", { tier: "gold" }, { tier: "gold", age: 41, vip: true }],
  ["a value is replaced, and null removes one", { tier: 2, age: null, none: null }, { tier: 2, vip: true }]
]

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}`, index]))

const attributesIn = ({ body }: Reply): unknown => Object(body).data.attributes

export const attributes = (table: Table): void =>
  table(
    "attributes of members",
    [
      ...changes.map(([name, given, becomes]) =>
        row(
          name,
          ({ acme }) => acme.as(set(given)),
          (world) => shown(world, becomes)
        )
      ),
      row(
        "a 21st",
        ({ acme }) => acme.as(set(twenty)),
        badRequest("attributes cannot be more than 20 for one member, got 22")
      ),
      row(
        "values of other types",
        ({ acme }) => acme.as(set({ tier: "gold", list: [], object: { a: 1 }, long: "x".repeat(257) })),
        badRequest(["list", "object", "long"].map((name) => `attributes.${name} ${wrong}`).join("; "))
      ),
      row(
        "no object",
        ({ acme }) => acme.as(set("gold")),
        badRequest(
          "attributes must be an object of texts, numbers, booleans and nulls, with names of 1 to 64 characters"
        )
      ),
      row(
        "of another partner's member: not shown",
        ({ zeta }) => zeta.as(post(users, { userId: "with attributes" })),
        ({ zeta }) =>
          success(200, "User onboarded successfully", {
            id,
            userId: "with attributes",
            partnerId: zeta.partnerId,
            attributes: {},
            userData: null,
            createdAt: instant
          })
      ),
      row(
        "nothing of these was stored",
        ({ acme }) => acme.as(set({})),
        (world) => shown(world, { tier: 2, vip: true })
      )
    ],
    (test) => {
      test("a name is not a property of objects", async (world) => {
        const body = '{"userId":"prototype","attributes":{"__proto__":"a","constructor":1}}'
        const reply = await world.send(world.acme.as(post(users, body)))
        assert.match(reply.text, /"attributes":\{"__proto__":"a","constructor":1\}/)
        const listed = await world.send(world.acme.as(get(`${users}?search=prototype`)))
        assert.match(listed.text, /"attributes":\{"__proto__":"a","constructor":1\}/)
        const removed = post(users, '{"userId":"prototype","attributes":{"__proto__":null}}')
        assert.deepEqual(attributesIn(await world.send(world.acme.as(removed))), { constructor: 1 })
      })

      test("only a token with members:read sees them", async (world) => {
        const listed = async (token: string, search: string): Promise<ReadonlyArray<unknown>> => {
          const { body } = await world.send(withBearer(get(`${users}?search=${search}`), token))
          return Object(body).data.data.map((each: { readonly attributes: unknown }) => each.attributes)
        }
        const stored = { tier: 2, vip: true }
        for (const [scopes, attributes] of [
          [["read", "awards:write"], null],
          [["read", "awards:write", "members:read"], stored]
        ] as const) {
          const token = await world.logInWithKey(await world.acme.key(scopes))
          meets(await world.send(withBearer(set({}), token)), shown(world, attributes))
          assert.deepEqual(await listed(token, "with%20attributes"), [attributes])
          const { body } = await world.send(withBearer(get(`${users}?limit=100`), token))
          const all: ReadonlyArray<{ readonly attributes: unknown }> = Object(body).data.data
          assert.ok(all.every((each) => (each.attributes === null) === (attributes === null)))
        }
      })

      test("the answer to a key does not contain them, and is the same for every token", async (world) => {
        const keyed = withKey(set({ tier: "a secret" }), "key of attributes")
        const first = await world.send(world.acme.as(keyed))
        meets(first, shown(world, null))
        const again = await world.send(world.acme.as(keyed))
        meets(again, replayed(shown(world, null)))
        const rows = await world.sql("SELECT answer FROM rewards_idempotency")
        assert.ok(rows.length > 0 && !JSON.stringify(rows).includes("a secret"))
        const stored = attributesIn(await world.send(world.acme.as(set({}))))
        assert.deepEqual(stored, { tier: "a secret", vip: true })
      })

      test("a page of members ends before its attributes have too many bytes", async (world) => {
        const partner = await world.partner("bulky")
        const long = Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [`name ${index}`, "é".repeat(256)])
        )
        const userIds = Array.from({ length: 30 }, (_, index) => `user ${index + 10}`)
        for (const userId of userIds) {
          const reply = await world.send(partner.as(post(users, { userId, attributes: long })))
          assert.deepEqual(attributesIn(reply), long)
        }
        for (const search of ["", "&search=user"]) {
          const found: Array<unknown> = []
          const sizes: Array<number> = []
          let after = ""
          do {
            const reply = await world.send(partner.as(get(`${users}?limit=100${search}${after}`)))
            const { data, next } = Object(reply.body).data
            for (const each of data) {
              assert.deepEqual(each.attributes, long)
              found.push(each.userId)
            }
            sizes.push(data.length)
            after = next === null ? "" : `&after=${next}`
          } while (after !== "")
          assert.deepEqual(found, userIds)
          assert.equal(sizes.length, 2, `pages of ${sizes}`)
        }
      })

      test("a board does not show them", async (world) => {
        await world.acme.award("with attributes", "visit")
        const reply = await world.send(world.acme.as(get("/laas/leaderboard/new?take=100")))
        assert.ok(reply.text.includes("with attributes") && !reply.text.includes("a secret"))
      })
    }
  )
