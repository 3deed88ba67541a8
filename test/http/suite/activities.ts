import assert from "node:assert/strict"
import { get, idIn, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import { byAcme, type Cast } from "../../support/cast.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import {
  badRequest,
  meets,
  mismatch,
  notFound,
  refused,
  replayed,
  success,
  type Table
} from "../../support/table.ts"

const path = "/laas/activities"
const type = "shop.paid"
const shopper = { userId: "shopper", type }
const unknown = "01a1dd04-59e9-7000-9022-9805fb1f6534"

const record = (fields: object = {}) => post(path, { ...shopper, ...fields })
const explain = (activity: object) =>
  post("/laas/rules/award/explain", { userId: "shopper", activity: { type, ...activity } })
const bulk = (list: unknown) => post(`${path}/many`, { activities: list })
const undo = (activityId: string, rest: object = {}) => post(`${path}/reverse`, { activityId, ...rest })
const listed = (query = "") => get(`${path}?${query}`)

/** Acme's rules: "any order" pays 2, "large order" 1 for every 10 of the total from 50 on, "one order" once. */
const addRules = async ({ acme, send }: Cast): Promise<void> => {
  const terms = { maxNumberOfParticipant: "9", condition: "orders" }
  const conditions = { field: "data.total", is: "atLeast", value: 50 }
  for (const rule of [
    { name: "any order", coinValue: "2", when: { activity: type } },
    {
      name: "large order",
      coinValue: "1",
      unit: "10",
      when: { activity: type, conditions, amount: "data.total" }
    },
    { name: "one order", coinValue: "5", userLimitAward: "1", when: { activity: type } }
  ]) {
    const reply = await send(acme.as(post("/laas/rules/create-rule", { ...terms, ...rule })))
    assert.equal(reply.status, 201, reply.text)
  }
  await acme.onboard("shopper")
}

const because = (held: boolean) => [{ field: "data.total", is: "atLeast", value: 50, held }]
const outcome = (ruleName: string, coins: string, rest: object = {}) => ({
  ruleName,
  met: true,
  awarded: coins !== "0",
  coins,
  refusal: null,
  because: [],
  ...rest
})
const full = {
  refusal: { appErrorCode: "user_limit_reached", error: containing("has already rewarded this user 1 times") }
}
const missed = outcome("large order", "0", { met: false, because: because(false) })

const ofSmall: ReadonlyArray<Pattern> = [outcome("any order", "2"), missed, outcome("one order", "5")]
const ofLarge: ReadonlyArray<Pattern> = [
  outcome("any order", "2"),
  outcome("large order", "6", { because: because(true) }),
  outcome("one order", "0", full)
]

const recorded = (outcomes: ReadonlyArray<Pattern>) =>
  success(201, "Activity recorded successfully", { id, outcomes })
const explained = (outcomes: ReadonlyArray<Pattern>) =>
  success(200, "Activity explained, nothing was written", { outcomes })

const entry = (
  outcomes: Pattern,
  data: Pattern,
  rest: { readonly [field: string]: Pattern } = {}
): Pattern => ({
  id,
  userId: "shopper",
  type,
  data,
  occurredAt: instant,
  outcomes,
  createdAt: instant,
  reversedAt: null,
  orderedBy: byAcme,
  ...rest
})

const listIn = ({ body }: Reply): ReadonlyArray<{ readonly id: string; readonly data: unknown }> =>
  Object(body).data.data

