import assert from "node:assert/strict"
import { dataIn, get, idIn, post, withKey } from "../../support/calls.ts"
import { id, instant } from "../../support/pattern.ts"
import { join } from "../../support/staff.ts"
import { forbidden, meets, refused, success } from "../../support/table.ts"
import { isReplayed, type Stage, scopesOf, type Test } from "./stage.ts"

const order = { userId: "ann", coins: "600", debitOrCredit: "CR", reason: "a lost parcel" }
const adjustment = { id, ...order, points: false, createdAt: instant }
const waits = "Another person must approve the adjustment"

/** A partner whose adjustments above 500 coins wait, and a colleague who may approve them. */
const open = async (stage: Stage) => {
  const { onboard, send, world } = stage
  await onboard("ann")
  assert.equal((await send(post("/laas/settings", { approveAbove: 500 }))).status, 200)
  const address = `manager-${stage.partnerId}@partners.example`
  const colleague = await join(world, stage, address, "manager")
  const mails = async () =>
    (await world.sql(`SELECT recipient FROM rewards_mail WHERE subject = 'Adjustments wait for approval'`))
      .map(({ recipient }) => String(recipient))
      .filter((recipient) => recipient === address || recipient === stage.email)
  return { address, mails, colleague: colleague.as, ask: () => send(post("/laas/coins/adjust", order)) }
}

export const approvals = (test: Test): void => {
  test("an adjustment above the limit is 202, and moves coins when a colleague approves it", async (stage) => {
    const { coins, send, world } = stage
    const { ask, colleague } = await open(stage)
    const asked = await ask()
    meets(asked, success(202, waits, { id, state: "waiting" }))
    assert.equal(await coins("ann"), "0")
    const body = { requestId: idIn(asked.body) }
    meets(
      await send(post("/laas/coins/adjust/approve", body)),
      refused("own_request", `requestId ${body.requestId} is your own request: another person must decide`)
    )
    const key = await scopesOf(stage, "coins:adjust")
    meets(
      await key(post("/laas/coins/adjust/approve", body)),
      forbidden("an API key cannot approve or decline: log in as a person")
    )
    const waiting = await send(get("/laas/coins/adjust/requests?state=waiting"))
    assert.deepEqual(
      Object(dataIn(waiting.body)).data.map((each: Readonly<Record<string, unknown>>) => [
        each.id,
        each.reason
      ]),
      [[body.requestId, order.reason]]
    )
    const approved = await world.send(colleague(post("/laas/coins/adjust/approve", body)))
    meets(approved, success(201, "Adjustment approved", adjustment))
    assert.equal(await coins("ann"), "600")
    meets(
      await world.send(colleague(post("/laas/coins/adjust/decline", body))),
      refused("already_decided", `requestId ${body.requestId} was approved already`)
    )
  })

  test("an API key adjusts at once, and a bulk of a person has lines that wait", async (stage) => {
    const { coins, send } = stage
    await open(stage)
    const key = await scopesOf(stage, "coins:adjust")
    assert.equal((await key(post("/laas/coins/adjust", order))).status, 201)
    const bulk = withKey(
      post("/laas/coins/adjustments", { adjustments: [order, { ...order, coins: 1 }] }),
      "two"
    )
    const first = await send(bulk)
    assert.deepEqual(
      Object(dataIn(first.body)).outcomes.map((each: { readonly data: object }) => "state" in each.data),
      [true, false]
    )
    const replay = await send(bulk)
    assert.deepEqual([isReplayed(replay), replay.text], [true, first.text])
    assert.equal(await coins("ann"), "601")
  })

  test("the mail goes to those who may approve, but not to the one who asks, and at most once an hour", async (stage) => {
    const { address, ask, mails } = await open(stage)
    for (const _ of [1, 2, 3]) await ask()
    assert.deepEqual(await mails(), [address])
    await stage.later(1.1)
    await stage.send(post("/laas/coins/adjust", order))
    assert.deepEqual(await mails(), [address, address])
    // Requests that follow each other without a pause of an hour do not put off the next mail.
    for (const expected of [2, 3, 3, 4]) {
      await stage.later(0.5)
      await stage.send(post("/laas/coins/adjust", order))
      assert.equal((await mails()).length, expected)
    }
  })
}
