// What is left of a test side that was emptied, and calls that come while it is emptied.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { ApiKeys, Webhooks } from "../../../lib/entries/accounts.ts"
import { Events, Rules, Sweeper } from "../../../lib/index.ts"
import { verify } from "../../../lib/layers/Rewards.ts"
import { get, post, withBearer } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { ruleInput } from "../../support/world/partner.ts"
import { openWorld, type World } from "../../support/world.ts"
import { callsOf, codeIn, empty, exchange, make, move, show } from "./scene.ts"

const address = "https://127.0.0.1:1/"

export const emptiedSides = (name: string, database: () => Promise<string>): void =>
  describe(`a test side that was emptied on ${name}`, () => {
    let one: World
    /** Another process on the same database. */
    let other: World

    beforeAll(async () => {
      const url = await database()
      const options = {
        http: { rateLimits: { public: 0, failures: 0 } },
        accounts: { sweep: false, webhookSender: { poll: "50 millis" } }
      } as const
      one = await openWorld(url, options)
      other = await openWorld(url, options)
    })
    afterAll(async () => {
      await one.close()
      await other.close()
    })

    const opened = async () => {
      const live = await one.partner(crypto.randomUUID())
      const { partnerId } = await make(one, live)
      const token = await exchange(one, live.accessToken)
      return { live, partnerId, token, test: callsOf(one, token) }
    }

    const countOf = async (table: string, partnerId: string, condition = "1 = 1") => {
      const [row] = await one.sql(
        `SELECT COUNT(*) AS count FROM ${table} WHERE partner_id = UUID '${partnerId}' AND ${condition}`
      )
      return Number(row?.count)
    }

    /** A test side with coins that mature in ten days. */
    const pending = async () => {
      const side = await opened()
      await side.test.rule({ pendingDays: 10 })
      await side.test.onboard("ada")
      await side.test.award("ada")
      await move(one, side.live, { days: 11 })
      return side
    }

    it("is not swept any more, and others are", async () => {
      const [retired, served] = [await pending(), await pending()]
      await empty(one, retired.live)
      await one.run(Effect.flatMap(Sweeper, (sweeper) => sweeper.sweep()))
      assert.equal(await countOf("rewards_account", retired.partnerId, "next_due IS NOT NULL"), 1)
      assert.equal(await countOf("rewards_account", served.partnerId, "next_due IS NOT NULL"), 0)
      assert.deepEqual(await one.run(verify()), [])
    })

    it("has no events soon, and its feed is searched no more, however far ahead its clock was", async () => {
      const [retired, served] = [await opened(), await opened()]
      for (const { live, test } of [retired, served]) {
        await move(one, live, { days: 400 })
        await test.read("/laas/events")
        await test.rule()
      }
      await empty(one, retired.live)
      await one.run(Effect.flatMap(Events, (events) => events.forget()))
      assert.equal(await countOf("rewards_event", retired.partnerId), 0)
      assert.equal(await countOf("rewards_feed", retired.partnerId, "last_event IS NULL"), 1)
      assert.equal(await countOf("rewards_event", served.partnerId), 1)
      assert.equal(await countOf("rewards_feed", served.partnerId, "last_event IS NOT NULL"), 1)
      assert.deepEqual(await one.run(Effect.flatMap(Events, (events) => events.verify())), [])
    })

    it("has no webhooks in the tables soon, so no sender searches them", async () => {
      const { live, partnerId, test } = await opened()
      await test.send(post("/laas/webhooks", { url: address }))
      await test.rule()
      await empty(one, live)
      await eventually(
        "the sender removes the webhook",
        () => countOf("rewards_webhook", partnerId),
        (count) => count === 0
      )
    })

    it("refuses new webhooks, keys and rules, in a process that still trusts its tokens like one that has ended", async () => {
      const { live, token, partnerId } = await opened()
      assert.equal((await other.send(withBearer(get("/laas/rules"), token))).status, 200)
      await empty(one, live)
      const rule = { name: "a", coinValue: "1", maxNumberOfParticipant: "1", condition: "a" }
      const activity = { ...rule, when: { activity: "order.paid" } }
      for (const [path, body] of [
        ["/laas/webhooks", { url: address }],
        ["/laas/iam/api-keys", { name: "ci", scopes: ["read"] }],
        ["/laas/rules/create-rule", rule],
        ["/laas/rules/create-rule", activity]
      ] as const) {
        const reply = await other.send(withBearer(post(path, body), token))
        assert.equal(reply.status, 401, reply.text)
        assert.equal(codeIn(reply), "")
        assert.match(reply.text, /the access token is missing, expired, revoked or unknown/)
      }
      const refused = Effect.gen(function* () {
        const { create: webhook } = yield* Webhooks
        const { create: key } = yield* ApiKeys
        const { create: rule } = yield* Rules
        return [
          yield* Effect.flip(webhook({ partnerId, url: address })),
          yield* Effect.flip(key({ partnerId, name: "ci", scopes: ["read"] })),
          yield* Effect.flip(rule(ruleInput(partnerId, {})))
        ]
      })
      assert.deepEqual(
        (await one.run(refused)).map(({ _tag }) => _tag),
        ["PartnerNotFound", "PartnerNotFound", "PartnerNotFound"]
      )
      assert.equal(await countOf("rewards_rule", partnerId), 0)
    })

    it("has no webhook and no key, also of those that were made while it was emptied at another process", async () => {
      for (let round = 0; round < 5; round++) {
        const { live, partnerId, token } = await opened()
        for (const world of [one, other]) await world.send(withBearer(get("/laas/rules"), token))
        const adding = Array.from({ length: 6 }, (_, index) =>
          (index % 2 === 0 ? one : other).send(
            withBearer(
              index < 3
                ? post("/laas/webhooks", { url: address })
                : post("/laas/iam/api-keys", { name: "ci", scopes: ["read"] }),
              token
            )
          )
        )
        const [, ...replies] = await Promise.all([empty(other, live), ...adding])
        for (const { status, text } of replies) assert.ok(status === 201 || status === 401, text)
        assert.equal(await countOf("rewards_webhook", partnerId, "status <> 'removed'"), 0)
        assert.equal(await countOf("rewards_api_key", partnerId, "revoked_at IS NULL"), 0)
      }
    })

    it("can be emptied while its clock is moved: the clock of the old one or of the new one moves", async () => {
      for (let round = 0; round < 5; round++) {
        const { live } = await opened()
        await Promise.all([empty(one, live), move(other, live, { days: 3 })])
        const { ahead } = await show(one, live)
        assert.ok(ahead === 0 || ahead === 3 * 86_400, String(ahead))
      }
    })
  })
