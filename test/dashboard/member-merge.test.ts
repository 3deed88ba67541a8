import assert from "node:assert/strict"
import type { Transaction } from "../../server/dashboard/contract.ts"
import {
  bodyOf,
  checkInto,
  checkTyped,
  type Holder,
  leadsElsewhere,
  mergeConsequence,
  mergedWords,
  noMerge,
  refusalOf,
  together
} from "../../server/dashboard/pages/members/memberMerge.ts"
import { isOfMerged, sidesOf, textsOf } from "../../server/dashboard/pages/members/transactionWords.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { openWorld } from "../support/world.ts"

const holder = (userId: string, coins = "0", pending = "0"): Holder => ({
  userId,
  memberId: `member ${userId}`,
  name: "",
  coins,
  pending
})

describe("the dialog that merges two members", () => {
  it("says the coins that the service then has, without rounding", async () => {
    const world = await openWorld()
    const shop = await world.partner("sums")
    const wallet = async (userId: string): Promise<Holder> => {
      const data = dataIn((await world.send(shop.as(get(`/laas/get-user-coin-data?userId=${userId}`)))).body)
      return holder(userId, String(data.totalPartnerCoins), String(data.pendingCoins))
    }
    for (const [userId, coins] of [
      ["ada", "0.1"],
      ["ada-2", "499999999999.7"]
    ] as const) {
      await shop.onboard(userId)
      const body = { userId, coins, debitOrCredit: "CR", reason: "goodwill" }
      assert.equal((await world.send(shop.as(post("/laas/coins/adjust", body)))).status, 201)
    }
    await shop.pending("ada-2", { coinValue: "0.2" })
    const pair = { from: await wallet("ada-2"), into: await wallet("ada") }
    const reply = await world.send(shop.as(post("/laas/users/merge", bodyOf(pair, false))))
    assert.equal(reply.status, 200, reply.text)
    const { coins, pending } = await wallet("ada")
    assert.deepEqual({ coins, pending }, together(pair))
    assert.deepEqual(together(pair), { coins: "499999999999.8", pending: "0.2" })
    await world.close()
  })

  it("reads like this", () => {
    const pair = { from: holder("ada-2", "1250.5", "1"), into: holder("ada") }
    assert.equal(
      mergeConsequence(pair),
      "ada-2 becomes a part of ada, with 1,250.5 coins and 1 pending coin. Both ids then lead to ada."
    )
    assert.equal(
      mergeConsequence({ from: pair.into, into: pair.from }),
      "ada becomes a part of ada-2, with no coins. Both ids then lead to ada-2."
    )
    const merged = { userId: "ada", mergedUserId: "ada-2", coins: "0", pendingCoins: "2" }
    assert.equal(mergedWords(merged), "ada-2 is now a part of ada, with 2 pending coins")
    assert.equal(
      refusalOf({ from: pair.from, into: pair.from }, "old"),
      "old leads to this member already. Choose another one."
    )
    assert.equal(refusalOf(pair, "ada"), undefined)
  })

  it("sends force only if the person has ticked it, and nothing before the id is typed exactly", () => {
    const pair = { from: holder("ada-2"), into: holder("ada") }
    assert.deepEqual(bodyOf(pair, false), { from: "ada-2", into: "ada" })
    assert.deepEqual(bodyOf(pair, true), { from: "ada-2", into: "ada", force: true })
    const check = checkTyped("ada-2")
    for (const from of ["", "ada", "ADA-2", " ada-2"]) {
      assert.deepEqual(check({ ...noMerge, from }), {
        from: `must be "ada-2", got ${JSON.stringify(from)}`
      })
    }
    assert.deepEqual(check({ ...noMerge, from: "ada-2" }), {})
    assert.deepEqual(checkInto({ into: " " }), { into: "is required" })
    assert.deepEqual(checkInto({ into: "ada" }), {})
  })

  it("stops if the id leads to a third member, but not if the merge has happened already", () => {
    const pair = { from: holder("ada-2"), into: holder("ada") }
    assert.equal(leadsElsewhere(pair, pair.from), false)
    assert.equal(leadsElsewhere(pair, pair.into), false)
    assert.equal(leadsElsewhere(pair, holder("bob")), true)
  })
})

describe("the transactions of a member", () => {
  const side = { id: "shop", fullname_businessName: "Shop", email: "", tag: null, userId: "shop" }
  const ada = { ...side, id: "member ada", fullname_businessName: "", userId: "ada" }
  const merge: Pick<
    Transaction,
    "debitOrCredit" | "from" | "to" | "narration" | "reason" | "transactionType"
  > = {
    debitOrCredit: "CR",
    from: side,
    to: ada,
    narration: "coins of a merged member",
    reason: null,
    transactionType: "merge"
  }

  it("say of a merge that the coins came from the merged member, once", () => {
    assert.equal(sidesOf(merge), "merged member → ada")
    assert.deepEqual(textsOf(merge), [])
    assert.equal(sidesOf({ ...merge, transactionType: "award" }), "Shop → ada")
    const adjusted = {
      ...merge,
      transactionType: "adjustment",
      narration: "late",
      reason: "goodwill"
    } as const
    assert.deepEqual(textsOf(adjusted), ["goodwill", "late"])
    assert.deepEqual(textsOf({ ...adjusted, narration: "adjustment" }), ["goodwill"])
  })

  it("say which were in the wallet of a merged member", () => {
    const debit = { debitOrCredit: "DE", from: ada, to: side } as const
    assert.equal(isOfMerged(merge, "member ada"), false)
    assert.equal(isOfMerged(merge, "member bob"), true)
    assert.equal(isOfMerged(debit, "member ada"), false)
    assert.equal(isOfMerged(debit, "member bob"), true)
    assert.equal(isOfMerged(debit, undefined), false)
  })
})
