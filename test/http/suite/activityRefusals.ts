import assert from "node:assert/strict"
import { type Call, get, post, withBearer } from "../../support/calls.ts"
import { containing, type Pattern } from "../../support/pattern.ts"
import {
  badRequest,
  forbidden,
  meets,
  missing,
  notFound,
  type Table,
  unauthorized
} from "../../support/table.ts"

const path = "/laas/activities"
const shopper = { userId: "shopper", type: "shop.paid" }
const unknown = "01a1dd04-59e9-7000-9022-9805fb1f6534"

const record = (fields: object = {}) => post(path, { ...shopper, ...fields })
const explain = (activity: object) =>
  post("/laas/rules/award/explain", { userId: "shopper", activity: { type: "shop.paid", ...activity } })
const bulk = (list: unknown) => post(`${path}/many`, { activities: list })
const undo = (activityId: string) => post(`${path}/reverse`, { activityId })
const listed = (query = "") => get(`${path}?${query}`)

const dataMustBe = "must be a JSON object of at most 8192 bytes, 100 values and 5 levels"

/** Bodies of an activity that are refused, and why. */
const wrong: ReadonlyArray<readonly [name: string, fields: object | string, error: Pattern]> = [
  ["an unknown field", { dta: {} }, "dta is not a known field: did you mean data?"],
  [
    "a field that the service sets",
    { partnerId: unknown },
    "partnerId is not a field of the body: leave it out"
  ],
  ["a malformed type", { type: "Order placed" }, containing("type must be a name of 1 to 64 characters")],
  ["data that is no object", { data: [1] }, `data ${dataMustBe}, got [1]`],
  [
    "a number that is not exact",
    { data: { sum: { total: 0.1234567890123456 } } },
    "data.sum.total must be a number of at most 15 significant digits"
  ],
  [
    "data that is too deep",
    { data: { a: { b: { c: { d: { e: {} } } } } } },
    "data.a.b.c.d.e must be nested at most 5 levels deep"
  ],
  [
    "too many values",
    { data: { list: Array.from({ length: 101 }, () => 1) } },
    "data must have at most 100 values, got 101"
  ],
  [
    "too many bytes",
    { data: { text: "x".repeat(8192) } },
    "data must have at most 8192 bytes as JSON, got 8203"
  ],
  ["a NUL", { data: { text: "\0" } }, "data.text must be text without NUL and lone surrogates"],
  ["the far past", { occurredAt: "2001-01-01T00:00:00Z" }, "occurredAt must be at most 30 days ago"],
  [
    "the future",
    { occurredAt: "9000-01-01T00:00:00Z" },
    "occurredAt must not be more than 5 minutes in the future"
  ],
  [
    "a key that the data has twice",
    '{"userId":"shopper","type":"shop.paid","data":{"total":1,"total":2}}',
    "data.total must be given once"
  ]
]

/** The calls of all operations, with the scope that each needs. */
const operations: ReadonlyArray<readonly [name: string, scope: string, call: Call]> = [
  ["record", "awards:write", record()],
  ["recordMany", "awards:write", bulk([shopper])],
  ["reverse", "awards:write", undo(unknown)],
  ["list", "read", listed()],
  ["explain", "read", explain({})]
]

/** Requests of activities that are refused. */
export const activityRefusals = (table: Table): void =>
  table("activities that are refused", [], (test) => {
    test("there is a member", async ({ acme }) => void (await acme.onboard("shopper")))

    for (const [name, fields, error] of wrong) {
      test(`refused, and nothing is written: ${name}`, async ({ acme, send }) => {
        const before = (await send(acme.as(listed("limit=1")))).text
        const call = typeof fields === "string" ? post(path, fields) : record(fields)
        meets(await send(acme.as(call)), badRequest(error))
        assert.equal((await send(acme.as(listed("limit=1")))).text, before)
      })
    }

    test("explain names a wrong field of its activity", async ({ acme, send }) => {
      meets(
        await send(acme.as(explain({ dat: {} }))),
        badRequest("activity.dat is not a known field: did you mean data?")
      )
      meets(
        await send(acme.as(explain({ data: { total: 1e-20 + 0.1234567890123456 } }))),
        badRequest(containing("activity.data.total must be a number"))
      )
      const twice = '{"userId":"shopper","activity":{"type":"a","data":{"b":[{"c":1,"c":1}]}}}'
      meets(
        await send(acme.as(post("/laas/rules/award/explain", twice))),
        badRequest("activity.data.b.0.c must be given once")
      )
      meets(await send(acme.as(post(path, { userId: "shopper" }))), missing("type"))
    })

    test("an unknown user is not found", async ({ acme, send }) => {
      const none = notFound(containing("nobody"))
      meets(await send(acme.as(record({ userId: "nobody" }))), none)
      meets(await send(acme.as(listed("userId=nobody"))), none)
      const body = { userId: "nobody", activity: { type: "shop.paid" } }
      meets(await send(acme.as(post("/laas/rules/award/explain", body))), none)
    })

    for (const [name, scope, call] of operations) {
      test(`${name} needs a token with ${scope}`, async ({ acme, logInWithKey, send }) => {
        meets(await send(call), unauthorized("the Authorization header must be Bearer and an access token"))
        const token = await logInWithKey(await acme.key(["rules:write"]))
        meets(await send(withBearer(call, token)), forbidden(containing(scope)))
      })
    }
  })
