import assert from "node:assert/strict"
import { dataIn, get, idIn, post, withKey } from "../../support/calls.ts"
import { containing, id, instant } from "../../support/pattern.ts"
import { badRequest, forbidden, meets, notFound, refused, success } from "../../support/table.ts"
import { isReplayed, type Stage, scopesOf, type Test } from "./stage.ts"

const order = { userId: "ann", coins: "2.5", debitOrCredit: "CR", reason: "goodwill" }

const adjust = ({ send }: Stage, change: Readonly<Record<string, unknown>> = {}, key?: string) => {
  const call = post("/laas/coins/adjust", { ...order, ...change })
  return send(key === undefined ? call : withKey(call, key))
}

export const adjustments = (test: Test): void => {
  test("an adjustment is answered, listed with its reason, and reversed once", async (stage) => {
    const { coins, list, onboard, partnerId, send } = stage
    await onboard("ann")
    const made = await adjust(stage, { narration: "call 7", metadata: { ticket: "7" } })
    const answer = { id, ...order, points: false, createdAt: instant }
    meets(made, success(201, "Coins adjusted successfully", answer))
    const adjustmentId = idIn(made.body)
    const removed = await adjust(stage, { debitOrCredit: "DE", coins: 1, reason: "a mistake" })
    meets(
      removed,
      success(201, "Coins adjusted successfully", {
        ...answer,
        coins: "1",
        debitOrCredit: "DE",
        reason: "a mistake"
      })
    )
    assert.equal(await coins("ann"), "1.5")
    for (const path of ["transactions?userId=ann", "transactions/search?type=adjustment"]) {
      assert.deepEqual(
        (await list(`/laas/coins/${path}`)).map((each) => [
          each.transactionType,
          each.debitOrCredit,
          each.coins,
          each.balance,
          each.narration,
          each.reason,
          each.metadata
        ]),
        [
          ["adjustment", "DE", 1, "1.5", "a mistake", "a mistake", {}],
          ["adjustment", "CR", 2.5, "2.5", "call 7", "goodwill", { ticket: "7" }]
        ]
      )
    }
    const undo = (body: object) => send(post("/laas/coins/adjust/reverse", body))
    meets(
      await undo({ adjustmentId }),
      refused("insufficient_coins", "coins must be no more than the wallet holds: it has 1.5, this needs 2.5")
    )
    const taken = idIn(removed.body)
    meets(
      await undo({ adjustmentId: taken, narration: "undone" }),
      success(201, "Adjustment reversed successfully", {
        id,
        adjustmentId: taken,
        coins: "1",
        narration: "undone",
        partnerId,
        createdAt: instant
      })
    )
    meets(
      await undo({ adjustmentId: taken }),
      refused("already_reversed", `${taken} was already reversed or refunded: nothing is left of it`)
    )
    assert.equal((await undo({ adjustmentId })).status, 201)
    assert.equal(await coins("ann"), "0")
    const unknown = "00000000-0000-7000-8000-000000000000"
    meets(
      await undo({ adjustmentId: unknown }),
      notFound(
        `adjustmentId ${unknown} was not found: use the id of an adjustment of this partner`,
        "adjustment_not_found"
      )
    )
  })

  test("bad input is named field by field, and nothing is written", async (stage) => {
    await stage.onboard("ann")
    meets(
      await adjust(stage, { coins: 0, debitOrCredit: "CREDIT", reason: "", points: "x", pionts: true }),
      badRequest(containing("coins ", "debitOrCredit ", "reason ", "points ", "pionts "))
    )
    meets(
      await adjust(stage, { debitOrCredit: "DE", points: true }),
      badRequest(containing("points cannot be true for a debit"))
    )
    meets(
      await adjust(stage, { debitOrCredit: "DE", coinsExpire: "P1Y" }),
      badRequest("coinsExpire cannot be given for a debit: only the coins of a credit can expire")
    )
    for (const coinsExpire of ["P0D", "P1W", "P11Y", null]) {
      meets(await adjust(stage, { coinsExpire }), badRequest(containing("coinsExpire must be a period of")))
    }
    meets(
      await adjust(stage, { userId: "bob" }),
      notFound("userId bob was not found: onboard the user first")
    )
    assert.equal(await stage.coins("ann"), "0")
  })

  test("a key adjusts once, also in bulk, and a repeated bulk has every outcome again", async (stage) => {
    await stage.onboard("ann")
    const first = await adjust(stage, {}, "k")
    const again = await adjust(stage, {}, "k")
    assert.deepEqual([again.text, isReplayed(again)], [first.text, true])
    const list = [
      order,
      { ...order, userId: "bob" },
      { ...order, coins: 99, debitOrCredit: "DE" },
      { ...order, coins: -1 }
    ]
    const bulk = () => stage.send(withKey(post("/laas/coins/adjustments", { adjustments: list }), "bulk"))
    const made = await bulk()
    assert.equal(made.status, 201)
    const { accepted, refused } = dataIn(made.body)
    assert.deepEqual([accepted, refused], [1, 3])
    assert.deepEqual(made.text.match(/"error":"\w+/g), [
      '"error":"userId',
      '"error":"coins',
      '"error":"coins'
    ])
    const repeated = await bulk()
    assert.deepEqual([repeated.text, isReplayed(repeated)], [made.text, true])
    assert.equal(await stage.coins("ann"), "5")
  })

  test("needs the scope coins:adjust, which gives no other right", async (stage) => {
    await stage.onboard("ann")
    const [cashier, corrector] = [await scopesOf(stage, "coins:write"), await scopesOf(stage, "coins:adjust")]
    const calls = [
      post("/laas/coins/adjust", order),
      post("/laas/coins/adjustments", { adjustments: [order] }),
      post("/laas/coins/adjust/reverse", { adjustmentId: "00000000-0000-7000-8000-000000000000" })
    ]
    for (const call of calls) meets(await cashier(call), forbidden("this needs the scope coins:adjust"))
    assert.equal((await corrector(post("/laas/coins/adjust", order))).status, 201)
    const spend = post("/laas/coins/transfer-from-user-wallet", { userId: "ann", coins: 1 })
    meets(await corrector(spend), forbidden("this needs the scope coins:write"))
    meets(await corrector(get("/laas/coins/transactions?userId=ann")), forbidden("this needs the scope read"))
  })

  test("is in the audit trail with the person, and without the reason", async (stage) => {
    await stage.onboard("ann")
    const adjustmentId = idIn((await adjust(stage, { reason: "secret-reason" })).body)
    await stage.send(post("/laas/coins/adjust/reverse", { adjustmentId }))
    const [undone, made] = await stage.list("/laas/iam/audit?limit=2")
    assert.deepEqual(
      [made?.action, made?.detail, undone?.action],
      ["coins.adjust", `${adjustmentId}: 2.5 coins to userId ann`, "coins.adjust-reverse"]
    )
    assert.match(String(undone?.detail), new RegExp(`: 2.5 coins of adjustment ${adjustmentId}$`))
    assert.equal(made?.actor, undone?.actor)
    assert.ok(!JSON.stringify([made, undone]).includes("secret-reason"))
  })
}
