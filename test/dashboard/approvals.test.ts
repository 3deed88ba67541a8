import assert from "node:assert/strict"
import { Schema } from "effect"
import { ApprovalRequestPage } from "../../lib/http/approvals/api.ts"
import {
  detailsOf,
  effectOf,
  isOwn,
  signedCoins
} from "../../server/dashboard/pages/approvals/requestWords.ts"
import { dataIn, get, idIn, post } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { join } from "../support/staff.ts"
import { openWorld } from "../support/world.ts"

const decodePage = Schema.decodeUnknownSync(ApprovalRequestPage)

describe("the words for an adjustment that waits for approval", () => {
  it("say which way the coins move when it is approved, for adjustments and for their reversals", async () => {
    const world = await openWorld()
    const shop = await world.partner("waits")
    await shop.onboard("ada")
    const colleague = await join(world, shop, "bea@words.example", "manager")
    await world.send(
      shop.as(post("/laas/coins/adjust", { userId: "ada", coins: 500, debitOrCredit: "CR", reason: "start" }))
    )
    await world.send(shop.as(post("/laas/settings", { approveAbove: 0 })))
    const holds = async () =>
      Number(
        dataIn((await world.send(shop.as(get("/laas/get-user-coin-data?userId=ada")))).body).totalPartnerCoins
      )
    const me = async (as: typeof shop.as) => ({ id: idIn((await world.send(as(get("/laas/iam/me")))).body) })
    const [ada, bea] = [await me(shop.as), await me(colleague.as)]

    const checked = async (path: string, body: object): Promise<string> => {
      const ordered = await world.send(shop.as(post(path, body)))
      assert.equal(ordered.status, 202, ordered.text)
      const page = await world.send(shop.as(get("/laas/coins/adjust/requests?state=waiting")))
      const [request = assert.fail("no request waits")] = decodePage(dataIn(page.body)).data
      assert.deepEqual([isOwn(request, ada), isOwn(request, bea)], [true, false])
      const before = await holds()
      const approved = await world.send(
        colleague.as(post("/laas/coins/adjust/approve", { requestId: request.id }))
      )
      assert.equal(approved.status, 201, approved.text)
      const gained = (await holds()) - before
      assert.equal(Number(signedCoins(request).replace("−", "-")), gained)
      assert.match(effectOf(request), gained > 0 ? /^Adds 25 coins to/ : /^Removes 25 coins from/)
      assert.equal(/reverses/.test(effectOf(request)), request.adjustmentId !== null)
      assert.ok(detailsOf(request).includes("Reason: goodwill"))
      return idIn(approved.body)
    }
    for (const debitOrCredit of ["CR", "DE"]) {
      const body = { userId: "ada", coins: 25, debitOrCredit, reason: "goodwill" }
      const adjustmentId = await checked("/laas/coins/adjust", body)
      await checked("/laas/coins/adjust/reverse", { adjustmentId })
    }
    await world.close()
  })
})
