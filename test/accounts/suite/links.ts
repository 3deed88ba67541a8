import assert from "node:assert/strict"
import { Effect } from "effect"
import { Members } from "../../../lib/index.ts"
import { get, post, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { matches } from "../../support/pattern.ts"
import { refused, type Table } from "../../support/table.ts"
import { record } from "../details/record.ts"
import { nameRows, recordRow } from "./accounts.ts"
import {
  award,
  consenting,
  done,
  link,
  linked,
  linking,
  membersOf,
  stateOf,
  verified,
  walletOf
} from "./linking.ts"

/** Which of the two ids are members before, with or without awards, and which member remains. */
const joins: ReadonlyArray<{
  readonly name: string
  readonly user: "none" | "empty" | "awarded"
  readonly own: "none" | "empty" | "awarded"
  readonly becomes: "user" | "own" | "new"
  readonly coins: string
}> = [
  { name: "neither is a member", user: "none", own: "none", becomes: "new", coins: "0" },
  { name: "the user is one by consent", user: "empty", own: "none", becomes: "user", coins: "0" },
  { name: "the user has been awarded", user: "awarded", own: "none", becomes: "user", coins: "10" },
  { name: "the partner's id is one", user: "none", own: "empty", becomes: "own", coins: "0" },
  { name: "the partner's id has been awarded", user: "none", own: "awarded", becomes: "own", coins: "10" },
  { name: "both are, without awards", user: "empty", own: "empty", becomes: "own", coins: "0" },
  { name: "both are, the partner's with awards", user: "empty", own: "awarded", becomes: "own", coins: "10" }
]

const prepare = async (world: Cast, userId: string, state: "none" | "empty" | "awarded") => {
  if (state === "none") return undefined
  const memberId = await world.acme.onboard(userId)
  if (state === "awarded") await award(world, userId)
  return memberId
}

const refusal = async (world: Cast, userId: string, tag: string, reason: string): Promise<void> => {
  const before = await stateOf(world)
  const reply = await world.send(world.acme.as(linking({ userId, tag })))
  const { body, status } = refused("already_linked", `userId ${userId} cannot be linked to this user`, reason)
  matches({ status: reply.status, body: reply.body }, { status, body })
  assert.equal(await stateOf(world), before)
}

/** Whichever members exist before, one remains, and it has the coins of both. */
const cases = (table: Table): void =>
  table("POST /<eco>/users/link-tag", [], (test) => {
    for (const [index, { becomes, coins, name, own, user }] of joins.entries()) {
      test(`${name}: both ids are one member, and nothing is lost`, async (world) => {
        const [userId, tag] = [`joined-${index}`, `join-${index}`]
        const account = await consenting(world, tag)
        const before = {
          user: await prepare(world, account.id, user),
          own: await prepare(world, userId, own),
          new: undefined
        }
        const reply = await link(world, userId, tag)
        matches(reply.body, linked(world, userId, tag, before[becomes]))
        assert.deepEqual(await membersOf(world, userId, account.id), [userId])
        const wallet = await walletOf(world, userId)
        assert.equal(wallet.coins, coins)
        assert.deepEqual(await walletOf(world, account.id), wallet)
        assert.equal(wallet.isLinked, true)
        assert.equal((await link(world, userId, tag)).text, reply.text)
        await verified(world)
      })
    }

    for (const ruleName of ["visit", "batch of three"]) {
      test(`two members with awards for ${ruleName} stay two`, async (world) => {
        const tag = `two-${ruleName.length}`
        const account = await consenting(world, tag)
        const rule = {
          name: "batch of three",
          type: "batched",
          completionNumber: 3,
          coinValue: 1,
          maxNumberOfParticipant: 9,
          condition: "any"
        }
        await world.send(world.acme.as(post("/laas/rules/create-rule", rule)))
        await world.acme.onboard(tag)
        await award(world, tag)
        await award(world, account.id, ruleName)
        await refusal(world, tag, tag, "each of the two ids has its own member")
        await award(world, account.id)
        await verified(world)
      })
    }

    test("a user has one id with a partner, and an id one user", async (world) => {
      const [one, two] = [await consenting(world, "one"), await consenting(world, "other")]
      await world.acme.onboard(one.id)
      await link(world, "first", one.tag)
      await refusal(world, "second", one.tag, "another id of yours is")
      await refusal(world, "first", two.tag, "it is linked to another user")
      await link(world, "second", two.tag)
      await verified(world)
    })

    test("the record that was kept of the user moves to the remaining member, unless that has one", async (world) => {
      const { acme, sql } = world
      const keep = async (memberId: string, fullname: string) => {
        await sql(recordRow(acme.partnerId, memberId, { ...record, fullname }))
        await sql(nameRows(acme.partnerId, memberId, { fullname }))
      }
      const prepared = async (tag: string) => {
        const { id } = await consenting(world, tag)
        return { theirs: await world.acme.onboard(id), own: await world.acme.onboard(tag) }
      }
      const namesOf = (memberId: string) =>
        sql(`SELECT name FROM rewards_member_name WHERE member_id = UUID '${memberId}' ORDER BY length(name)`)
      const one = await prepared("rec-one")
      await keep(one.theirs, "of the user")
      assert.match((await link(world, "rec-one", "rec-one")).text, /"fullname":"of the user"/)
      assert.deepEqual(await namesOf(one.own), searched("user", "the user", "of the user"))
      const two = await prepared("rec-two")
      await keep(two.theirs, "of the user")
      await keep(two.own, "of the partner")
      assert.match((await link(world, "rec-two", "rec-two")).text, /"fullname":"of the partner"/)
      assert.deepEqual(await namesOf(two.own), searched("partner", "the partner", "of the partner"))
      assert.deepEqual(await namesOf(two.theirs), [])
      await verified(world)
    })

    test("a key replays the answer, and is refused for another request", async (world) => {
      const { tag } = await consenting(world, "keyed-link")
      const keyed = (userId: string) => world.acme.as(withKey(linking({ userId, tag }), "key of a link"))
      const first = await done(world, keyed("keyed"))
      const again = await done(world, keyed("keyed"))
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get("idempotency-replayed"), "true")
      assert.equal((await world.send(keyed("other"))).status, 422)
    })
  })

