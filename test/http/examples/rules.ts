import { idIn, withKey } from "../../support/calls.ts"
import type { Scene } from "./scene.ts"

const unknown = "01a1dd04-59e9-7000-9022-9805fb1f6534"

const firstOrder = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: "places an order",
  userLimitAward: "1",
  when: {
    activity: "order.placed",
    conditions: {
      all: [
        { field: "member.activities", is: "equals", value: 1 },
        { field: "data.total", is: "atLeast", value: 20 }
      ]
    }
  }
}

const visits = {
  name: "five visits",
  coinValue: "25",
  maxNumberOfParticipant: "200",
  condition: "visits the shop",
  type: "batched",
  completionNumber: "5",
  limits: [
    { per: "member", period: "month", awards: 2 },
    { per: "rule", period: "ever", coins: "5000" }
  ],
  timeZone: "Europe/Berlin"
}

const largeOrders = {
  name: "large orders",
  coinValue: "0.05",
  unit: "1",
  maxNumberOfParticipant: "500",
  condition: "places an order of 50 or more",
  when: {
    activity: "order.placed",
    conditions: { field: "data.total", is: "atLeast", value: 50 },
    amount: "data.total"
  }
}

const purchase = {
  name: "purchase",
  coinValue: "15",
  maxNumberOfParticipant: "500",
  condition: "keeps what was bought",
  pendingDays: "14",
  coinsExpire: "P1Y"
}

export const members = async ({ read, send, take, write }: Scene): Promise<void> => {
  await take("members.onboard", write("/laas/users", { userId: "customer-7", attributes: { tier: "gold" } }))
  await take("members.onboard", write("/laas/users", {}))
  await send(write("/laas/users", { userId: "customer-8" }))
  await take("members.export", read("/laas/users/export?userId=customer-8"))
  await take("members.export", read("/laas/users/export?userId=nobody"))
  await send(write("/laas/users", { userId: "customer-9" }))
  const erased = await take("members.erase", write("/laas/users/erase", { userId: "customer-9" }))
  await take("members.erase", write("/laas/users/erase", { userId: "customer-9" }))
  await take("members.erasure", read(`/laas/users/erasures/${idIn(erased.body)}`))
  await take("members.erasure", read("/laas/users/erasures/00000000-0000-7000-8000-000000000000"))
  await send(write("/laas/users", { userId: "customer-10" }))
  await take("members.merge", write("/laas/users/merge", { from: "customer-10", into: "customer-8" }))
  await take("members.merge", write("/laas/users/merge", { from: "customer-10", into: "customer-8" }))
  await take("members.list", read("/laas/users?search=customer&limit=2"))
  await take("members.list", read("/laas/users?limit=1000"))
}

export const rules = async ({ read, send, take, write }: Scene): Promise<void> => {
  const { coinValue: _, ...incomplete } = firstOrder
  await take("rules.create", write("/laas/rules/create-rule", incomplete))
  await take("rules.create", write("/laas/rules/create-rule", firstOrder))
  const id = idIn((await send(write("/laas/rules/create-rule", visits))).body)
  const update = "/laas/rules/update-rule"
  await take("rules.update", write(update, { id, coinValue: "20" }))
  await take("rules.update", write(update, { id, completionNumber: "4" }))
  await send(write("/laas/rules/award", { userId: "customer-8", ruleName: visits.name }))
  for (const total of [12, 62.5]) {
    const activity = { userId: "customer-8", type: "order.placed", data: { total } }
    await send(write("/laas/activities", activity))
  }
  const time = { from: "2020-01-01T00:00:00.000Z", to: "2100-01-01T00:00:00.000Z" }
  const simulate = "/laas/rules/simulate"
  await take("rules.simulate", write(simulate, { rule: largeOrders, ...time }))
  await take("rules.simulate", write(simulate, { rule: { ...largeOrders, when: null }, ...time }))
  for (const name of ["list", "usage"]) {
    const path = name === "list" ? "/laas/rules" : "/laas/rules/usage"
    await take(`rules.${name}`, read(`${path}?status=active&limit=2`))
    await take(`rules.${name}`, read(`${path}?status=running`))
  }
  await take("rules.get", read(`/laas/rules/${id}`))
  await take("rules.get", read(`/laas/rules/${unknown}`))
  await take("rules.progress", read(`/laas/rules/${id}/progress?limit=5`))
  await take("rules.progress", read(`/laas/rules/${unknown}/progress`))
  await take("statistics.ofRule", read(`/laas/rules/${id}/statistics?from=2026-03-01&to=2026-03-02`))
  await take("statistics.ofRule", read(`/laas/rules/${unknown}/statistics`))
}

