// What a partner can take out, and remove, of a member's data.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { verify } from "../../../lib/layers/Rewards.ts"
import { PersonalData } from "../../../lib/rewards/personal/PersonalData.ts"
import { userBody } from "../../support/bodies.ts"
import { type Call, dataIn, get, post, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { dump } from "../../support/dump.ts"
import { notFound, row, type Table } from "../../support/table.ts"
import { eventually } from "../../support/wait.ts"
import type { HttpPartner } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { accountRow, consentRow, nameRows, recordRow } from "./accounts.ts"

const sections = [
  "member",
  "wallet",
  "awards",
  "reversals",
  "transactions",
  "activities",
  "progress",
  "counters",
  "lots",
  "userData",
  "consents",
  "audit",
  "approvals",
  "positions",
  "events"
]

const exported = "/laas/users/export"
const erasePath = "/laas/users/erase"
const terms = { maxNumberOfParticipant: "9", condition: "any" }

const places = [
  "attribute",
  "note",
  "metadata",
  "reversal",
  "activity",
  "activityReversal",
  "transfer",
  "refund",
  "reason",
  "adjustment",
  "request"
] as const

/** A text of a person for each place that can hold one. */
const textsOf = (name: string) =>
  Object.fromEntries(places.map((place) => [place, `${place} of ${name}`])) as Record<
    (typeof places)[number],
    string
  >

export interface Person {
  readonly partner: HttpPartner
  readonly userId: string
  /** The id of the person as a user of the service. */
  readonly linkedId: string
  readonly memberId: string
  readonly personal: Readonly<Record<string, string>>
  readonly do: (call: Call) => Promise<Readonly<Record<string, unknown>>>
}

/** A member with records of every kind, and texts in each of them. */
export const personIn = async (world: Cast, userId: string, name: string): Promise<Person> => {
  const partner = await world.partner(name)
  const { partnerId } = partner
  const personal = textsOf(name)
  const act = async (call: Call) => {
    const reply = await world.send(partner.as(call))
    assert.ok(reply.status < 300, reply.text)
    return dataIn(reply.body)
  }
  // Opens the feed, so that events are stored.
  await act(get("/laas/events"))
  const { id: linkedId, sql, tag } = accountRow(`${name}-person`)
  await world.sql(sql)
  await world.sql(consentRow(partnerId, linkedId, "profile email fullname").sql)
  await partner.rule({
    ...terms,
    name: "visit",
    coinValue: "10",
    limits: [{ per: "member", period: "ever", awards: 50 }]
  })
  await partner.rule({ ...terms, name: "later", coinValue: "2", pendingDays: 9, coinsExpire: "P1Y" })
  await partner.rule({ ...terms, name: "soon", coinValue: "3", coinsExpire: "P30D" })
  await partner.rule({ ...terms, name: "stay", coinValue: "1", when: { activity: "stay" } })
  const member = await act(post("/laas/users", { userId, attributes: { note: personal.attribute } }))
  await act(post("/shop/users/link-tag", { userId, tag }))
  await world.sql(recordRow(partnerId, String(member.id), record))
  await world.sql(nameRows(partnerId, String(member.id), record))
  const { metadata, note } = personal
  await act(post("/laas/rules/award", { userId, ruleName: "visit", narration: note, metadata: { metadata } }))
  const award = await act(post("/laas/rules/award", { userId, ruleName: "visit" }))
  await act(post("/laas/rules/award/reverse", { awardId: award.id, narration: personal.reversal }))
  await act(post("/laas/rules/award", { userId, ruleName: "later" }))
  await act(post("/laas/rules/award", { userId, ruleName: "soon" }))
  const stay = { userId, type: "stay", data: { guest: personal.activity } }
  await act(post("/laas/activities", stay))
  const { id: activityId } = await act(post("/laas/activities", stay))
  await act(post("/laas/activities/reverse", { activityId, narration: personal.activityReversal }))
  const transfer = await act(
    post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1.5, narration: personal.transfer })
  )
  await act(post("/laas/coins/refund", { transactionId: transfer.id, narration: personal.refund }))
  await act(post("/laas/coins/transfer-from-user-wallet", { userId, coins: 0.5 }))
  const { adjustment: narration, reason } = personal
  await act(post("/laas/coins/adjust", { userId, coins: 5, debitOrCredit: "CR", reason, narration }))
  await act(post("/laas/settings", { approveAbove: 0 }))
  const large = {
    userId,
    coins: 9,
    debitOrCredit: "CR",
    reason: personal.request,
    narration: personal.request
  }
  await act(post("/laas/coins/adjust", large))
  await act(post("/laas/settings", { approveAbove: null }))
  return { partner, userId, linkedId, memberId: String(member.id), personal, do: act }
}

