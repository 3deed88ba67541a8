// The same idempotency key gives the same answer, byte for byte, whatever has changed since the write.
import assert from "node:assert/strict"
import { password } from "../../support/bodies.ts"
import { type Call, dataIn, patch, post, type Reply, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { matches } from "../../support/pattern.ts"
import type { Table } from "../../support/table.ts"
import type { HttpPartner } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { accountRow, consentRow, recordRow, revokeConsents } from "./accounts.ts"

interface Scene {
  readonly partner: HttpPartner
  /** A user who allows the partner everything, and has coins. */
  readonly userId: string
  readonly tag: string
  readonly ruleId: string
  readonly others: Readonly<Record<"once" | "closed", string>>
}

const rule = { coinValue: "1", maxNumberOfParticipant: "9", condition: "any" }
const narration = "thanks to Ada Lovelace"

/** Every write of a partner that accepts an idempotency key. */
const writes: Readonly<Record<string, (scene: Scene) => Call>> = {
  award: ({ userId }) => post("/laas/rules/award", { userId, ruleName: "visit", narration }),
  "counted award": ({ userId }) => post("/laas/rules/award", { userId, ruleName: "third visit", narration }),
  "bulk award": ({ userId }) =>
    post("/laas/rules/awards", {
      awards: [
        { userId, ruleName: "once" },
        { userId: "nobody", ruleName: "visit" },
        { userId, ruleName: "none" },
        { userId, ruleName: " Visit ", narration },
        { userId, ruleName: "once" },
        { userId: 7, ruleName: "visit" },
        "no award",
        { userId: "", ruleName: "visit", narration },
        { userId, ruleName: "third visit" },
        { userId, ruleName: "closed" }
      ]
    }),
  transfer: ({ userId }) => post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1.5 }),
  "new rule": () => post("/laas/rules/create-rule", { ...rule, name: "later" }),
  "rule update": ({ ruleId }) => post("/laas/rules/update-rule", { id: ruleId, condition: "is there" }),
  member: () => post("/laas/users", { userId: "customer-1" }),
  "link by tag": ({ tag }) => post("/shop/users/link-tag", { userId: "customer-2", tag: tag.toUpperCase() }),
  "partner update": () => patch("/shop/partners", { applicationName: "First" })
}

const open = async (world: Cast): Promise<Scene> => {
  const { send, sql } = world
  const partner = await world.partner("replays")
  const ruleId = await partner.rule({ ...rule, name: "visit", coinValue: "10" })
  const once = await partner.rule({ ...rule, name: "once", userLimitAward: "1" })
  await partner.rule({ ...rule, name: "third visit", type: "batched", completionNumber: "3" })
  const closed = await partner.rule({ ...rule, name: "closed", status: "inactive" })
  const { id: userId, sql: text, tag } = accountRow("replayed-user")
  await sql(text)
  await sql(consentRow(partner.partnerId, userId, "profile email fullname").sql)
  await partner.award(userId, "visit")
  assert.equal((await send(partner.as(post("/laas/rules/award", { userId, ruleName: "visit" })))).status, 201)
  return { partner, userId, tag, ruleId, others: { once, closed } }
}

/** Changes everything that an answer was made of. */
const changeAll = async (world: Cast, { others, partner, ruleId, userId }: Scene): Promise<HttpPartner> => {
  const { partnerId } = partner
  const email = "moved@partners.example"
  const done = async (as: HttpPartner, call: Call) => {
    const reply = await world.send(as.as(call))
    assert.ok(reply.status < 300, reply.text)
    return reply
  }
  await done(partner, post("/laas/rules/update-rule", { id: ruleId, name: "renamed", coinValue: "3" }))
  await done(
    partner,
    post("/laas/rules/update-rule", { id: others.once, name: "twice", userLimitAward: "2" })
  )
  await done(partner, post("/laas/rules/update-rule", { id: others.closed, name: "open", status: "active" }))
  await partner.onboard("nobody")
  await partner.rule({ ...rule, name: "none" })
  const later = dataIn((await done(partner, post("/laas/users", { userId: "customer-1" }))).body)
  await world.sql(recordRow(partnerId, String(later.id), record))
  await partner.award("customer-2", "renamed")
  await world.sql(revokeConsents(partnerId, userId))
  await world.sql(`UPDATE rewards_user SET fullname = 'another name' WHERE id = UUID '${userId}'`)
  await done(
    partner,
    patch("/shop/partners", {
      partnerName: "Another name",
      applicationName: "Second",
      email,
      currentPassword: password
    })
  )
  const token = await world.logIn(email)
  return {
    ...partner,
    as: (call) => ({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } })
  }
}

