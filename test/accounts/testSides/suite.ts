// The test side of a partner, over HTTP, at two services on one database.
import assert from "node:assert/strict"
import { Effect, Schema } from "effect"
import { Sweeper } from "../../../lib/index.ts"
import { verify } from "../../../lib/layers/Rewards.ts"
import { timeOf } from "../../../lib/schema/Id.ts"
import { get, post, remove, tokenIn, withBasic, withBearer } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { join } from "../../support/staff.ts"
import { eventually } from "../../support/wait.ts"
import { type ApiKey, openWorld, type World } from "../../support/world.ts"
import { startReceiver } from "../../webhooks/receiver.ts"
import { callsOf, codeIn, empty, exchange, make, move, show } from "./scene.ts"

const day = 86_400_000

export const testSides = (name: string, database: () => Promise<string>): void =>
  describe(`the test side of a partner on ${name}`, () => {
    let one: World
    /** Another process on the same database. */
    let other: World

    beforeAll(async () => {
      const address = await database()
      // The sweeper runs when a test asks for it.
      const options = {
        http: { rateLimits: { public: 0, failures: 0 } },
        accounts: { sweep: false, webhookSender: { poll: "50 millis" } }
      } as const
      one = await openWorld(address, options)
      other = await openWorld(address, options)
    })
    afterAll(async () => {
      await one.close()
      await other.close()
    })

    /** A partner whose test side has a rule and a member. */
    const opened = async (fields: object = {}) => {
      const live = await one.partner(crypto.randomUUID())
      const made = await make(one, live)
      const token = await exchange(one, live.accessToken)
      const test = callsOf(one, token)
      const elsewhere = callsOf(other, token)
      await test.rule(fields)
      await test.onboard("ada")
      return { live, made, token, test, elsewhere }
    }

    const rowsOf = async (partnerId: string) => {
      const tables = [
        "rewards_rule",
        "rewards_member",
        "rewards_award",
        "rewards_transfer",
        "rewards_api_key"
      ]
      const counted = await Promise.all(
        tables.map((table) =>
          one.sql(`SELECT COUNT(*) AS count FROM ${table} WHERE partner_id = UUID '${partnerId}'`)
        )
      )
      return counted.map(([row]) => Number(row?.count))
    }

    it("has its own data: neither side sees or changes the other", async () => {
      const { live, made, test } = await opened()
      await live.rule({ name: "live rule" })
      await live.onboard("grace")
      await live.award("grace", "live rule")
      const before = await rowsOf(live.partnerId)
      await test.award("ada")
      assert.equal(await test.coins("ada"), 10)
      assert.deepEqual(await rowsOf(live.partnerId), before)
      for (const [call, code] of [
        [post("/laas/rules/award", { userId: "ada", ruleName: "live rule" }), "user"],
        [post("/laas/rules/award", { userId: "grace", ruleName: "signup" }), "rule_not_found"]
      ] as const) {
        const reply = await one.send(live.as(call))
        assert.equal(reply.status, 400, reply.text)
        assert.ok(reply.text.includes(code), reply.text)
      }
      assert.equal((await test.list("/laas/rules")).length, 1)
      assert.notEqual(made.partnerId, live.partnerId)
      assert.deepEqual(await one.run(verify()), [])
    })

    it("is made once, also by requests at the same time at two processes", async () => {
      const live = await one.partner(crypto.randomUUID())
      const made = await Promise.all([one, other, one, other].map((world) => make(world, live)))
      assert.equal(new Set(made.map(({ partnerId }) => partnerId)).size, 1)
      const rows = await one.sql(
        `SELECT COUNT(*) AS count FROM rewards_partner p WHERE p.name = (SELECT name FROM rewards_partner WHERE id = UUID '${made[0]?.partnerId}')`
      )
      assert.equal(Number(rows[0]?.count), 1)
    })

    it("has keys and tokens that say so, and that the live side refuses", async () => {
      const { test, token } = await opened()
      assert.match(token, /^test_[\w-]{65}$/)
      const { apiKey, apiSecret } = await test.key(["read", "awards:write"])
      assert.match(apiKey, /^rk_test_[0-9a-f]{64}$/)
      assert.match(apiSecret, /^test_/)
      const login = await other.send(withBasic(post("/laas/iam/login"), apiKey, apiSecret))
      const keyToken = tokenIn(login.body)
      assert.match(keyToken, /^test_/)
      await callsOf(other, keyToken).award("ada")
      assert.equal(await test.coins("ada"), 10)
      // Without the prefix, neither is a token.
      for (const each of [token, keyToken])
        assert.equal((await one.send(withBearer(get("/laas/rules"), each.slice(5)))).status, 401)
    })

    it("is reached by people in their own role, who end with their session and cannot change the person", async () => {
      const { live, token } = await opened()
      const viewer = await join(one, live, `${crypto.randomUUID()}@partners.example`, "viewer")
      const viewerToken = await exchange(one, await one.logIn(viewer.email))
      const writing = post("/laas/rules/award", { userId: "ada", ruleName: "signup" })
      assert.equal((await one.send(withBearer(writing, viewerToken))).status, 403)
      assert.equal((await one.send(withBearer(get("/laas/rules"), viewerToken))).status, 200)
      assert.equal((await callsOf(one, token).read("/laas/iam/me")).email, live.email)
      for (const call of [
        post("/laas/iam/totp"),
        get("/laas/iam/sessions"),
        post("/laas/iam/logout-logins"),
        post("/laas/iam/logout-all"),
        get("/laas/iam/staff"),
        post("/laas/iam/test-side/token")
      ])
        assert.equal((await one.send(withBearer(call, token))).status, 403, call.path)
      for (const call of [post("/laas/iam/test-side"), post("/laas/iam/test-side/empty")])
        assert.equal((await one.send(withBearer(call, await one.logIn(viewer.email)))).status, 403, call.path)
      // An exchanged token is no session of the list.
      const { text: sessions } = await one.send(live.as(get("/laas/iam/sessions")))
      assert.equal(sessions.match(/"current"/g)?.length, 1, sessions)
      await one.send(live.as(post("/laas/iam/logout")))
      assert.equal((await one.send(withBearer(get("/laas/rules"), token))).status, 401)
    })

    it("records who ordered something under the name of the person", async () => {
      const { live, test } = await opened()
      await test.award("ada")
      const [award] = await test.list("/laas/rules/awards?userId=ada")
      assert.ok(JSON.stringify(award?.orderedBy).includes(live.email))
    })

    it("has a clock: awards mature, coins expire and limits begin anew, at every process at once", async () => {
      const { live, test, elsewhere, token } = await opened({
        limits: [{ per: "member", period: "month", awards: 1 }]
      })
      await test.rule({ name: "later", pendingDays: 14 })
      await test.rule({ name: "short", coinsExpire: "P30D" })
      await test.award("ada")
      await test.award("ada", "later")
      await test.award("ada", "short")
      assert.equal(await elsewhere.coins("ada"), 20)
      const again = await one.send(
        withBearer(post("/laas/rules/award", { userId: "ada", ruleName: "signup" }), token)
      )
      assert.match(again.text, /limit_reached/)

      const before = Date.now()
      const moved = await move(one, live, { days: 15 })
      assert.ok(moved.clock.getTime() >= before + 15 * day)
      assert.equal(moved.ahead, (15 * day) / 1000)
      // Without a sweep: it has matured.
      assert.equal(await elsewhere.coins("ada"), 30)

      await move(other, live, { days: 20 })
      // The coins of `short` have expired, and the month of the limit is another one.
      assert.equal(await test.coins("ada"), 20)
      const award = await elsewhere.award("ada")
      assert.equal(award.awarded, true)
      assert.equal(await test.coins("ada"), 30)
      const [newest] = await test.list("/laas/rules/awards?userId=ada&ruleName=signup")
      assert.ok(Date.parse(String(newest?.createdAt)) >= before + 35 * day)

      await one.run(Effect.flatMap(Sweeper, (sweeper) => sweeper.sweep()))
      assert.equal(await test.coins("ada"), 30)
      assert.deepEqual(await one.run(verify()), [])
    })

    const exchangeOf = (live: { readonly accessToken: string }) => exchange(one, live.accessToken)

    it("has a clock that only moves forward, and at most 20 years", async () => {
      const { live } = await opened()
      const { clock } = await move(one, live, { days: 3 })
      const set = await move(one, live, { at: new Date(clock.getTime() + day).toISOString() })
      assert.ok(set.clock.getTime() - clock.getTime() >= day - 5000)
      const refusals = [
        [{ at: clock.toISOString() }, "clock_backwards"],
        [{ at: "2999-01-01T00:00:00Z" }, "Bad request"],
        [{ days: 0 }, "Bad request"],
        [{}, "Bad request"],
        [{ days: 1, at: "2030-01-01T00:00:00Z" }, "Bad request"]
      ] as const
      for (const [to, code] of refusals) {
        const reply = await one.send(live.as(post("/laas/iam/test-side/clock", to)))
        assert.equal(reply.status, 400)
        assert.equal(codeIn(reply), code)
      }
      // Days that two processes add at the same time all count.
      const { ahead } = await show(one, live)
      await Promise.all([one, other, one, other].map((world) => move(world, live, { days: 1 })))
      assert.equal((await show(other, live)).ahead, ahead + (4 * day) / 1000)
    })

    it("never moves the clock, the ids and the mails of others", async () => {
      const { live, test } = await opened()
      await move(one, live, { days: 3000 })
      await test.award("ada")
      await live.rule()
      await live.onboard("grace")
      await live.award("grace")
      const [award] = await callsOf(one, live.accessToken).list("/laas/rules/awards?userId=grace")
      const tomorrow = Date.now() + day
      assert.ok(Date.parse(String(award?.createdAt)) < tomorrow)
      assert.ok(timeOf(String(award?.id)).getTime() < tomorrow)
      const trail = await one.sql(
        "SELECT COUNT(*) AS count FROM rewards_audit WHERE created_at > '2033-01-01T00:00:00.000Z'"
      )
      assert.equal(Number(trail[0]?.count), 0)
      await assert.rejects(
        one.sql(`UPDATE rewards_partner SET clock_offset = 1000 WHERE id = UUID '${live.partnerId}'`)
      )
    })

    it("with a clock that is years ahead deletes no counts of refusals of others", async () => {
      const { live, test, token } = await opened({ userLimitAward: "1" })
      await move(one, live, { days: 3000 })
      await test.award("ada")
      await live.rule({ userLimitAward: "1" })
      await live.onboard("grace")
      await live.award("grace")
      const refused = async () => {
        const { refusals } = await callsOf(one, live.accessToken).read("/laas/statistics")
        return Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ count: Schema.Number })))(refusals)
      }
      const award = (userId: string) => post("/laas/rules/award", { userId, ruleName: "signup" })
      // Both are written together.
      assert.equal((await one.send(live.as(award("grace")))).status, 400)
      assert.equal((await one.send(withBearer(award("ada"), token))).status, 400)
      assert.deepEqual(await refused(), [{ count: 1 }])
    })

    it("orders commands that are written while the clock moves: none has an earlier time after the move", async () => {
      const { live, token } = await opened()
      const writing = Array.from({ length: 40 }, (_, index) =>
        callsOf(index % 2 === 0 ? one : other, token).award("ada")
      )
      const { clock } = await move(one, live, { days: 10 })
      const after = await callsOf(other, token).award("ada")
      await Promise.all(writing)
      const rows = await one.sql(
        `SELECT id, created_at FROM rewards_award WHERE id = UUID '${String(after.id)}'`
      )
      assert.ok(new Date(String(rows[0]?.created_at)).getTime() >= clock.getTime() - 1000)
      assert.deepEqual(await one.run(verify()), [])
    })

    it("sends webhooks that say so, also those about what the clock made due", async () => {
      const receiver = await startReceiver()
      const { live, test } = await opened({ pendingDays: 10 })
      await test.send(post("/laas/webhooks", { url: receiver.url }))
      await test.award("ada")
      await receiver.until((received) => received.some(({ type }) => type === "award.paid"))
      await move(one, live, { days: 11 })
      await one.run(Effect.flatMap(Sweeper, (sweeper) => sweeper.sweep()))
      await receiver.until((received) => received.some(({ type }) => type === "award.matured"))
      for (const { headers } of receiver.received) assert.equal(headers["laurel-test-side"], "true")
      await receiver.close()
    })

    it("is emptied: its data, keys, tokens and webhooks are gone, and the live side is not touched", async () => {
      const { live, made, test, token } = await opened()
      await live.rule()
      await live.onboard("grace")
      await live.award("grace")
      const key = await test.key(["read"])
      const login = withBasic(post("/laas/iam/login"), key.apiKey, key.apiSecret)
      const keyToken = tokenIn((await one.send(login)).body)
      await test.send(post("/laas/webhooks", { url: "https://127.0.0.1:1/" }))
      await test.award("ada")
      await move(one, live, { days: 5 })
      const before = await rowsOf(live.partnerId)

      const fresh = await empty(one, live)
      assert.notEqual(fresh.partnerId, made.partnerId)
      assert.equal(fresh.ahead, 0)
      assert.deepEqual(await rowsOf(live.partnerId), before)
      for (const each of [token, keyToken])
        assert.equal((await one.send(withBearer(get("/laas/rules"), each))).status, 401)
      assert.equal((await one.send(login)).status, 401)
      assert.equal((await other.send(login)).status, 401)
      await eventually(
        "another process refuses the token, too",
        () => other.send(withBearer(get("/laas/rules"), token)),
        ({ status }) => status === 401
      )
      const webhooks = await one.sql(
        `SELECT COUNT(*) AS count FROM rewards_webhook WHERE partner_id = UUID '${made.partnerId}' AND status <> 'removed'`
      )
      assert.equal(Number(webhooks[0]?.count), 0)
      const again = callsOf(one, await exchangeOf(live))
      assert.deepEqual(await again.list("/laas/rules"), [])
      assert.equal((await one.send(live.as(get("/laas/rules")))).status, 200)
    })

    it("is emptied a few times a day", async () => {
      const { live } = await opened()
      for (let times = 0; times < 10; times++) await empty(one, live)
      const reply = await one.send(live.as(post("/laas/iam/test-side/empty")))
      assert.equal(reply.status, 400)
      assert.equal(codeIn(reply), "test_side_limit_reached")
    })

    it("counts towards the rate limit and the places of its live partner", async () => {
      const limited = one.http({ rateLimits: { partner: 20, public: 0, failures: 0 } })
      const { live, token } = await opened()
      const calls = Array.from({ length: 11 }, () => [live.accessToken, token]).flat()
      const replies = []
      for (const each of calls) replies.push(await limited.send(withBearer(get("/laas/rules"), each)))
      assert.equal(replies.filter(({ status }) => status === 200).length, 20)
      assert.equal(replies.filter(({ status }) => status === 429).length, 2)
      await limited.dispose()
    })

    it("is signed out with its live partner, and a person's sign out everywhere leaves keys on both sides", async () => {
      const { live, test, token } = await opened()
      const scopes = ["read"]
      const logIn = async (key: Pick<ApiKey, "apiKey" | "apiSecret">) =>
        tokenIn((await one.send(withBasic(post("/laas/iam/login"), key.apiKey, key.apiSecret))).body)
      const ofTest = await logIn(await test.key(scopes))
      const ofLive = await logIn(await live.key(scopes))
      const statusesOf = async (...tokens: ReadonlyArray<string>) => {
        const read = tokens.map((each) => one.send(withBearer(get("/laas/rules"), each)))
        return (await Promise.all(read)).map(({ status }) => status)
      }
      assert.deepEqual(await statusesOf(token, ofTest, ofLive), [200, 200, 200])
      await one.send(live.as(post("/laas/iam/logout-logins")))
      assert.deepEqual(await statusesOf(token, ofTest, ofLive), [401, 200, 200])
      const again = await live.again()
      await one.send(again.as(post("/laas/iam/logout-all")))
      assert.deepEqual(await statusesOf(again.accessToken, ofTest, ofLive), [401, 401, 401])
    })

    it("of a removed person is closed with the person", async () => {
      const { live } = await opened()
      const manager = await join(one, live, `${crypto.randomUUID()}@partners.example`, "manager")
      const token = await exchange(one, await one.logIn(manager.email))
      assert.equal((await one.send(withBearer(get("/laas/rules"), token))).status, 200)
      assert.equal((await one.send(live.as(remove(`/laas/iam/staff/${manager.id}`)))).status, 200)
      assert.equal((await one.send(withBearer(get("/laas/rules"), token))).status, 401)
    })
  })
