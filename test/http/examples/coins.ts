import { password } from "../../support/bodies.ts"
import { idIn, post, tokenIn, withBearer, withKey } from "../../support/calls.ts"
import { accept, invitationTo } from "../../support/staff.ts"
import { eco, type Scene } from "./scene.ts"

const unknown = "01a1dd04-59e9-7000-9022-9805fb1f6534"

/** A colleague who approves a large adjustment. */
const approvals = async ({ read, send, sql, take, write }: Scene): Promise<void> => {
  const email = "manager@shop.example"
  await send(write("/laas/iam/staff", { email, role: "manager" }))
  await send(accept(await invitationTo({ sql }, email), {}, eco))
  const manager = tokenIn((await send(post(`/${eco}/partners/login`, { email, password }))).body)
  await send(write("/laas/settings", { approveAbove: 500 }))
  const large = { userId: "customer-8", coins: 600, debitOrCredit: "CR", reason: "a lost parcel" }
  const ask = async () => ({ requestId: idIn((await send(write("/laas/coins/adjust", large))).body) })
  const first = await ask()
  await take("approvals.list", read("/laas/coins/adjust/requests?state=waiting"))
  await take("approvals.list", read("/laas/coins/adjust/requests?state=open"))
  const crowded = { name: "opening day", coinValue: "5", maxNumberOfParticipant: "1", condition: "is there" }
  await send(write("/laas/rules/create-rule", crowded))
  await send(write("/laas/rules/award", { userId: "customer-7", ruleName: crowded.name }))
  await take("alerts.list", read("/laas/alerts"))
  await take("alerts.list", read("/laas/alerts?limit=5"))
  await take("approvals.approve", write("/laas/coins/adjust/approve", first))
  await take("approvals.approve", withBearer(post("/laas/coins/adjust/approve", first), manager))
  await take("approvals.decline", withBearer(post("/laas/coins/adjust/decline", first), manager))
  await take("approvals.decline", withBearer(post("/laas/coins/adjust/decline", await ask()), manager))
  await send(write("/laas/settings", { approveAbove: null }))
}

export const coins = async (scene: Scene): Promise<void> => {
  const { read, send, take, write } = scene

  const order = {
    name: "order",
    coinValue: "12.5",
    maxNumberOfParticipant: "500",
    condition: "pays an order"
  }
  await send(write("/laas/rules/create-rule", order))
  for (const userId of ["customer-7", "customer-8", "customer-7"]) {
    await send(write("/laas/rules/award", { userId, ruleName: order.name }))
  }
  const transfer = "/laas/coins/transfer-from-user-wallet"
  const paid = await take(
    "coins.transfer",
    withKey(
      write(transfer, { userId: "customer-7", coins: 2.5, metadata: { orderId: "1042" } }),
      "checkout-1042"
    )
  )
  await take("coins.transfer", write(transfer, { userId: "customer-7", coins: 1000 }))
  await take("coins.wallet", read("/laas/get-user-coin-data?userId=customer-7"))
  await take("coins.wallet", read("/laas/get-user-coin-data?userId=customer-9"))
  await take("coins.transactions", read("/laas/coins/transactions?userId=customer-7&page=1&limit=1"))
  await take("coins.transactions", read("/laas/coins/transactions"))
  await take("coins.search", read("/laas/coins/transactions/search?type=user_partner_transfer&limit=1"))
  await take("coins.search", read("/laas/coins/transactions/search?type=gift"))
  const refund = { transactionId: idIn(paid.body), narration: "Order 1042 was cancelled" }
  await take("coins.refund", write("/laas/coins/refund", refund))
  await take("coins.refund", write("/laas/coins/refund", refund))
  const again = idIn((await send(write(transfer, { userId: "customer-8", coins: 5 }))).body)
  const refunds = [{ transactionId: again }, { transactionId: unknown }]
  await take("coins.refundMany", write("/laas/coins/refunds", { refunds }))
  await take("coins.refundMany", write("/laas/coins/refunds", {}))
  const adjust = "/laas/coins/adjust"
  const goodwill = {
    userId: "customer-8",
    coins: 25,
    debitOrCredit: "CR",
    reason: "goodwill for a late delivery"
  }
  const adjusted = await take("coins.adjust", withKey(write(adjust, goodwill), "ticket-311"))
  await take("coins.adjust", write(adjust, { ...goodwill, coins: 1000, debitOrCredit: "DE" }))
  const opening = { coins: 120, debitOrCredit: "CR", reason: "opening balance" }
  const adjustments = ["customer-7", "customer-9"].map((userId) => ({ userId, ...opening }))
  await take("coins.adjustMany", withKey(write("/laas/coins/adjustments", { adjustments }), "opening-1"))
  await take("coins.adjustMany", write("/laas/coins/adjustments", {}))
  const undo = { adjustmentId: idIn(adjusted.body), narration: "The wrong customer" }
  await take("coins.reverseAdjustment", write("/laas/coins/adjust/reverse", undo))
  await take("coins.reverseAdjustment", write("/laas/coins/adjust/reverse", undo))
  await approvals(scene)
  await take("statistics.ofPartner", read("/laas/statistics?from=2026-03-01&to=2026-03-02"))
  await take("statistics.ofPartner", read("/laas/statistics?from=2026-03-02&to=2026-03-01"))
  await take("coins.liability", read("/laas/coins/liability"))
  await take("coins.liability", read("/laas/coins/liability?at=2999-01-01T00:00:00Z"))
}

export const boards = async ({ read, take }: Scene): Promise<void> => {
  await take("boards.points", read("/laas/leaderboard/new?page=1&take=2&userId=customer-7"))
  await take("boards.points", read(`/laas/leaderboard/new?partnerId=${unknown}`))
  await take("boards.coins", read("/laas/coins/partner/ep-leaderboard?limit=2&month=march&type=earner"))
  await take("boards.coins", read("/laas/coins/partner/ep-leaderboard?month=13"))
}
