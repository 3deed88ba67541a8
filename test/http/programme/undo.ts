import assert from "node:assert/strict"
import { dataIn, get, idIn, post } from "../../support/calls.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, meets, missing, notFound, refused, success } from "../../support/table.ts"
import type { Stage, Test } from "./stage.ts"

const unknown = "00000000-0000-7000-8000-000000000000"

const reversed = ({ partnerId }: Stage, awardId: string, change: Readonly<Record<string, Pattern>> = {}) =>
  success(201, "Rule award reversed successfully", {
    id,
    awardId,
    coins: "10",
    narration: null,
    partnerId,
    createdAt: instant,
    ...change
  })

const failed = (code: string, error: Pattern) => ({
  status: "failed",
  message: "Invalid data",
  data: { errorType: "invalid", appErrorCode: code, error }
})
const missed = (code: string, error: string) => ({
  status: "failed",
  message: "Data not found",
  data: { errorType: "not found", appErrorCode: code, error }
})
const awardMissing = (awardId: string) =>
  `awardId ${awardId} was not found: use the id of an award of this partner`
const transferMissing = (transactionId: string) =>
  `transactionId ${transactionId} was not found: use the id of a transfer from a wallet to this partner`

export const undo = (test: Test): void => {
  test("a reversal takes the coins back, once, and lists and boards show it", async (stage) => {
    const { awardId, coins, list, onboard, reverse, rule, send } = stage
    await rule()
    await onboard("ann")
    await awardId("ann")
    const award = await awardId("ann")
    meets(await reverse(award, { narration: "returned" }), reversed(stage, award, { narration: "returned" }))
    assert.equal(await coins("ann"), "10")
    const [listed, other] = await list("/laas/rules/awards")
    assert.deepEqual([listed?.id, listed?.state, listed?.awarded], [award, "reversed", true])
    assert.equal(listed?.reversedAt, stage.now().toISOString())
    assert.deepEqual([other?.state, other?.reversedAt], ["paid", null])
    const [taken] = await list("/laas/coins/transactions?userId=ann")
    assert.deepEqual(
      [taken?.transactionType, taken?.debitOrCredit, taken?.coins, taken?.narration, taken?.refunded],
      ["award_reversal", "DE", 10, "returned", false]
    )
    const boards = ["/laas/leaderboard/new?userId=ann", "/laas/coins/partner/ep-leaderboard?userId=ann"]
    const scores = []
    for (const path of boards) scores.push(dataIn((await send(get(path))).body).userPosition)
    const score = (amount: number | string) => ({ userId: "ann", amount, position: 1 })
    assert.deepEqual(scores, [score(10), score("10")])
    meets(
      await reverse(award),
      refused("already_reversed", `${award} was already reversed or refunded: nothing is left of it`)
    )
    assert.equal(await coins("ann"), "10")
  })

  test("an award by its id shows its reversals, and another partner's is not found", async (stage) => {
    const { awardId, list, onboard, person, reverse, rule, send, world } = stage
    await rule()
    await onboard("ann")
    const award = await awardId("ann")
    await reverse(award, { coins: "4", narration: "returned" })
    const [listed] = await list("/laas/rules/awards")
    const path = `/laas/awards/${award}`
    meets(
      await send(get(path)),
      success(200, "Award returned successfully", {
        ...listed,
        rule: { id: String(listed?.ruleId), name: "signup", changedSince: false },
        rate: null,
        reversals: [
          {
            id,
            number: 1,
            coins: "4",
            amount: null,
            note: "returned",
            orderedBy: person,
            createdAt: stage.now().toISOString()
          }
        ],
        lot: null
      })
    )
    const other = await world.partner(`reader-of-${stage.partnerId}`)
    meets(await world.send(other.as(get(path))), notFound(awardMissing(award), "award_not_found"))
  })

  test("a completion can be reversed while its cycle runs, and not after", async (stage) => {
    const { awardId, explain, onboard, reverse, rule } = stage
    await rule({ type: "batched", completionNumber: 2 })
    await onboard("ann")
    const counted = await awardId("ann")
    meets(await reverse(counted), reversed(stage, counted, { coins: "0" }))
    assert.match((await explain("ann")).text, /"progress":\{"done":0,"of":2\}/)
    const first = await awardId("ann")
    const paid = await awardId("ann")
    meets(
      await reverse(first),
      refused(
        "cycle_ended",
        `awardId ${first} only counted, and its cycle has ended: reverse the award that paid`
      )
    )
    meets(await reverse(paid), reversed(stage, paid))
  })

  test("coins that are spent cannot be taken back, and nothing changes", async (stage) => {
    const { awardId, coins, list, onboard, reverse, rule, transfer } = stage
    await rule()
    await onboard("ann")
    const award = await awardId("ann")
    await transfer("ann", 4)
    meets(await reverse(award), refused("insufficient_coins", "it has 6, this needs 10"))
    assert.equal(await coins("ann"), "6")
    assert.deepEqual(
      (await list("/laas/rules/awards")).map(({ state }) => state),
      ["paid"]
    )
  })

  test("a suppressed award cannot be reversed", async ({ award, awardId, onboard, reverse, rule }) => {
    await rule({ userLimitAward: 1, atLimit: "suppress" })
    await onboard("ann")
    await award("ann")
    meets(await reverse(await awardId("ann")), refused("award_suppressed", "it neither paid nor counted"))
  })

  test("another partner's award or transfer is answered as an unknown one", async (stage) => {
    const { awardId, onboard, rule, transferId, world } = stage
    await rule()
    await onboard("ann")
    const [award, transfer] = [await awardId("ann"), await transferId("ann", 1)]
    const other = await world.partner(`other-of-${stage.partnerId}`)
    const ask = (path: string, body: object) => world.send(other.as(post(path, body)))
    for (const awardId of [award, unknown]) {
      meets(
        await ask("/laas/rules/award/reverse", { awardId }),
        notFound(awardMissing(awardId), "award_not_found")
      )
    }
    for (const transactionId of [transfer, award, unknown]) {
      meets(
        await ask("/laas/coins/refund", { transactionId }),
        notFound(transferMissing(transactionId), "transfer_not_found")
      )
    }
    // To the owner an award is no transfer, and a transfer no award.
    meets(await stage.refund(award), notFound(transferMissing(award), "transfer_not_found"))
    meets(await stage.reverse(transfer), notFound(awardMissing(transfer), "award_not_found"))
  })

  test("a malformed order is refused by field", async ({ refund, reverse, send }) => {
    for (const [path, field] of [
      ["/laas/rules/award/reverse", "awardId"],
      ["/laas/coins/refund", "transactionId"]
    ] as const) {
      meets(await send(post(path, {})), missing(field))
      meets(
        await send(post(path, { [field]: "x" })),
        badRequest(`${field} must be an id made by this service, got "x"`)
      )
    }
    const long = badRequest(containing("narration must be text of 0 to 500 characters"))
    meets(await reverse(unknown, { narration: "x".repeat(501) }), long)
    meets(await refund(unknown, { narration: 5 }), long)
  })

  test("a refund returns the coins, once, and the transfer shows it", async (stage) => {
    const { award, coins, list, onboard, partnerId, refund, rule, transferId } = stage
    await rule()
    await onboard("ann")
    await award("ann")
    const [kept, back] = [await transferId("ann", 1), await transferId("ann", 2.5)]
    const refunded = await refund(back, { narration: "sold out" })
    meets(
      refunded,
      success(201, "Coins refunded successfully", {
        id,
        transactionId: back,
        coins: "2.5",
        narration: "sold out",
        partnerId,
        createdAt: instant
      })
    )
    assert.equal(await coins("ann"), "9")
    for (const path of ["/laas/coins/transactions?userId=ann", "/laas/coins/transactions/search"]) {
      const shown = await list(path)
      assert.deepEqual(
        shown.map(({ balance, coins, debitOrCredit, narration, refunded, transactionType }) => [
          transactionType,
          debitOrCredit,
          coins,
          balance,
          narration,
          refunded
        ]),
        [
          ["user_partner_refund", "CR", 2.5, "9", "sold out", false],
          ["user_partner_transfer", "DE", 2.5, "6.5", "user to partner transfer", true],
          ["user_partner_transfer", "DE", 1, "9", "user to partner transfer", false],
          ["award", "CR", 10, "10", "award for signup", false]
        ]
      )
      assert.equal(shown[2]?.id, kept)
      assert.equal(shown[1]?.updatedAt, dataIn(refunded.body).createdAt)
      for (const { createdAt, id: shownId, updatedAt } of shown) {
        if (shownId !== back) assert.equal(updatedAt, createdAt)
      }
    }
    meets(await refund(back), refused("already_reversed", `${back} was already reversed or refunded`))
    assert.deepEqual(await list("/laas/coins/partner/ep-leaderboard?type=spender"), [
      { userId: "ann", coins: "1" }
    ])
  })

  test("a bulk of reversals has an outcome each, in the order of the request", async (stage) => {
    const { awardId, coins, onboard, partnerId, reverseMany, rule } = stage
    await rule()
    await onboard("ann")
    const award = await awardId("ann")
    const reversal = { id, awardId: award, coins: "10", narration: "in bulk", partnerId, createdAt: instant }
    meets(
      await reverseMany([
        { awardId: unknown },
        { awardId: award, narration: "in bulk" },
        { awardId: award },
        {},
        5
      ]),
      success(201, "Reversals carried out, each with its own outcome", {
        accepted: 1,
        refused: 4,
        outcomes: [
          missed("award_not_found", awardMissing(unknown)),
          { status: "success", data: reversal },
          failed("already_reversed", containing(award)),
          failed("Bad request", "awardId is required"),
          failed("Bad request", "awardId is required")
        ]
      })
    )
    assert.equal(await coins("ann"), "0")
    meets(await reverseMany(undefined), missing("reversals"))
    meets(await reverseMany("all"), badRequest("reversals must be a list of reversals"))
    meets(
      await reverseMany(Array.from({ length: 1001 }, () => ({}))),
      badRequest("reversals must hold at most 1000 reversals, got 1001")
    )
  })

  test("a bulk of refunds has an outcome each, in the order of the request", async (stage) => {
    const { award, coins, onboard, partnerId, refundMany, rule, transfer } = stage
    await rule()
    await onboard("ann")
    await award("ann")
    const transactionId = idIn((await transfer("ann", 3)).body)
    const refund = { id, transactionId, coins: "3", narration: null, partnerId, createdAt: instant }
    meets(
      await refundMany([{ transactionId }, { transactionId: unknown }, { transactionId }, null]),
      success(201, "Refunds carried out, each with its own outcome", {
        accepted: 1,
        refused: 3,
        outcomes: [
          { status: "success", data: refund },
          missed("transfer_not_found", transferMissing(unknown)),
          failed("already_reversed", containing(transactionId)),
          failed("Bad request", "transactionId is required")
        ]
      })
    )
    assert.equal(await coins("ann"), "10")
    meets(await refundMany(undefined), missing("refunds"))
    meets(await refundMany({}), badRequest("refunds must be a list of refunds"))
    meets(
      await refundMany(Array.from({ length: 1001 }, () => ({}))),
      badRequest("refunds must hold at most 1000 refunds, got 1001")
    )
  })
}