/** All stored rows as text, without the account of the user, which does not belong to the partner. */
const storedIn = async (world: Cast): Promise<string> => {
  const { rewards_user: _, ...tables } = await world.run(dump)
  return JSON.stringify(tables)
}

const userOf = ([user]: ReadonlyArray<Readonly<Record<string, unknown>>>) => ({
  tag: String(user?.tag),
  email: String(user?.email)
})

/** Waits until all texts of an erased member are gone. A slow machine leaves some to the background. */
export const erasureIsDone = (act: Person["do"], id: string) =>
  eventually(
    "the end of an erasure",
    () => act(get(`/laas/users/erasures/${id}`)),
    ({ state }) => state === "done"
  )

/** Erases a member with all of its texts. */
export const eraseWhole = async (act: Person["do"], userId: string) => {
  const erased = await act(post(erasePath, { userId }))
  await erasureIsDone(act, String(erased.id))
  return erased
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : -1)

export const personalData = (table: Table): void =>
  table(
    "personal data of members",
    [
      row(
        "the export of an unknown member",
        ({ acme }) => acme.as(get(`${exported}?userId=nobody`)),
        notFound("userId nobody was not found: onboard the user first")
      ),
      row(
        "the export of another partner's member",
        ({ acme }) => acme.as(get(`${exported}?userId=zoe`)),
        notFound("userId zoe was not found: onboard the user first")
      )
    ],
    (test) => {
      test("an export holds every record of a member with its texts, and nothing of others", async (world) => {
        const {
          partner,
          do: act,
          linkedId,
          memberId,
          personal,
          userId
        } = await personIn(world, "ada@example.org", "exports")
        await partner.onboard("bob")
        await act(post("/laas/rules/award", { userId: "bob", ruleName: "visit", narration: "note of Bob" }))
        const reply = await world.send(partner.as(get(`${exported}?userId=${encodeURIComponent(userId)}`)))
        assert.equal(reply.status, 200, reply.text)
        const found = dataIn(reply.body)
        assert.deepEqual(Object.keys(found), sections)
        for (const text of Object.values(personal)) assert.ok(reply.text.includes(text), text)
        for (const text of [memberId, linkedId, record.bvn]) assert.ok(reply.text.includes(text), text)
        assert.ok(!reply.text.includes("bob") && !reply.text.includes("Bob"))
        for (const section of sections) assert.ok(countOf(found[section]) > 0, section)
        assert.equal(countOf(found.awards), 6)
        assert.equal(countOf(found.activities), 2)
        assert.equal(countOf(found.lots), 2)
        assert.equal(countOf(found.counters), 1)
        const linked = await world.send(partner.as(get(`${exported}?userId=${linkedId}`)))
        assert.deepEqual(dataIn(linked.body).awards, found.awards)
      })

      test("an erased member is unknown, and its coins have expired", async (world) => {
        const {
          partner,
          do: act,
          linkedId,
          memberId,
          userId
        } = await personIn(world, "eve@example.org", "erases")
        const balances = async () => dataIn((await world.send(partner.as(get("/laas/coins/liability")))).body)
        const before = await balances()
        const wallet = await act(get(`/laas/get-user-coin-data?userId=${userId}`))
        const erased = await eraseWhole(act, userId)
        assert.match(String(erased.userId), /^erased-[0-9a-f]{16}$/)
        assert.equal(erased.id, memberId)
        assert.equal(Number(erased.coins), Number(wallet.totalPartnerCoins))
        assert.equal(Number(erased.pendingCoins), 2)
        assert.deepEqual(await world.run(verify()), [])
        const after = await balances()
        assert.equal(Number(after.outstanding), 0)
        assert.equal(Number(after.pending), 0)
        const moved = Number(before.outstanding) + Number(before.pending)
        assert.equal(Number(after.expired), Number(before.expired) + moved)
        for (const name of ["awarded", "spent", "reversed", "adjusted"])
          assert.equal(after[name], before[name], name)
        for (const id of [userId, linkedId]) {
          for (const call of [
            get(`${exported}?userId=${id}`),
            get(`/laas/get-user-coin-data?userId=${id}`),
            post(erasePath, { userId: id })
          ]) {
            const reply = await world.send(partner.as(call))
            assert.equal(reply.status, 400, reply.text)
            assert.match(reply.text, /was not found/)
          }
        }
        const state = await act(get(`/laas/users/erasures/${memberId}`))
        assert.deepEqual([state.state, state.userId], ["done", erased.userId])
      })

      test("no table, event, key or entry holds the texts and ids of an erased person", async (world) => {
        const {
          partner,
          do: act,
          linkedId,
          personal,
          userId
        } = await personIn(world, "fay@example.org", "scrubbed")
        const keyed = withKey(
          post("/laas/rules/award", { userId, ruleName: "visit", narration: "keyed note" }),
          userId
        )
        const paid = await world.send(partner.as(keyed))
        assert.equal(paid.status, 201, paid.text)
        const onboarding = withKey(post("/laas/users", { userId }), "onboarding")
        await act(onboarding)
        const { userId: pseudonym } = await eraseWhole(act, userId)
        const rows = await storedIn(world)
        for (const text of [...Object.values(personal), "keyed note", userId, linkedId]) {
          assert.ok(!rows.includes(text), text)
        }
        assert.ok(rows.includes(String(pseudonym)))
        const replay = await world.send(partner.as(keyed))
        assert.equal(replay.status, 201, replay.text)
        assert.equal(replay.headers.get("idempotency-replayed"), "true")
        assert.equal((await act(onboarding)).userId, pseudonym)
        const { id, note, userId: shown } = dataIn(replay.body)
        assert.deepEqual([id, note, shown], [dataIn(paid.body).id, null, pseudonym])
        assert.deepEqual(await world.run(verify()), [])
      })

      test("records of an erased member can still be undone, from and to the expired coins", async (world) => {
        const { partner, do: act, userId } = await personIn(world, "gus@example.org", "undone")
        const awards = await act(get(`/laas/rules/awards?userId=${encodeURIComponent(userId)}`))
        const list = await act(
          get(`/laas/coins/transactions/search?userId=${encodeURIComponent(userId)}&limit=100`)
        )
        await eraseWhole(act, userId)
        const expired = async () =>
          Number(dataIn((await world.send(partner.as(get("/laas/coins/liability")))).body).expired)
        const start = await expired()
        const ofState = (state: string) =>
          (Array.isArray(awards.data) ? awards.data : []).find((each) => Object(each).state === state)
        const pending = Object(ofState("pending"))
        await act(post("/laas/rules/award/reverse", { awardId: pending.id }))
        assert.equal(await expired(), start - 2)
        const kinds = Array.isArray(list.data) ? list.data.map((each) => Object(each)) : []
        const spent = kinds.find((each) => each.transactionType === "user_partner_transfer" && !each.refunded)
        await act(post("/laas/coins/refund", { transactionId: spent.id }))
        assert.equal(await expired(), start - 2 + 0.5)
        const adjusted = kinds.find((each) => each.transactionType === "adjustment")
        await act(post("/laas/coins/adjust/reverse", { adjustmentId: adjusted.id }))
        assert.equal(await expired(), start - 2 + 0.5 - 5)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("an erased id that comes back is a new member", async (world) => {
        const { partner, do: act, memberId, userId } = await personIn(world, "hal@example.org", "returned")
        await eraseWhole(act, userId)
        const back = await act(post("/laas/users", { userId }))
        assert.notEqual(back.id, memberId)
        await partner.award(userId, "visit")
        const wallet = await act(get(`/laas/get-user-coin-data?userId=${userId}`))
        assert.equal(Number(wallet.totalPartnerCoins), 10)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("the pseudonym of an erased member is not a member that can be paid", async (world) => {
        const { partner, do: act, userId } = await personIn(world, "ida@example.org", "pseudonyms")
        const { userId: pseudonym } = await eraseWhole(act, userId)
        for (const call of [
          post("/laas/rules/award", { userId: pseudonym, ruleName: "visit" }),
          post("/laas/rules/award/explain", { userId: pseudonym, ruleName: "visit" }),
          post("/laas/activities", { userId: pseudonym, type: "stay" }),
          post("/laas/coins/transfer-from-user-wallet", { userId: pseudonym, coins: 1 }),
          post("/laas/coins/adjust", { userId: pseudonym, coins: 1, debitOrCredit: "CR", reason: "r" }),
          post("/laas/users", { userId: pseudonym, attributes: { a: 1 } }),
          post(erasePath, { userId: pseudonym })
        ]) {
          const reply = await world.send(partner.as(call))
          assert.equal(reply.status, 400, `${call.path} ${reply.text}`)
        }
        const shown = await act(get(`/laas/get-user-coin-data?userId=${pseudonym}`))
        assert.equal(Number(shown.totalPartnerCoins), 0)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("a user erases the account: consents, links and texts go, and members and coins stay", async (world) => {
        const {
          partner,
          do: act,
          linkedId,
          memberId,
          userId
        } = await personIn(world, "kim@example.org", "left")
        const other = await world.partner("left-other")
        await other.rule({ ...terms, name: "visit", coinValue: "10" })
        await other.award(linkedId, "visit")
        const { email, tag } = userOf(
          await world.sql(`SELECT tag, email FROM rewards_user WHERE id = UUID '${linkedId}'`)
        )
        const wallet = () => act(get(`/laas/get-user-coin-data?userId=${userId}`))
        const before = await wallet()
        // Everybody's password is the same, so the hash of one account fits the other.
        await world.sql(
          `UPDATE rewards_user SET password_hash = (SELECT b.password_hash FROM rewards_user b WHERE b.tag = 'bea')
           WHERE id = UUID '${linkedId}'`
        )
        const { password } = userBody
        const wrong = await world.send(post("/user/erase", { tag, password: "not the password" }))
        assert.equal(wrong.status, 401, wrong.text)
        const erase = post("/user/erase", { tag, password })
        const both = await Promise.all([world.send(erase), world.send(erase)])
        assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401])
        const after = await wallet()
        assert.equal(after.totalPartnerCoins, before.totalPartnerCoins)
        const linked = await world.send(partner.as(get(`/laas/get-user-coin-data?userId=${linkedId}`)))
        assert.equal(linked.status, 400, linked.text)
        const own = await world.send(other.as(get(`/laas/get-user-coin-data?userId=${linkedId}`)))
        assert.equal(Number(dataIn(own.body).totalPartnerCoins), 10)
        const {
          rewards_member_data: _,
          rewards_member_name: ___,
          rewards_event: __,
          ...tables
        } = await world.run(dump)
        const rows = JSON.stringify(tables)
        for (const text of [email, `"${tag}"`]) assert.ok(!rows.includes(text), text)
        assert.ok(!JSON.stringify(tables.rewards_grant).includes(linkedId))
        assert.ok(Array.isArray((await act(get(`${exported}?userId=${userId}`))).consents))
        assert.equal(Object(await act(post("/laas/users", { userId }))).id, memberId)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("of concurrent erasures one succeeds, and awards beside it pay before it or not at all", async (world) => {
        const { partner, memberId, userId } = await personIn(world, "lea@example.org", "raced")
        const award = partner.as(post("/laas/rules/award", { userId, ruleName: "visit" }))
        const erase = partner.as(post(erasePath, { userId }))
        const calls = [...Array.from({ length: 12 }, () => award), erase, award, erase, award]
        const replies = await Promise.all(calls.map((call) => world.send(call)))
        const [paid, erased] = [award, erase].map((call) =>
          replies.filter((_, index) => calls[index] === call)
        )
        assert.deepEqual(erased?.map(({ status }) => status < 300).toSorted(), [false, true])
        for (const { status, text } of paid ?? [])
          assert.ok(status === 201 || /was not found/.test(text), text)
        const balance = await world.sql(`SELECT balance FROM rewards_account WHERE id = UUID '${memberId}'`)
        assert.equal(Number(balance[0]?.balance), 0)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("an erasure that was interrupted shows no text, and any process finishes it", async (world) => {
        const {
          partner,
          do: act,
          linkedId,
          memberId,
          personal,
          userId
        } = await personIn(world, "max@example.org", "interrupted")
        // In a transaction of the host no slice runs, as if the process had stopped after the COMMIT.
        const begun = await world.run(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql.withTransaction(
              Effect.flatMap(PersonalData, (data) => data.erase({ partnerId: partner.partnerId, userId }))
            )
          )
        )
        assert.equal(begun.state, "running")
        const pseudonym = `userId=${begun.userId}`
        for (const path of [
          `/laas/rules/awards?${pseudonym}&limit=100`,
          `/laas/activities?${pseudonym}`,
          `/laas/coins/transactions?${pseudonym}&limit=100`,
          `/laas/coins/transactions/search?${pseudonym}`,
          `/laas/users?search=${begun.userId}`,
          `/laas/events?limit=100`
        ]) {
          const { status, text } = await world.send(partner.as(get(path)))
          assert.equal(status, 200, text)
          for (const each of [...Object.values(personal), userId, linkedId])
            assert.ok(!text.includes(each), `${path} ${each}`)
        }
        await world.run(Effect.flatMap(PersonalData, (data) => data.resume()))
        await erasureIsDone(act, memberId)
        const rows = await storedIn(world)
        for (const each of [...Object.values(personal), userId, linkedId])
          assert.ok(!rows.includes(each), each)
        assert.deepEqual(await world.run(verify()), [])
      })

      test("an export reads long histories page by page", async (world) => {
        const partner = await world.partner("exported-pages")
        await partner.rule({ ...terms, name: "visit", coinValue: "1" })
        const userId = "long"
        await partner.onboard(userId)
        const awards = Array.from({ length: 250 }, (_, index) => ({
          userId,
          ruleName: "visit",
          narration: `${index}`
        }))
        await world.send(partner.as(post("/laas/rules/awards", { awards })))
        const reply = await world.send(partner.as(get(`${exported}?userId=${userId}`)))
        const found = dataIn(reply.body)
        const notes = (Array.isArray(found.awards) ? found.awards : []).map((each) =>
          Number(Object(each).note)
        )
        assert.deepEqual(
          notes.toSorted((one, other) => one - other),
          awards.map((_, index) => index)
        )
        assert.equal(countOf(found.transactions), 250)
      })
    }
  )
