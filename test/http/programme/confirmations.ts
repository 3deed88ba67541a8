import assert from "node:assert/strict"
import { dataIn, get, post } from "../../support/calls.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, missing, notFound, refused, success } from "../../support/table.ts"
import type { Stage, Test } from "./stage.ts"

const unknown = "00000000-0000-7000-8000-000000000000"
const missed = `awardId ${unknown} was not found: use the id of an award of this partner`
const notPending = (awardId: string) => `awardId ${awardId} is not pending`

const confirmed = ({ partnerId }: Stage, awardId: string, coins = "10") => ({
  id,
  awardId,
  coins,
  partnerId,
  expiresAt: null,
  createdAt: instant
})
const done = (stage: Stage, awardId: string, coins?: string) =>
  success(200, "Rule award confirmed successfully", confirmed(stage, awardId, coins))

export const confirmations = (test: Test): void => {
  test("a confirmation moves the coins of a pending award into the wallet, once", async (stage) => {
    const { coins, confirm, list, onboard, pending, send } = stage
    await onboard("ann")
    const award = await pending("ann")
    assert.equal(await coins("ann"), "0")
    const spend = post("/laas/coins/transfer-from-user-wallet", { userId: "ann", coins: 10 })
    meets(await send(spend), refused("insufficient_coins"))
    const first = await confirm(award)
    meets(first, done(stage, award))
    assert.equal(await coins("ann"), "10")
    const [matured] = await list("/laas/coins/transactions?userId=ann")
    assert.deepEqual(
      [matured?.id, matured?.transactionType, matured?.debitOrCredit, matured?.coins, matured?.balance],
      [dataIn(first.body).id, "maturity", "CR", 10, "10"]
    )
    assert.equal(matured?.narration, "award matured")
    meets(await confirm(award), refused("award_not_pending", notPending(award)))
    assert.equal(await coins("ann"), "10")
    assert.equal((await send(spend)).status, 201)
  })

  test("only what was not reversed is confirmed, and an award that was reversed is not", async (stage) => {
    const { coins, confirm, onboard, pending, reverse } = stage
    await onboard("ann")
    const [part, whole] = [await pending("ann"), await pending("ann")]
    assert.equal((await reverse(part, { coins: "4" })).status, 201)
    assert.equal((await reverse(whole)).status, 201)
    meets(await confirm(part), done(stage, part, "6"))
    meets(await confirm(whole), refused("already_reversed", `${whole} was already reversed or refunded`))
    assert.equal(await coins("ann"), "6")
  })

  test("an award that matured, that paid at once or that did not pay is refused by name", async (stage) => {
    const { awardId, confirm, later, onboard, pending, rule, send } = stage
    await rule()
    await rule({ name: "two", type: "batched", completionNumber: "2", pendingDays: 1 })
    await onboard("ann")
    for (const award of [await awardId("ann"), await awardId("ann", "two")]) {
      meets(await confirm(award), refused("award_not_pending", notPending(award)))
    }
    const award = await pending("ann", { pendingDays: 14 })
    await later(14 * 24)
    meets(await confirm(award), refused("award_not_pending", notPending(award)))
    const spend = post("/laas/coins/transfer-from-user-wallet", { userId: "ann", coins: 20 })
    assert.equal((await send(spend)).status, 201)
  })

  test("unknown and malformed ids are refused by name", async ({ confirm, send }) => {
    meets(await confirm(unknown), notFound(missed, "award_not_found"))
    meets(await confirm("x"), badRequest(containing("awardId must be")))
    meets(await send(post("/laas/rules/award/confirm", {})), missing("awardId"))
    const narrated = post("/laas/rules/award/confirm", { awardId: unknown, narration: "delivered" })
    meets(await send(narrated), badRequest("narration is not a known field: the fields are awardId"))
  })

  test("the coins of a confirmed award expire after their time from the confirmation on", async (stage) => {
    const { later, onboard, pending, send } = stage
    await send(get("/laas/events"))
    await onboard("ann")
    const terms = { pendingDays: 30, coinsExpire: "P1M", timeZone: "Europe/Berlin" }
    const award = await pending("ann", terms)
    await later(1)
    const confirmation = dataIn((await stage.confirm(award)).body)
    const [event, ...others] = await stage.list("/laas/events?types=award.matured")
    assert.deepEqual(others, [])
    const { createdAt, expiresAt: told, id } = confirmation
    // The stage begins on the third of a month, so the next month has this day, too.
    const expires = stage.now()
    expires.setUTCMonth(expires.getUTCMonth() + 1)
    const { memberId: _, expiresAt, ...data } = Object(event?.data)
    assert.deepEqual(data, { id, awardId: award, userId: "ann", coins: "10", balance: "10", createdAt })
    assert.equal(told, expiresAt)
    const lastDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" })
    assert.equal(lastDay.format(Date.parse(expiresAt) - 1), lastDay.format(expires))
    assert.notEqual(lastDay.format(Date.parse(expiresAt)), lastDay.format(expires))
  })

  test("a confirmed award is listed as paid, and as partly reversed when a part goes back, also in events", async (stage) => {
    const { confirm, list, onboard, pending, reverse, send } = stage
    await send(get("/laas/events"))
    await onboard("ann")
    const award = await pending("ann")
    const listed = async () => (await list("/laas/rules/awards?userId=ann"))[0]
    assert.equal((await listed())?.state, "pending")
    await confirm(award)
    assert.deepEqual(
      [(await listed())?.state, (await listed())?.maturesAt],
      ["paid", stage.now().toISOString()]
    )
    assert.equal((await reverse(award, { coins: "4" })).status, 201)
    const [event] = await list("/laas/events?types=award.reversed")
    const { reversal: _, ...data } = Object(event?.data)
    assert.deepEqual({ ...data, orderedBy: event?.orderedBy }, await listed())
    assert.equal((await listed())?.state, "partly_reversed")
  })

  test("a bulk of confirmations has an outcome each, in the order of the request", async (stage) => {
    const { coins, confirmMany, onboard, pending } = stage
    await onboard("ann")
    const award = await pending("ann")
    const failed = (code: string, error: Pattern) => ({
      status: "failed",
      message: code === "award_not_found" ? "Data not found" : "Invalid data",
      data: {
        errorType: code === "award_not_found" ? "not found" : "invalid",
        appErrorCode: code,
        error
      }
    })
    meets(
      await confirmMany([{ awardId: unknown }, { awardId: award }, { awardId: award }, {}, 5]),
      success(200, "Confirmations carried out, each with its own outcome", {
        accepted: 1,
        refused: 4,
        outcomes: [
          failed("award_not_found", missed),
          { status: "success", data: confirmed(stage, award) },
          failed("award_not_pending", containing(award)),
          failed("Bad request", "awardId is required"),
          failed("Bad request", "awardId is required")
        ]
      })
    )
    assert.equal(await coins("ann"), "10")
    meets(await confirmMany(undefined), missing("confirmations"))
    meets(await confirmMany("all"), badRequest("confirmations must be a list of confirmations"))
    meets(
      await confirmMany(Array.from({ length: 1001 }, () => ({}))),
      badRequest("confirmations must hold at most 1000 confirmations, got 1001")
    )
  })
}
