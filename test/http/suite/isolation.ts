import assert from "node:assert/strict"
import { numericPassword, password, userPassword } from "../../support/bodies.ts"
import { type Call, get, post } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"

const nobody = "00000000-0000-7000-8000-000000000000"

/** What Zeta asks about something: of Acme's, or of nobody's. */
const questions: ReadonlyArray<{
  readonly name: string
  readonly theirs: (world: Cast) => string
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
    none: "of nobody",
    ask: (userId) => post("/laas/rules/award", { userId, ruleName: "secret" })
  },
  {
    name: "changing another partner's rule",
    theirs: ({ visit }) => visit,
    none: nobody,
    ask: (id) => post("/laas/rules/update-rule", { id, coinValue: "1000" })
  },
  {
    name: "emptying the wallet of another partner's member",
    theirs: () => "only of acme",
    none: "of nobody",
    ask: (userId) => post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })
  },
  {
    name: "reading a wallet with another partner",
    theirs: ({ bea }) => bea,
    none: nobody,
    ask: (userId) => get(`/laas/get-user-coin-data?userId=${userId}`)
  },
  {
    name: "reading its history",
    theirs: ({ bea }) => bea,
    none: nobody,
    ask: (userId) => get(`/laas/coins/transactions?userId=${userId}`)
  },
  {
    name: "a place on the points board",
    theirs: ({ bea }) => bea,
    none: nobody,
    ask: (userId) => get(`/laas/leaderboard/new?userId=${userId}`)
  },
  {
    name: "a place on the coin board",
    theirs: ({ bea }) => bea,
    none: nobody,
    ask: (userId) => get(`/laas/coins/partner/ep-leaderboard?userId=${userId}`)
  },
  {
    name: "awards of another partner's member",
    theirs: () => "only of acme",
    none: "of nobody",
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
    none: nobody,
    ask: (partnerId) => get(`/laas/leaderboard/new?partnerId=${partnerId}`)
  }
]

/** A partner learns nothing of another's, not even that it exists. */
export const isolation = (table: Table): void =>
  table("partners apart", [], (test) => {
    for (const { ask, name, none, theirs } of questions) {
      test(`${name} gets the answer of one that does not exist`, async (world) => {
        const { acme, send, zeta } = world
        await send(acme.as(post("/laas/users", { userId: "only of acme" })))
        const thing = theirs(world)
        const [real, unreal] = [await send(zeta.as(ask(thing))), await send(zeta.as(ask(none)))]
        assert.ok(real.status === 400 || real.status === 403, real.text)
        assert.equal(real.status, unreal.status)
        assert.equal(real.text.replaceAll(thing, "?"), unreal.text.replaceAll(none, "?"))
      })
    }

    test("a user with an account is known to every partner, and what they earned to nobody else", async (world) => {
      const { bea, eli, send, zeta } = world
      const ask = (userId: string) =>
        send(zeta.as(post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })))
      const [rich, poor] = [await ask(bea), await ask(eli)]
      assert.match(rich.text, /it has 0, this needs 1/)
      assert.deepEqual([rich.status, rich.text], [poor.status, poor.text])
    })

    test("lists and boards hold the caller's own alone", async ({ acme, send, zeta }) => {
      const texts = []
      for (const path of ["/laas/rules", "/laas/rules/awards", "/laas/leaderboard/new"]) {
        texts.push((await send(zeta.as(get(path)))).text)
      }
      assert.match(texts[0] ?? "", /"name":"secret"/)
      for (const text of texts) {
        assert.doesNotMatch(text, /visit/)
        assert.ok(!text.includes(acme.partnerId))
      }
    })

    test("one partner's key says nothing about another's", async ({ acme, send, zeta }) => {
      const call = { ...post("/laas/users", { userId: "keyed" }) }
      const keyed = { ...call, headers: { ...call.headers, "idempotency-key": "shared" } }
      const [one, two] = [await send(acme.as(keyed)), await send(zeta.as(keyed))]
      assert.deepEqual([one.status, two.status], [200, 200])
      assert.equal(two.headers.get("idempotency-replayed"), null)
      assert.notEqual(one.text, two.text)
    })
  })

/** Runs last: it reads all that the other tables were answered. */
export const secrets = (table: Table): void =>
  table("secrets", [], (test) => {
    test("no answer holds a password, its hash, or a token that it does not issue", async ({
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

    test("no answer holds anything of the inside", async ({ answered }) => {
      const inside = /rewards_|SELECT|INSERT|sqlite|postgres|node_modules|\.ts\b|\bat .+:\d+/i
      for (const { reply } of answered) assert.doesNotMatch(reply.text, inside)
    })
  })