export const awards = async ({ read, send, take, write }: Scene): Promise<void> => {
  const award = { userId: "customer-7", ruleName: firstOrder.name }
  const path = "/laas/rules/award"
  await take("rules.explain", write(`${path}/explain`, award))
  const first = await take(
    "rules.award",
    withKey(write(path, { ...award, narration: "order 1", metadata: { orderId: "1" } }), "order-1")
  )
  await take("rules.award", write(path, award))
  const activity = { type: "order.placed", data: { total: 62.5 } }
  await take("rules.explain", write(`${path}/explain`, { userId: "customer-9", activity }))
  const others = [
    { userId: "customer-8", ruleName: firstOrder.name, narration: "order 2" },
    { userId: "customer-9", ruleName: firstOrder.name, narration: "order 3" }
  ]
  const bulk = await take("rules.awardMany", write("/laas/rules/awards", { awards: others }))
  await take("rules.awardMany", write("/laas/rules/awards", { awards: "customer-8" }))
  await take("rules.awards", read("/laas/rules/awards?state=paid&limit=2"))
  await take("rules.awards", read("/laas/rules/awards?from=yesterday"))
  const back = { awardId: idIn(first.body), narration: "Order 1 was returned" }
  await take("rules.reverse", write(`${path}/reverse`, back))
  await take("rules.reverse", write(`${path}/reverse`, back))
  await take("rules.getAward", read(`/laas/awards/${back.awardId}`))
  await take("rules.getAward", read(`/laas/awards/${unknown}`))
  const second = /"id":"([^"]+)"/.exec(bulk.text)?.[1] ?? ""
  const reversals = [{ awardId: second, narration: "Order 2 was returned" }, { awardId: unknown }]
  await take("rules.reverseMany", write("/laas/rules/awards/reverse", { reversals }))
  await take("rules.reverseMany", write("/laas/rules/awards/reverse", {}))
  await send(write("/laas/rules/create-rule", purchase))
  const buy = async () =>
    idIn((await send(write(path, { userId: "customer-7", ruleName: purchase.name }))).body)
  const bought = { awardId: await buy() }
  await take("rules.confirm", write(`${path}/confirm`, bought))
  await take("rules.confirm", write(`${path}/confirm`, bought))
  const confirmations = [{ awardId: await buy() }, bought]
  await take("rules.confirmMany", write("/laas/rules/awards/confirm", { confirmations }))
  await take("rules.confirmMany", write("/laas/rules/awards/confirm", {}))
}

const largeOrder = {
  name: "large order",
  coinValue: "1",
  unit: "10",
  maxNumberOfParticipant: "500",
  condition: "orders for 50 euros or more",
  when: {
    activity: "order.placed",
    conditions: { field: "data.total", is: "atLeast", value: 50 },
    amount: "data.total"
  }
}

export const activities = async ({ read, send, take, write }: Scene): Promise<void> => {
  await send(write("/laas/rules/create-rule", largeOrder))
  const path = "/laas/activities"
  const order = { userId: "customer-7", type: "order.placed", data: { total: 62.5, items: 3 } }
  const first = await take("activities.record", withKey(write(path, order), "order-7"))
  await take("activities.record", write(path, { ...order, type: "Order placed" }))
  const others = [
    { ...order, userId: "customer-8", data: { total: 12 } },
    { ...order, userId: "customer-9" }
  ]
  await take("activities.recordMany", withKey(write(`${path}/many`, { activities: others }), "orders-8"))
  await take("activities.recordMany", write(`${path}/many`, {}))
  await take("activities.list", read(`${path}?type=order.placed&userId=customer-7`))
  await take("activities.list", read(`${path}?from=yesterday`))
  const back = { activityId: idIn(first.body), narration: "Order 7 was returned" }
  await take("activities.reverse", write(`${path}/reverse`, back))
  await take("activities.reverse", write(`${path}/reverse`, back))
}
