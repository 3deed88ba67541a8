import { openRewards } from "laurel-rewards"

// A Tuesday evening in Berlin.
let now = Date.parse("2026-03-03T17:30:00Z")
const rewards = await openRewards({ database: "sqlite::memory:", clock: { now: () => now } })
const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
const rule = { partnerId, maxNumberOfParticipant: 500, condition: "see when", timeZone: "Europe/Berlin" }

/** Records an activity of ada, and prints what each rule did. */
const act = async (type: string, data: Record<string, unknown> = {}, idempotencyKey?: string) => {
  const input = { partnerId, userId: "ada", type, data, ...(idempotencyKey && { idempotencyKey }) }
  const { id, outcomes, replayed } = await rewards.activities.record(input)
  const results = outcomes.map(({ awarded, because, coins, met, ruleName }) => {
    const failed = because
      .filter(({ held }) => !held)
      .map(({ field, is, value }) => `${field} ${is} ${value}`)
      .join()
    return `${ruleName} ${awarded ? `paid ${coins}` : met ? "counted" : `not met, ${failed}`}`
  })
  console.log(`${type}${replayed ? " again" : ""}: ${results.join("; ")}`)
  return id
}

// A shop: a coin for every 10 euros. On Tuesdays, orders over 50 euros earn it twice.
const byTotal = { ...rule, coinValue: 1, unit: 10 }
const order = { activity: "order.placed", amount: "data.total" }
const large = { field: "data.total", is: "moreThan", value: 50 } as const
const tuesday = { field: "local.weekday", is: "equals", value: 2 } as const
await rewards.rules.create({ ...byTotal, name: "order", when: order })
await rewards.rules.create({
  ...byTotal,
  name: "tuesday",
  when: { ...order, conditions: { all: [tuesday, large] } }
})
await rewards.members.onboard({ partnerId, userId: "ada" })
const first = await act("order.placed", { total: 62.5 })
await act("order.placed", { total: 20 })
now += 24 * 60 * 60 * 1000
await act("order.placed", { total: 62.5 })
const { coins } = await rewards.activities.reverse({ partnerId, activityId: first })
console.log(`the first order came back: ${coins} coins taken back`)

// A game: level 10 pays once, more for players with a pass; so do the third and the seventh day of play.
const level = { field: "data.level", is: "atLeast", value: 10 } as const
const pass = { field: "member.attributes.pass", is: "equals", value: true } as const
const once = { ...rule, userLimitAward: 1 }
const done = "level.done"
await rewards.rules.create({
  ...once,
  name: "level",
  coinValue: 5,
  when: { activity: done, conditions: level }
})
await rewards.rules.create({
  ...once,
  name: "level with pass",
  coinValue: 5,
  when: { activity: done, conditions: { all: [level, pass] } }
})
await rewards.rules.create({
  ...rule,
  name: "days",
  coinValue: 3,
  when: { activity: "day.played", conditions: { field: "member.activities", is: "in", value: [3, 7] } }
})
await rewards.members.onboard({ partnerId, userId: "ada", attributes: { pass: true } })
await act("level.done", { level: 9 })
const activity = { type: "level.done", data: { level: 10 } }
const explained = await rewards.activities.explain({ partnerId, userId: "ada", activity })
console.log(`level 10 would meet ${explained.filter(({ met }) => met).length} rules`)
await act("level.done", { level: 10 })
// The key is made of the day, so that a day counts once.
for (const day of [1, 2, 2, 3]) await act("day.played", {}, `ada-day-${day}`)

// A coffee card: every tenth coffee that is not small is free.
const size = { field: "data.size", is: "in", value: ["medium", "large"] } as const
const when = { activity: "coffee.bought", conditions: size }
await rewards.rules.create({
  ...rule,
  name: "card",
  coinValue: 1,
  type: "batched",
  completionNumber: 10,
  when
})
for (let coffee = 1; coffee < 9; coffee++) {
  await rewards.activities.record({
    partnerId,
    userId: "ada",
    type: "coffee.bought",
    data: { size: "large" }
  })
}
for (const size of ["medium", "small", "large"]) await act("coffee.bought", { size })
await rewards.close()
