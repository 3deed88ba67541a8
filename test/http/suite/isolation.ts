import assert from "node:assert/strict"
import { numericPassword, password, userPassword } from "../../support/bodies.ts"
import { type Call, get, idIn, post } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"

const unknownId = "00000000-0000-7000-8000-000000000000"

/** Requests of the partner Zeta, once about something of Acme's and once about something unknown. */
const questions: ReadonlyArray<{
  readonly name: string
  readonly theirs: (world: Cast) => string | Promise<string>
  readonly none: string
  readonly ask: (thing: string) => Call
}> = [
  {
    name: "awarding another partner's rule",
    theirs: () => "visit",
    none: "never made",
    ask: (ruleName) => post("/laas/rules/award", { userId: "zoe", ruleName })
  },
  {
    name: "awarding another partner's member",
    theirs: () => "only of acme",
    none: "unknown",
    ask: (userId) => post("/laas/rules/award", { userId, ruleName: "secret" })
  },
  {
    name: "explaining another partner's rule",
    theirs: () => "visit",
    none: "never made",
    ask: (ruleName) => post("/laas/rules/award/explain", { userId: "zoe", ruleName })
  },
  {
    name: "explaining another partner's member",
    theirs: () => "only of acme",
    none: "unknown",
    ask: (userId) => post("/laas/rules/award/explain", { userId, ruleName: "secret" })
  },
  {
    name: "reversing another partner's award",
    theirs: async ({ acme }) => idIn((await acme.award("only of acme", "visit")).body),
    none: unknownId,
    ask: (awardId) => post("/laas/rules/award/reverse", { awardId })
  },
  {
    name: "confirming another partner's award",
    theirs: ({ acme }) => acme.pending("only of acme"),
    none: unknownId,
    ask: (awardId) => post("/laas/rules/award/confirm", { awardId })
  },
  {
    name: "refunding another partner's transfer",
    theirs: async ({ acme }) => idIn((await acme.transfer("only of acme", 1)).body),
    none: unknownId,
    ask: (transactionId) => post("/laas/coins/refund", { transactionId })
  },
  {
    name: "changing another partner's rule",
    theirs: ({ visit }) => visit,
    none: unknownId,
    ask: (id) => post("/laas/rules/update-rule", { id, coinValue: "1000" })
  },
  {
    name: "emptying the wallet of another partner's member",
    theirs: () => "only of acme",
    none: "unknown",
    ask: (userId) => post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })
  },
  {
    name: "reading a wallet with another partner",
    theirs: ({ bea }) => bea,
    none: unknownId,
    ask: (userId) => get(`/laas/get-user-coin-data?userId=${userId}`)
  },
  {
    name: "reading its history",
    theirs: ({ bea }) => bea,
    none: unknownId,
    ask: (userId) => get(`/laas/coins/transactions?userId=${userId}`)
  },
  {
    name: "searching its transactions",
    theirs: ({ bea }) => bea,
    none: unknownId,
    ask: (userId) => get(`/laas/coins/transactions/search?userId=${userId}`)
  },
  {
    name: "a position on the points board",
    theirs: ({ bea }) => bea,
    none: unknownId,
    ask: (userId) => get(`/laas/leaderboard/new?userId=${userId}`)
  },
  {
    name: "a position on the coin board",
    theirs: ({ bea }) => bea,
    none: unknownId,
    ask: (userId) => get(`/laas/coins/partner/ep-leaderboard?userId=${userId}`)
  },
  {
    name: "awards of another partner's member",
    theirs: () => "only of acme",
    none: "unknown",
    ask: (userId) => get(`/laas/rules/awards?userId=${encodeURIComponent(userId)}`)
  },
  {
    name: "awards of another partner's rule",
    theirs: () => "visit",
    none: "never made",
    ask: (ruleName) => get(`/laas/rules/awards?ruleName=${encodeURIComponent(ruleName)}`)
  },
  {
    name: "a board of another partner",
    theirs: ({ acme }) => acme.partnerId,
    none: unknownId,
    ask: (partnerId) => get(`/laas/leaderboard/new?partnerId=${partnerId}`)
  }
]

/** Items of bulks of the partner Zeta that concern something of Acme's. */
const bulks: ReadonlyArray<{
  readonly path: string
  readonly list: string
  readonly item: (world: Cast) => object | Promise<object>
}> = [
  {
    path: "/laas/rules/awards",
    list: "awards",
    item: () => ({ userId: "only of acme", ruleName: "visit" })
  },
  {
    path: "/laas/rules/awards/reverse",
    list: "reversals",
    item: async ({ acme }) => ({ awardId: idIn((await acme.award("only of acme", "visit")).body) })
  },
  {
    path: "/laas/rules/awards/confirm",
    list: "confirmations",
    item: async ({ acme }) => ({ awardId: await acme.pending("only of acme") })
  },
  {
    path: "/laas/coins/refunds",
    list: "refunds",
    item: async ({ acme }) => ({ transactionId: idIn((await acme.transfer("only of acme", 1)).body) })
  }
]

/** The same call with the id of another partner, and an idempotency key, among its fields. */
const claiming = (call: Call, partnerId: string): Call =>
  typeof call.body === "object"
    ? { ...call, body: { ...call.body, partnerId, idempotencyKey: "claimed" } }
    : { ...call, path: `${call.path}&partnerId=${partnerId}` }