const searched = (...names: ReadonlyArray<string>) => names.map((name) => ({ name }))

const questions: ReadonlyArray<readonly [name: string, path: (userId: string) => string]> = [
  ["the wallet", (userId) => `/laas/get-user-coin-data?userId=${userId}`],
  ["its transactions", (userId) => `/laas/coins/transactions?userId=${userId}`],
  ["the awards", (userId) => `/laas/rules/awards?userId=${userId}`],
  ["the place on the points board", (userId) => `/laas/leaderboard/new?userId=${userId}`],
  ["the place on the coin board", (userId) => `/laas/coins/partner/ep-leaderboard?userId=${userId}`],
  ["the place of this month", (userId) => `/laas/coins/partner/ep-leaderboard?month=1&userId=${userId}`]
]

/** In requests userId is either id; answers repeat the id of the request; lists show the partner's own id. */
const meaning = (table: Table): void =>
  table("a linked member under either id", [], (test) => {
    const both = async (world: Cast) => {
      const [known] = await world.sql("SELECT id, tag FROM rewards_user WHERE tag = 'linked-user'")
      if (known !== undefined) return { id: String(known.id), tag: String(known.tag), own: "linked-own" }
      const account = await consenting(world, "linked-user")
      await link(world, "linked-own", account.tag)
      await award(world, account.id)
      await award(world, "linked-own")
      return { ...account, own: "linked-own" }
    }

    for (const [name, path] of questions) {
      test(`${name} works with either id`, async (world) => {
        const { id, own } = await both(world)
        const anonymous = async (userId: string) =>
          (await done(world, world.acme.as(get(path(userId))))).text.replaceAll(own, "?").replaceAll(id, "?")
        assert.equal(await anonymous(id), await anonymous(own))
      })
    }

    test("awards to either id count for one member", async (world) => {
      const { id, own } = await both(world)
      const rule = (fields: object) =>
        done(
          world,
          world.acme.as(
            post("/laas/rules/create-rule", {
              coinValue: 7,
              maxNumberOfParticipant: 1,
              condition: "any",
              ...fields
            })
          )
        )
      await rule({ name: "linked once", userLimitAward: 1 })
      await rule({ name: "linked twice", type: "batched", completionNumber: 2 })
      const coins = Number((await walletOf(world, own)).coins)
      await award(world, own, "linked once")
      const again = await world.send(
        world.acme.as(post("/laas/rules/award", { userId: id, ruleName: "linked once" }))
      )
      assert.match(again.text, /user_limit_reached/)
      assert.match((await award(world, id, "linked twice")).text, /"awarded":false/)
      const paid = await award(world, own, "linked twice")
      assert.match(paid.text, /"awarded":true/)
      assert.equal((await walletOf(world, id)).coins, String(coins + 14))
      await verified(world)
    })

    test("one call with both ids awards one member twice", async (world) => {
      const { id, own } = await both(world)
      const coins = Number((await walletOf(world, own)).coins)
      const awards = [id, own].map((userId) => ({ userId, ruleName: "visit" }))
      const { text } = await done(world, world.acme.as(post("/laas/rules/awards", { awards })))
      assert.match(text, new RegExp(`"userId":"${id}".*"userId":"${own}"`))
      assert.equal((await walletOf(world, id)).coins, String(coins + 20))
    })

    test("coins leave the one wallet, and the answer has the tag, which the user allows the partner to see", async (world) => {
      const { id, own, tag } = await both(world)
      const coins = Number((await walletOf(world, own)).coins)
      for (const userId of [id, own]) {
        const call = post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })
        const { text } = await done(world, world.acme.as(call))
        assert.match(
          text,
          new RegExp(`"fullname_businessName":"","email":"","tag":"${tag}","userId":"${userId}"`)
        )
      }
      assert.equal((await walletOf(world, id)).coins, String(coins - 2))
      await verified(world)
    })

    test("onboarding either id again finds the member", async (world) => {
      const { id, own } = await both(world)
      const { memberId } = await walletOf(world, own)
      assert.equal(await world.acme.onboard(id), memberId)
      assert.equal(await world.acme.onboard(own), memberId)
      const many = await world.run(
        Effect.flatMap(Members, (members) =>
          members.onboardMany([id, own, id].map((userId) => ({ partnerId: world.acme.partnerId, userId })))
        )
      )
      assert.deepEqual(
        many.map(({ id, userId }) => [id, userId]),
        [1, 2, 3].map(() => [memberId, own])
      )
    })

    test("boards and lists show the member once, under the partner's id", async (world) => {
      const { id, own } = await both(world)
      for (const path of ["/laas/leaderboard/new?take=100", "/laas/coins/partner/ep-leaderboard?limit=100"]) {
        const { text } = await done(world, world.acme.as(get(path)))
        assert.equal(text.split(`"userId":"${own}"`).length, 2)
        assert.ok(!text.includes(id))
      }
    })

    test("another partner knows the user by the user's own id alone", async (world) => {
      const { id, own } = await both(world)
      const send = (userId: string) =>
        world.send(world.zeta.as(post("/laas/rules/award", { userId, ruleName: "secret" })))
      assert.match((await send(own)).text, /was not found/)
      assert.equal((await send(id)).status, 201)
      const { text } = await done(world, world.zeta.as(get("/laas/leaderboard/new")))
      assert.ok(text.includes(`"userId":"${id}"`) && !text.includes(own))
    })
  })

/** A partner's own user id and a user's id are linked to one member. */
export const links = (table: Table): void => {
  cases(table)
  meaning(table)
}
