import assert from "node:assert/strict"
import { Schema } from "effect"
import { AuditPage } from "../../../lib/http/iam/api.ts"
import { type Call, dataIn, get, idIn, post, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"
import { own } from "./own.ts"
import { consentingUser } from "./prepared.ts"

const partner = own("trailed")

const decode = Schema.decodeUnknownSync(Schema.Struct({ data: AuditPage }))

/** The partner's entries of an action, oldest first. */
const entriesOf = async (world: Cast, action: string) => {
  const { as } = await partner(world)
  const reply = await world.send(as(get(`/laas/iam/audit?limit=100&action=${action}`)))
  assert.equal(reply.status, 200, reply.text)
  return decode(reply.body).data.data.toReversed()
}

const what = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  entries.map(({ actor, address, detail, outcome }) => ({ actor, address, detail, outcome }))

/** An API key of the partner, and calls with its token. */
const machine = async (world: Cast) => {
  const key = await (await partner(world)).key()
  const token = await world.logInWithKey(key)
  return { key, as: (call: Call) => withBearer(call, token) }
}

const update = (id: string, fields: object) => post("/laas/rules/update-rule", { id, ...fields })
const transfer = (userId: string, coins: number) =>
  post("/laas/coins/transfer-from-user-wallet", { userId, coins })

const address = "192.0.2.7"

/** Who changed rules, keys and links, or moved coins, and what was there before. */
export const changes = (table: Table): void =>
  table("the audit trail of changes", [], (test) => {
    test("has the limits, the schedule and the policy that a change replaced", async (world) => {
      const { as, rule } = await partner(world)
      const id = await rule({ name: "programme", limits: [{ per: "rule", period: "ever", coins: 50 }] })
      const fields = {
        limits: [{ per: "member", period: "day", awards: 3 }],
        timeZone: "Europe/Berlin",
        endsAt: "2099-01-01T00:00:00Z",
        atLimit: "suppress",
        pendingDays: "14",
        coinsExpire: "P1Y"
      }
      assert.equal((await world.send(as(update(id, fields)))).status, 200)
      const [entry] = what((await entriesOf(world, "rule.update")).slice(-1))
      assert.equal(
        entry?.detail,
        `${id}: pendingDays none -> 14, coinsExpire none -> "P1Y", limits rule ever 50 coins -> member day 3 awards, timeZone UTC -> Europe/Berlin, ` +
          "endsAt none -> 2099-01-01T00:00:00.000Z, atLimit reject -> suppress"
      )
    })

    test("has the settings that a change replaced, once for each key, and none that was refused", async (world) => {
      const { as, email } = await partner(world)
      const settings = "/laas/settings"
      const keyed = withKey(as(post(settings, { expiryNotice: 14 })), "fourteen")
      for (const call of [keyed, keyed, as(post(settings, { expiryNotice: null }))]) {
        assert.equal((await world.send(call)).status, 200)
      }
      for (const refused of [{ expiryNotice: 0 }, {}, { expiryNotise: 14 }]) {
        assert.equal((await world.send(as(post(settings, refused)))).status, 400)
      }
      assert.equal((await world.send(as(post(settings, { expiryNotice: null })))).status, 200)
      assert.deepEqual(dataIn((await world.send(as(get(settings)))).body), {
        expiryNotice: null,
        approveAbove: null,
        rememberErased: true
      })
      const entries = what(await entriesOf(world, "settings.update"))
      assert.deepEqual(
        entries,
        ["expiryNotice 30 -> 14", "expiryNotice 14 -> off", "no change"].map((detail) => ({
          actor: email,
          address,
          detail,
          outcome: "done"
        }))
      )
    })

    test("has the activity that a change replaced, in words", async (world) => {
      const { as, rule } = await partner(world)
      const of = (activity: string, more = {}) => ({ when: { activity, ...more } })
      const conditions = { field: "data.total", is: "atLeast", value: 50 }
      const id = await rule({ name: "by activity", unit: "10", ...of("order", { amount: "data.total" }) })
      const all = await rule({
        name: "all activities",
        type: "combined",
        condition: undefined,
        rules: [{ name: "first activity", condition: "c", ...of("order") }]
      })
      const changes = [
        update(id, of("order", { amount: "data.total", conditions })),
        update(id, { when: null }),
        update(all, { rules: [{ name: "first activity", when: null }] })
      ]
      for (const call of changes) assert.equal((await world.send(as(call))).status, 200)
      assert.deepEqual(
        what((await entriesOf(world, "rule.update")).slice(-3)).map(({ detail }) => detail),
        [
          `${id}: when order, amount data.total -> order with data.total at least 50, amount data.total`,
          `${id}: when order with data.total at least 50, amount data.total -> none`,
          `${all}: rules "first activity" active, when order -> active`
        ]
      )
      const [, created] = what((await entriesOf(world, "rule.create")).slice(-2))
      assert.match(created?.detail ?? "", /rules "first activity" active, when order, /)
    })

    test("names the key that raised a limit, with the old and the new value", async (world) => {
      const { email, rule } = await partner(world)
      const { as, key } = await machine(world)
      const condition = "c".repeat(900)
      const id = await rule({ name: "raised", coinValue: "10", maxNumberOfParticipant: "5", condition })
      const fields = { maxNumberOfParticipant: 500, userLimitAward: 3, condition: "changed" }
      assert.equal((await world.send(as(update(id, fields)))).status, 200)
      assert.equal((await world.send(as(update(id, { status: "active" })))).status, 200)
      const [created] = what((await entriesOf(world, "rule.create")).slice(-1))
      assert.equal(created?.actor, email)
      assert.equal(created?.address, address)
      const first = `${id}: coinValue "10", maxNumberOfParticipant 5, userLimitAward -1, status "active", type single, name "raised"`
      assert.ok(created?.detail?.startsWith(first), created?.detail ?? "")
      const cut = `"${"c".repeat(59)}…`
      const updated = what((await entriesOf(world, "rule.update")).slice(-2))
      // The changed part of a long text is noticed, although it is not shown.
      const other = await rule({ name: "long", condition })
      assert.equal((await world.send(as(update(other, { condition: `${condition}d` })))).status, 200)
      const [long] = what((await entriesOf(world, "rule.update")).slice(-1))
      assert.equal(long?.detail, `${other}: condition ${cut} -> ${cut}`)
      assert.deepEqual(updated, [
        {
          actor: key.apiKey,
          address,
          outcome: "done",
          detail: `${id}: maxNumberOfParticipant 5 -> 500, userLimitAward -1 -> 3, condition ${cut} -> "changed"`
        },
        { actor: key.apiKey, address, outcome: "done", detail: `${id}: no change` }
      ])
    })

    test("has no entry of a refused change, and one of a change that is sent twice with one key", async (world) => {
      const { as, rule } = await partner(world)
      const id = await rule({ name: "kept" })
      const before = (await entriesOf(world, "rule.update")).length
      assert.equal((await world.send(as(update(id, { name: "raised" })))).status, 400)
      assert.equal((await world.send(as(update("x", { coinValue: "0" })))).status, 400)
      for (const _ of [1, 2]) {
        assert.equal((await world.send(as(withKey(update(id, { coinValue: "7" }), "seven")))).status, 200)
      }
      const entries = await entriesOf(world, "rule.update")
      assert.deepEqual(
        entries.slice(before).map(({ detail }) => detail),
        [`${id}: coinValue "10" -> "7"`]
      )
    })

    test("has the value that each of many concurrent changes replaced", async (world) => {
      const { as, rule } = await partner(world)
      const id = await rule({ name: "contested", coinValue: "100" })
      const values = Array.from({ length: 12 }, (_, index) => String(index + 1))
      const replies = await Promise.all(values.map((coinValue) => world.send(as(update(id, { coinValue })))))
      for (const { status, text } of replies) assert.equal(status, 200, text)
      const steps = new Map(
        (await entriesOf(world, "rule.update")).flatMap(({ detail }) => {
          const [, old, next] = new RegExp(`^${id}: coinValue "(\\d+)" -> "(\\d+)"$`).exec(detail ?? "") ?? []
          return old === undefined || next === undefined ? [] : [[old, next] as const]
        })
      )
      let [at, count] = ["100", 0]
      for (let next = steps.get(at); next !== undefined && count < 20; next = steps.get(at)) {
        at = next
        count += 1
      }
      assert.equal(count, 12, JSON.stringify([...steps]))
    })

    test("names who transferred coins, with the balance before and after; awards are not in it", async (world) => {
      const { as, award, email, onboard, rule } = await partner(world)
      await rule({ name: "paid", coinValue: "10" })
      await onboard("spender")
      await award("spender", "paid")
      const { as: asKey, key } = await machine(world)
      const calls = [
        as(transfer("spender", 2.5)),
        asKey(withKey(transfer("spender", 1), "one-transfer")),
        asKey(withKey(transfer("spender", 1), "one-transfer")),
        as(transfer("spender", 100))
      ]
      const statuses = []
      for (const call of calls) statuses.push((await world.send(call)).status)
      assert.deepEqual(statuses, [201, 201, 201, 400])
      const entries = await entriesOf(world, "coins.transfer")
      assert.deepEqual(
        what(entries).map(({ detail, ...rest }) => ({
          ...rest,
          detail: detail?.replace(/^[0-9a-f-]{36}: /, "")
        })),
        [
          {
            actor: email,
            address,
            outcome: "done",
            detail: "2.5 coins from userId spender, balance 10 -> 7.5"
          },
          {
            actor: key.apiKey,
            address,
            outcome: "done",
            detail: "1 coins from userId spender, balance 7.5 -> 6.5"
          }
        ]
      )
    })

    test("names who reversed awards and refunded transfers, once each, with a key and in bulk", async (world) => {
      const { as, award, email, onboard, partnerId } = await partner(world)
      await onboard("undone")
      const awards = []
      for (const _ of [1, 2, 3]) awards.push(idIn((await award("undone", "paid")).body))
      const transfers = []
      for (const coins of [1, 2.5]) {
        transfers.push(idIn((await world.send(as(transfer("undone", coins)))).body))
      }
      const [first, second, third] = awards
      const [one, other] = transfers
      const { as: asKey, key } = await machine(world)
      const reverse = post("/laas/rules/award/reverse", { awardId: first, narration: "not in the trail" })
      const reversals = post("/laas/rules/awards/reverse", {
        reversals: [{ awardId: second }, { awardId: first }, { awardId: partnerId }]
      })
      const refund = post("/laas/coins/refund", { transactionId: one })
      const refunds = post("/laas/coins/refunds", {
        refunds: [{ transactionId: one }, { transactionId: other }]
      })
      const calls = [
        as(refund),
        as(refund),
        asKey(withKey(refunds, "refunds")),
        asKey(withKey(refunds, "refunds")),
        asKey(withKey(reverse, "reverse")),
        asKey(withKey(reverse, "reverse")),
        as(reverse),
        as(withKey(reversals, "reversals")),
        as(withKey(reversals, "reversals")),
        as(transfer("undone", 5)),
        as(post("/laas/rules/award/reverse", { awardId: third }))
      ]
      const statuses = []
      for (const call of calls) statuses.push((await world.send(call)).status)
      assert.deepEqual(statuses, [201, 400, 201, 201, 201, 201, 400, 201, 201, 201, 400])
      const entries = async (action: string) =>
        what(await entriesOf(world, action)).map(({ detail, ...rest }) => ({
          ...rest,
          detail: detail?.replace(/^[0-9a-f-]{36}: /, "")
        }))
      const done = { address, outcome: "done" }
      assert.deepEqual(await entries("award.reverse"), [
        { ...done, actor: key.apiKey, detail: `10 coins of award ${first}` },
        { ...done, actor: email, detail: `10 coins of award ${second}` }
      ])
      assert.deepEqual(await entries("coins.refund"), [
        { ...done, actor: email, detail: `1 coins of transaction ${one}` },
        { ...done, actor: key.apiKey, detail: `2.5 coins of transaction ${other}` }
      ])
    })

    test("names who confirmed awards, once each, with a key and in bulk", async (world) => {
      const { as, email, onboard, pending } = await partner(world)
      await onboard("waits")
      const [first, second] = [await pending("waits"), await pending("waits")]
      const { as: asKey, key } = await machine(world)
      const confirm = withKey(post("/laas/rules/award/confirm", { awardId: first }), "confirm")
      const confirmations = [{ awardId: second }, { awardId: first }]
      const many = withKey(post("/laas/rules/awards/confirm", { confirmations }), "confirm many")
      const statuses = []
      for (const call of [as(confirm), as(confirm), asKey(many), asKey(many)]) {
        statuses.push((await world.send(call)).status)
      }
      assert.deepEqual(statuses, [200, 200, 200, 200])
      const entries = what(await entriesOf(world, "award.confirm"))
      assert.deepEqual(
        entries.map(({ actor, detail }) => [actor, detail?.replace(/^[0-9a-f-]{36}: /, "")]),
        [
          [email, `10 coins of award ${first}`],
          [key.apiKey, `10 coins of award ${second}`]
        ]
      )
    })

    test("has as many entries as there are transfers, when many run at once", async (world) => {
      const { as, award, onboard } = await partner(world)
      await onboard("crowd")
      await award("crowd", "paid")
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => world.send(as(transfer("crowd", 1))))
      )
      assert.equal(replies.filter(({ status }) => status === 201).length, 10)
      const entries = await entriesOf(world, "coins.transfer")
      assert.equal(entries.filter(({ detail }) => detail?.includes("userId crowd,")).length, 10)
    })

    test("names the key that linked a member, and the scopes of a key", async (world) => {
      const { email, partnerId } = await partner(world)
      const { as, key } = await machine(world)
      const { tag } = await consentingUser(world.sql, partnerId)
      const reply = await world.send(as(post("/shop/users/link-tag", { userId: "linked by key", tag })))
      assert.equal(reply.status, 200, reply.text)
      const [linked] = what((await entriesOf(world, "member.link")).slice(-1))
      assert.equal(linked?.actor, key.apiKey)
      assert.match(linked?.detail ?? "", /^linked to userId linked by key/)
      const [made] = what((await entriesOf(world, "key.create")).slice(-1))
      assert.equal(made?.actor, email)
      assert.match(
        made?.detail ?? "",
        /^rk_[0-9a-f]{64} machine: rules:write awards:write coins:write coins:adjust coins:refund webhooks:write read/
      )
    })

    test("is written with the change or not at all", async (world) => {
      const { as, award, onboard, rule } = await partner(world)
      const id = await rule({ name: "atomic", coinValue: "10" })
      await onboard("atomic")
      const awardId = idIn((await award("atomic", "atomic")).body)
      await world.sql("ALTER TABLE rewards_audit RENAME TO rewards_audit_gone")
      try {
        assert.equal((await world.send(as(update(id, { coinValue: "99" })))).status, 500)
        assert.equal((await world.send(as(transfer("atomic", 1)))).status, 500)
        assert.equal((await world.send(as(post("/laas/rules/award/reverse", { awardId })))).status, 500)
        assert.equal((await award("atomic", "atomic")).status, 201)
      } finally {
        await world.sql("ALTER TABLE rewards_audit_gone RENAME TO rewards_audit")
      }
      const { text } = await world.send(as(get("/laas/rules?limit=100")))
      assert.ok(!text.includes('"99"'))
      const wallet = await world.send(as(get("/laas/get-user-coin-data?userId=atomic")))
      assert.match(wallet.text, /"totalPartnerCoins":"20"/)
    })
  })
