import assert from "node:assert/strict"
import { type Call, post } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { Table } from "../../support/table.ts"
import { accountRow } from "./accounts.ts"

const award = (userId: string, ruleName: string) => post("/laas/rules/award", { userId, ruleName })

/** Calls that are refused, about a user whom the partner has not met. */
const refusals: Readonly<Record<string, (world: Cast, userId: string) => Promise<Call>>> = {
  "an unknown rule": async (_, userId) => award(userId, "no such rule"),
  "an inactive rule": async ({ acme, send }, userId) => {
    const id = await acme.rule({ name: "newcomers rest" })
    await send(acme.as(post("/laas/rules/update-rule", { id, status: "inactive" })))
    return award(userId, "newcomers rest")
  },
  "a rule that has ended": async ({ acme }, userId) => {
    await acme.rule({ name: "newcomers late", endsAt: "2020-01-01T00:00:00.000Z" })
    return award(userId, "newcomers late")
  },
  "a rule without a free place": async ({ acme, bea }, userId) => {
    await acme.rule({ name: "newcomers full", maxNumberOfParticipant: "1" })
    await acme.award(bea, "newcomers full")
    return award(userId, "newcomers full")
  },
  "a transfer": async (_, userId) => post("/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })
}

/** What the partner keeps about the user: members, ids that lead to one, and wallets. */
const traces = async ({ sql }: Cast, userId: string): Promise<ReadonlyArray<number>> => {
  const members = await sql(`SELECT id FROM rewards_member WHERE user_id = '${userId}'`)
  const ids = await sql(`SELECT member_id FROM rewards_member_id WHERE user_id = '${userId}'`)
  const wallets = await sql("SELECT id FROM rewards_account WHERE kind = 'wallet'")
  return [members.length, ids.length, wallets.length]
}

const newUser = async ({ sql }: Cast, tag: string): Promise<string> => {
  const { id, sql: text } = accountRow(tag)
  await sql(text)
  return id
}

/** A user becomes a partner's member with the first award that is accepted. */
export const newcomers = (table: Table): void =>
  table("a user whom the partner has not met", [], (test) => {
    for (const [index, [what, call]] of Object.entries(refusals).entries()) {
      test(`is no member after ${what} was refused`, async (world) => {
        const userId = await newUser(world, `newcomer-${index}`)
        const refused = await call(world, userId)
        const before = await traces(world, userId)
        assert.equal((await world.send(world.acme.as(refused))).status, 400)
        assert.deepEqual(await traces(world, userId), before)
        assert.deepEqual(before.slice(0, 2), [0, 0])
      })
    }

    test("is a member after the first credit, and not after a refused debit", async (world) => {
      const { acme, send } = world
      const userId = await newUser(world, "newcomer-credited")
      const [, , wallets = 0] = await traces(world, userId)
      const adjust = (debitOrCredit: string) =>
        send(acme.as(post("/laas/coins/adjust", { userId, coins: 2, debitOrCredit, reason: "opening" })))
      assert.equal((await adjust("DE")).status, 400)
      assert.deepEqual(await traces(world, userId), [0, 0, wallets])
      assert.equal((await adjust("CR")).status, 201)
      assert.deepEqual(await traces(world, userId), [1, 1, wallets + 1])
      assert.equal((await adjust("DE")).status, 201)
    })

    test("is no member after a bulk in which only the awards of others were accepted", async (world) => {
      const { acme, send } = world
      await acme.rule({ name: "newcomers one", maxNumberOfParticipant: "1" })
      const [first, second] = [await newUser(world, "newcomer-in"), await newUser(world, "newcomer-out")]
      const [, , wallets = 0] = await traces(world, first)
      const awards = [first, second, second].map((userId) => ({ userId, ruleName: "newcomers one" }))
      const reply = await send(acme.as(post("/laas/rules/awards", { awards })))
      assert.equal(reply.status, 201, reply.text)
      assert.deepEqual(await traces(world, first), [1, 1, wallets + 1])
      assert.deepEqual(await traces(world, second), [0, 0, wallets + 1])
    })
  })
