import assert from "node:assert/strict"
import { type Call, idIn, patch, post, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"

const rule = { name: "raced", coinValue: "1", maxNumberOfParticipant: "5", condition: "any" }

/** An award and a transfer of a new member, to be undone. */
const made = async ({ acme }: Cast, userId: string) => {
  await acme.onboard(userId)
  await acme.award(userId, "visit")
  return {
    awardId: idIn((await acme.award(userId, "visit")).body),
    transactionId: idIn((await acme.transfer(userId, 1)).body)
  }
}

/** The writes that accept an idempotency key. */
const writes: ReadonlyArray<readonly [name: string, call: (world: Cast) => Call | Promise<Call>]> = [
  ["rule", () => post("/laas/rules/create-rule", rule)],
  ["update", ({ visit }) => post("/laas/rules/update-rule", { id: visit, condition: "is there" })],
  ["member", () => post("/laas/users", { userId: "raced" })],
  ["award", ({ bea }) => post("/laas/rules/award", { userId: bea, ruleName: "visit" })],
  ["awards", ({ cy }) => post("/laas/rules/awards", { awards: [{ userId: cy, ruleName: "visit" }] })],
  ["transfer", ({ bea }) => post("/laas/coins/transfer-from-user-wallet", { userId: bea, coins: 1 })],
  [
    "reverse",
    async (world) => {
      const { awardId } = await made(world, "raced reversal")
      return post("/laas/rules/award/reverse", { awardId })
    }
  ],
  [
    "reversals",
    async (world) => {
      const { awardId } = await made(world, "raced reversals")
      return post("/laas/rules/awards/reverse", { reversals: [{ awardId }, { awardId }] })
    }
  ],
  [
    "confirmation",
    async ({ acme, bea }) => post("/laas/rules/award/confirm", { awardId: await acme.pending(bea) })
  ],
  [
    "confirmations",
    async ({ acme, bea }) => {
      const awardId = await acme.pending(bea)
      return post("/laas/rules/awards/confirm", { confirmations: [{ awardId }, { awardId }] })
    }
  ],
  ["activity", ({ bea }) => post("/laas/activities", { userId: bea, type: "raced", data: { total: 1 } })],
  [
    "activities",
    ({ cy }) => post("/laas/activities/many", { activities: [{ userId: cy, type: "raced" }, { userId: cy }] })
  ],
  [
    "reversal of an activity",
    async ({ acme, bea, send }) => {
      const { body } = await send(acme.as(post("/laas/activities", { userId: bea, type: "raced" })))
      return post("/laas/activities/reverse", { activityId: idIn(body) })
    }
  ],
  [
    "refund",
    async (world) => {
      const { transactionId } = await made(world, "raced refund")
      return post("/laas/coins/refund", { transactionId })
    }
  ],
  [
    "refunds",
    async (world) => {
      const { transactionId } = await made(world, "raced refunds")
      return post("/laas/coins/refunds", { refunds: [{ transactionId }, { transactionId }] })
    }
  ],
  ["webhook", async (world) => patch(`/laas/webhooks/${await newWebhook(world)}`, { types: ["award.paid"] })]
]

const newWebhook = async ({ acme, send }: Cast): Promise<string> => {
  const { body, status, text } = await send(
    acme.as(post("/laas/webhooks", { url: "https://example.com/hook" }))
  )
  assert.equal(status, 201, text)
  return idIn(body)
}

/** A client without an answer sends the request again, perhaps while the first still runs. */
export const keys = (table: Table): void =>
  table("many concurrent requests with one key", [], (test) => {
    for (const [name, call] of writes) {
      test(`${name}: one is executed, and all get its answer`, async (world) => {
        const keyed = world.acme.as(withKey(await call(world), `raced ${name}`))
        const replies = await Promise.all(Array.from({ length: 8 }, () => world.send(keyed)))
        const [first] = replies
        assert.ok(first !== undefined && first.status < 300, first?.text)
        for (const { status, text } of replies) assert.deepEqual([status, text], [first.status, first.text])
        const done = replies.filter(({ headers }) => headers.get("idempotency-replayed") === null)
        assert.equal(done.length, 1)
      })
    }

    test("a key of one operation is refused for another, even with the same body", async ({ acme, send }) => {
      const body = { name: "same body", coinValue: 1, maxNumberOfParticipant: 1, condition: "any" }
      const keyed = (path: string) => acme.as(withKey(post(path, body), "same body"))
      assert.equal((await send(keyed("/laas/rules/create-rule"))).status, 201)
      assert.equal((await send(keyed("/laas/rules/update-rule"))).status, 422)
    })

    test("a key of a change of one webhook is refused for another, even with the same body", async (world) => {
      const { acme, send } = world
      const [one, other] = [await newWebhook(world), await newWebhook(world)]
      const keyed = (id: string) =>
        acme.as(withKey(patch(`/laas/webhooks/${id}`, { description: "shop" }), "same change"))
      assert.equal((await send(keyed(one))).status, 200)
      assert.equal((await send(keyed(other))).status, 422)
    })

    test("a refused write does not use up the key", async ({ acme, send }) => {
      const named = (ruleName: string) =>
        acme.as(withKey(post("/laas/rules/award", { userId: "raced", ruleName }), "free"))
      assert.equal((await send(named("never made"))).status, 400)
      assert.equal((await send(named("visit"))).status, 201)
    })
  })
