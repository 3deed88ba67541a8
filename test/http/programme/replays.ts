import assert from "node:assert/strict"
import { dataIn, get, post, type Reply, withKey } from "../../support/calls.ts"
import { forbidden, meets, mismatch } from "../../support/table.ts"
import { isReplayed, type Stage, scopesOf, type Test } from "./stage.ts"

/** Sends an order twice with one key, and checks that the second is a replay, byte for byte, that changes nothing. */
const replays = async ({ coins }: Stage, order: () => Promise<Reply>, status = 201): Promise<void> => {
  const first = await order()
  assert.equal(first.status, status, first.text)
  assert.ok(!isReplayed(first))
  const left = await coins("ann")
  const again = await order()
  assert.deepEqual([again.status, again.text, isReplayed(again)], [status, first.text, true])
  assert.equal(await coins("ann"), left)
}

const open = async ({ award, awardId, onboard, rule, transferId }: Stage) => {
  await rule()
  await onboard("ann")
  await award("ann")
  return { awardId: await awardId("ann"), transactionId: await transferId("ann", 1) }
}

export const replaysAndScopes = (test: Test): void => {
  test("a reversal is replayed byte for byte, and its key is for this order alone", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    await replays(stage, () => stage.reverse(awardId, { narration: "returned" }, "k"))
    meets(await stage.reverse(awardId, {}, "k"), mismatch())
    meets(await stage.refund(transactionId, { narration: "returned" }, "k"), mismatch())
    for (const order of [stage.reverse, stage.refund])
      meets(await order(stage.partnerId, {}, "k"), mismatch())
  })

  test("a refund is replayed byte for byte, and its key is for this order alone", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    await replays(stage, () => stage.refund(transactionId, { narration: "sold out" }, "k"))
    meets(await stage.refund(transactionId, {}, "k"), mismatch())
    meets(await stage.reverse(awardId, { narration: "sold out" }, "k"), mismatch())
  })

  test("a confirmation is replayed byte for byte, also after a reversal, and its key is for this order alone", async (stage) => {
    const { awardId } = await open(stage)
    const pending = await stage.pending("ann", { pendingDays: 30, coinsExpire: "P1M" })
    await replays(stage, () => stage.confirm(pending, "k"), 200)
    assert.equal((await stage.reverse(pending)).status, 201)
    await replays(stage, () => stage.reverse(awardId, {}, "another"))
    const again = await stage.confirm(pending, "k")
    assert.deepEqual([again.status, isReplayed(again)], [200, true])
    meets(await stage.confirm(awardId, "k"), mismatch())
    meets(await stage.reverse(pending, {}, "k"), mismatch())
  })

  test("a bulk of confirmations is replayed byte for byte, refusals included, and keeps nothing if all are refused", async (stage) => {
    const { awardId } = await open(stage)
    const confirmations = [{ awardId }, { awardId: await stage.pending("ann") }]
    for (const _ of [1, 2]) {
      const refused = await stage.confirmMany([{ awardId }], "k")
      assert.match(refused.text, /"accepted":0,"refused":1.*award_not_pending/)
      assert.ok(!isReplayed(refused))
    }
    await replays(stage, () => stage.confirmMany(confirmations, "k"), 200)
    meets(await stage.confirmMany([{ awardId }], "k"), mismatch())
  })

  test("a replay answers after the rule has ended, and a replayed transfer shows no refund", async (stage) => {
    const { later, now, onboard, refund, rule, send } = stage
    await rule({ endsAt: new Date(now().getTime() + 3_600_000).toISOString() })
    await onboard("ann")
    const award = () =>
      send(withKey(post("/laas/rules/award", { userId: "ann", ruleName: "signup" }), "award"))
    const transfer = () =>
      send(withKey(post("/laas/coins/transfer-from-user-wallet", { userId: "ann", coins: 1 }), "transfer"))
    await replays(stage, award)
    const first = await transfer()
    assert.equal((await refund(String(dataIn(first.body).id))).status, 201)
    assert.equal((await transfer()).text, first.text)
    await later(2)
    assert.ok(isReplayed(await award()))
  })

  test("items of a bulk with keys of their own take effect once, however they are put together", async (stage) => {
    const { coins, onboard, rule, send } = stage
    await rule()
    await onboard("ann")
    const item = (idempotencyKey: string, userId = "ann") => ({ userId, ruleName: "signup", idempotencyKey })
    const sendAwards = (...awards: ReadonlyArray<object>) => send(post("/laas/rules/awards", { awards }))
    const first = await sendAwards(item("1"), item("2"), item("3", "nobody!"))
    assert.match(first.text, /"accepted":2,"refused":1/)
    const paid = await coins("ann")
    const again = await sendAwards(item("2"), item("1"), item("1"))
    assert.match(again.text, /"accepted":3,"refused":0/)
    assert.equal(await coins("ann"), paid)
    // A refused item has kept nothing, and a key is for one order alone.
    await onboard("nobody!")
    assert.match((await sendAwards(item("3", "nobody!"))).text, /"accepted":1/)
    assert.match((await sendAwards({ ...item("1"), narration: "more" })).text, /idempotency_mismatch/)
    const single = post("/laas/rules/award", { userId: "ann", ruleName: "signup" })
    assert.ok(isReplayed(await send(withKey(single, "1"))))
    const both = await send(withKey(post("/laas/rules/awards", { awards: [item("4")] }), "k"))
    assert.equal(both.status, 400)
    assert.match(both.text, /awards.idempotencyKey cannot be given together with the header Idempotency-Key/)
    assert.equal(await coins("ann"), paid)
    const credit = { userId: "ann", coins: 5, debitOrCredit: "CR", reason: "goodwill", idempotencyKey: "c" }
    for (const _ of [1, 2]) {
      const adjusted = await send(post("/laas/coins/adjustments", { adjustments: [credit] }))
      assert.match(adjusted.text, /"accepted":1/)
    }
    assert.equal(Number(await coins("ann")), Number(paid) + 5)
    const reversal = await send(post("/laas/rules/awards/reverse", { reversals: [{ idempotencyKey: "r" }] }))
    assert.match(reversal.text, /idempotencyKey is not a field of the body/)
  })

  test("a bulk of reversals is replayed byte for byte, refusals included", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    const reversals = [{ awardId }, { awardId: transactionId }]
    await replays(stage, () => stage.reverseMany(reversals, "k"))
    meets(await stage.reverseMany([{ awardId }], "k"), mismatch())
  })

  test("a bulk of refunds is replayed byte for byte, refusals included", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    const refunds = [{ transactionId: awardId }, { transactionId }]
    await replays(stage, () => stage.refundMany(refunds, "k"))
    meets(await stage.refundMany([{ transactionId }], "k"), mismatch())
  })

  test("a bulk of reversals in which nothing was accepted keeps nothing: its key can succeed later", async (stage) => {
    const { award, awardId, coins, onboard, reverseMany, rule, transfer } = stage
    await rule()
    await onboard("ann")
    const reversals = [{ awardId: await awardId("ann") }]
    await transfer("ann", 1)
    for (const _ of [1, 2]) {
      const refused = await reverseMany(reversals, "k")
      assert.equal(refused.status, 201)
      assert.match(refused.text, /"accepted":0,"refused":1.*insufficient_coins/)
      assert.ok(!isReplayed(refused))
    }
    await award("ann")
    await replays(stage, () => reverseMany(reversals, "k"))
    assert.equal(await coins("ann"), "9")
    // The key without an effect did not bind the body, either.
    assert.match((await reverseMany(reversals, "another")).text, /"accepted":0/)
    const other = { awardId: await awardId("ann") }
    assert.match((await reverseMany([other], "another")).text, /"accepted":1/)
  })

  test("a bulk of refunds in which nothing was accepted keeps nothing: its key is free", async (stage) => {
    const { transactionId } = await open(stage)
    const refunded = await stage.refund(transactionId)
    assert.equal(refunded.status, 201)
    for (const _ of [1, 2]) {
      const refused = await stage.refundMany([{ transactionId }], "k")
      assert.match(refused.text, /"accepted":0,"refused":1.*already_reversed/)
      assert.ok(!isReplayed(refused))
    }
    const refunds = [{ transactionId: await stage.transferId("ann", 2) }]
    await replays(stage, () => stage.refundMany(refunds, "k"))
  })

  test("a key with the scope read can explain and search, and neither reverse nor refund", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    const reader = await scopesOf(stage, "read")
    const question = post("/laas/rules/award/explain", { userId: "ann", ruleName: "signup" })
    assert.equal((await reader(question)).status, 200)
    assert.equal((await reader(get("/laas/coins/transactions/search"))).status, 200)
    const awards = forbidden("this needs the scope awards:write")
    const coins = forbidden("this needs the scope coins:refund")
    meets(await reader(post("/laas/rules/award/reverse", { awardId })), awards)
    meets(await reader(post("/laas/rules/awards/reverse", { reversals: [{ awardId }] })), awards)
    meets(await reader(post("/laas/rules/award/confirm", { awardId })), awards)
    meets(await reader(post("/laas/rules/awards/confirm", { confirmations: [{ awardId }] })), awards)
    meets(await reader(post("/laas/coins/refund", { transactionId })), coins)
    meets(await reader(post("/laas/coins/refunds", { refunds: [{ transactionId }] })), coins)
  })

  test("coins:write alone refunds and cannot reverse; awards:write alone reverses and cannot refund", async (stage) => {
    const { awardId, transactionId } = await open(stage)
    const [cashier, awarder] = [await scopesOf(stage, "coins:write"), await scopesOf(stage, "awards:write")]
    const reverse = post("/laas/rules/award/reverse", { awardId })
    const refund = post("/laas/coins/refund", { transactionId })
    meets(await cashier(reverse), forbidden("this needs the scope awards:write"))
    meets(await awarder(refund), forbidden("this needs the scope coins:refund"))
    const question = post("/laas/rules/award/explain", { userId: "ann", ruleName: "signup" })
    meets(await awarder(question), forbidden("this needs the scope read"))
    assert.equal((await cashier(refund)).status, 201)
    assert.equal((await awarder(reverse)).status, 201)
  })
}