const perform = async (world: Cast) => {
  const scene = await open(world)
  const sendAll = async (partner: HttpPartner) => {
    const replies = new Map<string, Reply>()
    for (const [name, call] of Object.entries(writes)) {
      replies.set(name, await world.send(partner.as(withKey(call(scene), name))))
    }
    return replies
  }
  const first = await sendAll(scene.partner)
  const renewed = await changeAll(world, scene)
  const second = await sendAll(renewed)
  return { ...scene, renewed, first, second }
}

const performed = new WeakMap<Cast, ReturnType<typeof perform>>()
const performOnce = (world: Cast): ReturnType<typeof perform> => {
  const known = performed.get(world) ?? perform(world)
  performed.set(world, known)
  return known
}

/** The headers that do not tell one request from another. */
const sameHeaders = ({ headers }: Reply) =>
  Array.from(headers).filter(([name]) => !/^(date|x-request-id|idempotency-replayed|ratelimit)/.test(name))

export const replays = (table: Table): void =>
  table("a replay after the rule, the partner, the member and the consent have changed", [], (test) => {
    for (const name of Object.keys(writes)) {
      test(`${name}: the first answer, byte for byte`, async (world) => {
        const { first, second } = await performOnce(world)
        const [one, two] = [first.get(name) ?? assert.fail(), second.get(name) ?? assert.fail()]
        assert.ok(one.status < 300, one.text)
        assert.deepEqual([two.status, two.text], [one.status, one.text])
        assert.deepEqual(
          [one.headers.get("idempotency-replayed"), two.headers.get("idempotency-replayed")],
          [null, "true"]
        )
        assert.deepEqual(sameHeaders(two), sameHeaders(one))
      })
    }

    test("a bulk has an outcome for each of its awards, and all of them again", async (world) => {
      const { first } = await performOnce(world)
      const { accepted, outcomes, refused } = dataIn(first.get("bulk award")?.body)
      assert.deepEqual([accepted, refused], [3, 7])
      assert.ok(Array.isArray(outcomes))
      const codes = outcomes.map(({ data }) => data.appErrorCode ?? data.awarded)
      const bad = "Bad request"
      assert.deepEqual(codes, [
        true,
        "",
        "rule_not_found",
        true,
        "user_limit_reached",
        bad,
        bad,
        bad,
        false,
        "rule_inactive"
      ])
    })

    test("the other id of the same member makes another request", async (world) => {
      const scene = await performOnce(world)
      for (const name of ["award", "transfer"]) {
        const call = writes[name]?.({ ...scene, userId: "customer-2" }) ?? assert.fail()
        const reply = await world.send(scene.renewed.as(withKey(call, name)))
        assert.equal(reply.status, 422, reply.text)
      }
    })

    test("a transfer shows the partner as it was, and leaves the user's fields empty", async (world) => {
      const { first, partner, userId } = await performOnce(world)
      const { from, to } = dataIn(first.get("transfer")?.body)
      const { id, ...shown } = Object(from)
      assert.equal(typeof id, "string")
      matches(shown, { fullname_businessName: "", email: "", tag: null, userId })
      matches(to, {
        id: partner.partnerId,
        fullname_businessName: "replays",
        email: partner.email,
        tag: null,
        userId: partner.partnerId
      })
    })

    test("a link answers with the tag of the request", async (world) => {
      const { first, tag } = await performOnce(world)
      assert.equal(dataIn(first.get("link by tag")?.body).tag, tag)
    })

    test("no key is stored as text, and none holds a user's id, name, e-mail address, tag or record, nor a narration", async (world) => {
      const { partner, tag, userId } = await performOnce(world)
      const rows = await world.sql(
        `SELECT key, answer FROM rewards_idempotency WHERE partner_id = UUID '${partner.partnerId}'`
      )
      assert.equal(rows.length, Object.keys(writes).length)
      for (const { key } of rows) assert.ok(!Object.keys(writes).includes(String(key)))
      const stored = JSON.stringify(rows)
      const ids = [userId, "customer-1", "customer-2", "nobody"]
      const personal = [tag, `${tag}@example.org`, "fullname", record.bvn, record.kyc.governmentId]
      for (const value of [...ids, narration, ...personal]) {
        assert.ok(!stored.replaceAll("fullname_businessName", "").includes(value), value)
      }
    })
  })