export const activities = (table: Table): void =>
  table("activities", [], (test) => {
    test("an activity without rules is recorded, and has no outcomes", async (world) => {
      await addRules(world)
      meets(await world.send(world.acme.as(record({ type: "nothing" }))), recorded([]))
    })

    test("explain answers the outcomes of the record, and writes nothing", async ({ acme, send }) => {
      const large = { data: { total: 62.5, items: [{ id: "a" }] } }
      meets(await send(acme.as(explain({ data: { total: "62.5" } }))), explained(ofSmall))
      meets(await send(acme.as(record({ data: { total: "62.5" } }))), recorded(ofSmall))
      meets(await send(acme.as(explain(large))), explained(ofLarge))
      const body = await send(acme.as(record(large)))
      meets(body, recorded(ofLarge))
      assert.deepEqual(
        Object((await send(acme.as(explain(large)))).body).data.outcomes,
        Object(body.body).data.outcomes
      )
    })

    test("a retry with its key is answered byte for byte, and another body is refused", async (world) => {
      const { acme, send } = world
      const keyed = acme.as(withKey(record({ data: { total: 50 } }), "order 1"))
      const first = await send(keyed)
      const answer = recorded([
        outcome("any order", "2"),
        outcome("large order", "5", { because: because(true) }),
        outcome("one order", "0", full)
      ])
      meets(first, answer)
      const again = await send(keyed)
      meets(again, replayed(answer))
      assert.equal(again.text, first.text)
      meets(await send(acme.as(withKey(record({ data: { total: 51 } }), "order 1"))), mismatch())
    })

    test("a bulk has an outcome each, and its key replays all of them", async ({ acme, send }) => {
      const list = [
        { ...shopper, data: { total: 1 } },
        { ...shopper, userId: "nobody" },
        { type, usrId: "x" }
      ]
      const keyed = acme.as(withKey(bulk(list), "orders"))
      const first = await send(keyed)
      const failed = (errorType: string, appErrorCode: string, message: string, error: Pattern) => ({
        status: "failed",
        message,
        data: { errorType, appErrorCode, error }
      })
      const answer = success(201, "1 of 3 activities recorded", {
        accepted: 1,
        refused: 2,
        outcomes: [
          {
            status: "success",
            data: { id, outcomes: [outcome("any order", "2"), missed, outcome("one order", "0", full)] }
          },
          failed("not found", "", "Data not found", containing("nobody")),
          failed(
            "invalid",
            "Bad request",
            "Invalid data",
            containing("userId is required", "usrId is not a known field: did you mean userId?")
          )
        ]
      })
      meets(first, answer)
      const again = await send(keyed)
      meets(again, replayed(answer))
      assert.equal(again.text, first.text)
    })

    test("a bulk that repeats a key is refused, with the place", async ({ acme, send }) => {
      const text = `{"activities":[{"userId":"shopper","type":"x"},{"userId":"shopper","type":"x","type":"y"}]}`
      meets(
        await send(acme.as(post(`${path}/many`, text))),
        badRequest("activities.1.type must be given once")
      )
      meets(
        await send(acme.as(bulk(Array.from({ length: 1001 }, () => shopper)))),
        badRequest("activities must hold at most 1000 activities, got 1001")
      )
    })

    test("a key such as __proto__ is stored as it is, and is no property of objects", async (world) => {
      const { acme, send } = world
      const data = '{"__proto__":{"total":99},"constructor":1,"toString":"x"}'
      const one = `{"userId":"shopper","type":"${type}","data":${data}}`
      const reply = await send(acme.as(post(path, one)))
      meets(reply, recorded([outcome("any order", "2"), missed, outcome("one order", "0", full)]))
      const many = await send(acme.as(post(`${path}/many`, `{"activities":[${one}]}`)))
      assert.equal(many.status, 201)
      const list = await send(acme.as(listed(`type=${type}&limit=2`)))
      assert.equal(list.text.split(`"data":${data}`).length, 3, list.text)
    })

    test("lists are filtered and paged, newest first", async ({ acme, send }) => {
      const all = listIn(await send(acme.as(listed("limit=100"))))
      assert.ok(all.length > 5)
      const walked: Array<string> = []
      for (let after = ""; ; ) {
        const { body } = await send(acme.as(listed(`limit=2${after}`)))
        const { data, hasMore, next } = Object(body).data
        walked.push(...data.map((each: { readonly id: string }) => each.id))
        if (!hasMore) break
        after = `&after=${next}`
      }
      assert.deepEqual(
        walked,
        all.map((each) => each.id)
      )
      assert.deepEqual(walked, walked.toSorted().toReversed())
      meets(
        await send(acme.as(listed("type=nothing&userId=shopper"))),
        success(200, "Activities returned successfully", {
          data: [entry([], {}, { type: "nothing" })],
          hasMore: false,
          next: null
        })
      )
      const past = await send(acme.as(listed("to=2020-01-01T00:00:00Z")))
      assert.deepEqual(listIn(past), [])
    })

    test("only a token with members:read sees the data", async ({ acme, logInWithKey, send }) => {
      const seen = async (scopes: Parameters<typeof acme.key>[0]) => {
        const token = await logInWithKey(await acme.key(scopes))
        return listIn(await send(withBearer(listed("limit=100"), token))).map(({ data }) => data)
      }
      const without = await seen(["read"])
      assert.ok(without.length > 5 && without.every((data) => data === null))
      const read = await seen(["read", "members:read"])
      assert.ok(read.every((data) => data !== null))
      assert.ok(JSON.stringify(read).includes('{"total":"62.5"}'))
    })

    test("a reversal takes back what all awards paid, once", async ({ acme, send }) => {
      await acme.onboard("returner")
      const wallet = async () =>
        Object((await send(acme.as(get("/laas/get-user-coin-data?userId=returner")))).body).data
          .totalPartnerCoins
      const activityId = idIn(
        (await send(acme.as(record({ userId: "returner", data: { total: 62.5 } })))).body
      )
      const before = await wallet()
      const reversed = acme.as(withKey(undo(activityId, { narration: "returned" }), "return 1"))
      const answer = success(201, "Activity reversed successfully", {
        id,
        activityId,
        coins: "13",
        narration: "returned",
        partnerId: acme.partnerId,
        createdAt: instant
      })
      const first = await send(reversed)
      meets(first, answer)
      const again = await send(reversed)
      meets(again, replayed(answer))
      assert.equal(again.text, first.text)
      assert.equal(Number(before) - Number(await wallet()), 13)
      meets(await send(acme.as(undo(activityId))), refused("already_reversed", activityId))
      const [shown] = listIn(await send(acme.as(listed("userId=returner"))))
      assert.match(String(Object(shown).reversedAt), /Z$/)
    })

    test("another partner's activity looks like an unknown one", async ({ acme, send, zeta }) => {
      const activityId = idIn((await send(acme.as(record()))).body)
      const none = (each: string) =>
        notFound(
          `activityId ${each} was not found: use the id of an activity of this partner`,
          "activity_not_found"
        )
      meets(await send(zeta.as(undo(activityId))), none(activityId))
      meets(await send(zeta.as(undo(unknown))), none(unknown))
      assert.deepEqual(listIn(await send(zeta.as(listed()))), [])
      assert.deepEqual(
        listIn(await send(zeta.as(listed(`after=${activityId}`)))),
        listIn(await send(zeta.as(listed(`after=${unknown}`))))
      )
      meets(await send(zeta.as(record())), notFound(containing("shopper")))
    })
  })