/** A partner cannot find out whether something of another partner exists. */
export const isolation = (table: Table): void =>
  table("isolation of partners", [], (test) => {
    for (const { ask, name, none, theirs } of questions) {
      test(`${name} gets the same answer as for something unknown`, async (world) => {
        const { acme, send, zeta } = world
        await send(acme.as(post("/laas/users", { userId: "only of acme" })))
        const thing = await theirs(world)
        const [real, unreal] = [await send(zeta.as(ask(thing))), await send(zeta.as(ask(none)))]
        assert.ok(real.status === 400 || real.status === 403, real.text)
        assert.equal(real.status, unreal.status)
        assert.equal(real.text.replaceAll(thing, "?"), unreal.text.replaceAll(none, "?"))
      })
    }

    for (const { ask, name, none, theirs } of questions) {
      test(`${name} under that partner's id gets the same answer, too`, async (world) => {
        const { acme, send, zeta } = world
        await send(acme.as(post("/laas/users", { userId: "only of acme" })))
        const thing = await theirs(world)
        const claimed = async (asked: string) => send(zeta.as(claiming(ask(asked), acme.partnerId)))
        const [real, unreal] = [await claimed(thing), await claimed(none)]
        assert.ok(real.status === 400 || real.status === 403, real.text)
        if (ask(none).body !== undefined) assert.match(real.text, /partnerId is not a field of the body/)
        assert.equal(real.status, unreal.status)
        assert.equal(real.text.replaceAll(thing, "?"), unreal.text.replaceAll(none, "?"))
      })
    }

    for (const { item, list, path } of bulks) {
      test(`${list} with another partner's id in their items are refused, each by name`, async (world) => {
        const { acme, send, zeta } = world
        await send(acme.as(post("/laas/users", { userId: "only of acme" })))
        await acme.award("only of acme", "visit")
        const found = await item(world)
        const claim = { ...found, partnerId: acme.partnerId, idempotencyKey: "claimed" }
        const reply = await send(zeta.as(post(path, { [list]: [claim, found] })))
        assert.match(reply.text, /"accepted":0,"refused":2/)
        const own =
          list === "awards" || list === "adjustments"
            ? /leave it out"/
            : /leave it out; idempotencyKey is not/
        assert.match(reply.text, /partnerId is not a field of the body: leave it out/)
        assert.match(reply.text, own)
        assert.match(reply.text, /not found/i)
        const whole = await send(zeta.as(post(path, { [list]: [], partnerId: acme.partnerId })))
        assert.match(whole.text, /partnerId is not a known field/)
      })
    }

    test("an idempotency key among the fields of a request is refused", async ({ acme, bea, send }) => {
      const item = { userId: bea, ruleName: "visit", idempotencyKey: "claimed" }
      const reply = await send(acme.as(post("/laas/rules/award", item)))
      assert.match(reply.text, /"idempotencyKey is not a field of the body: leave it out"/)
    })

    test("every partner can award a user with an account, and sees only its own coins", async (world) => {
      const { bea, eli, send, zeta } = world
      const ask = (userId: string) =>
        send(zeta.as(post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })))
      const [rich, poor] = [await ask(bea), await ask(eli)]
      assert.match(rich.text, /it has 0, this needs 1/)
      assert.deepEqual([rich.status, rich.text], [poor.status, poor.text])
    })

    test("lists and boards show only the caller's own data", async ({ acme, send, zeta }) => {
      const texts = []
      for (const path of [
        "/laas/rules",
        "/laas/rules/awards",
        "/laas/leaderboard/new",
        "/laas/coins/transactions/search"
      ]) {
        texts.push((await send(zeta.as(get(path)))).text)
      }
      assert.match(texts[0] ?? "", /"name":"secret"/)
      for (const text of texts) {
        assert.doesNotMatch(text, /visit/)
        assert.ok(!text.includes(acme.partnerId))
      }
    })

    test("idempotency keys of different partners are independent", async ({ acme, send, zeta }) => {
      const call = { ...post("/laas/users", { userId: "keyed" }) }
      const keyed = { ...call, headers: { ...call.headers, "idempotency-key": "shared" } }
      const [one, two] = [await send(acme.as(keyed)), await send(zeta.as(keyed))]
      assert.deepEqual([one.status, two.status], [200, 200])
      assert.equal(two.headers.get("idempotency-replayed"), null)
      assert.notEqual(one.text, two.text)
    })
  })

/** Runs last, because it searches the answers of all other tables. */
export const secrets = (table: Table): void =>
  table("secrets", [], (test) => {
    test("no answer contains a password, its hash, or a token that it does not issue", async ({
      acme,
      answered,
      zeta
    }) => {
      assert.ok(answered.length > 150)
      const forbidden = [
        password,
        userPassword,
        String(numericPassword),
        "argon2",
        acme.accessToken,
        zeta.accessToken
      ]
      for (const { call, reply } of answered) {
        if (call.path.endsWith("/login") && reply.status === 200) continue
        for (const secret of forbidden)
          assert.ok(!reply.text.includes(secret), `${call.path} tells ${secret}`)
      }
    })

    test("no answer contains internal details", async ({ answered }) => {
      const inside = /rewards_|SELECT|INSERT|sqlite|postgres|node_modules|\.ts\b|\bat .+:\d+/i
      for (const { reply } of answered) assert.doesNotMatch(reply.text, inside)
    })
  })
