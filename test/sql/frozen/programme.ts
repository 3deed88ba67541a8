// A small programme that leaves a row in every table that lasts, and what can be read of it.
import type { AccountsClient } from "../../../lib/index.ts"

/** Secrets of the programme, which must work in every later version. */
const password = "Str0ng!secret"
const login = { ecosystem: "demo", email: "ops@shop.example", password }
const user = {
  email: "ada@mail.example",
  fullname: "Ada Lovelace",
  phone: "0801234567",
  tag: "ada",
  countryCode: "+44"
}

/** What a reader has to know. */
export interface Facts {
  readonly partnerId: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly userId: string
}

const order = { type: "order.placed", data: { total: "45.5", items: ["tea", "jam"] } }

export const fill = async (rewards: AccountsClient, pass: (milliseconds: number) => void): Promise<Facts> => {
  const day = 24 * 3_600_000
  const urls = { redirectUrl: "https://shop.example/return", userDetailsUrl: "https://shop.example/users" }
  const { partnerId } = await rewards.applications.onboard({
    ...login,
    ...urls,
    applicationName: "Corner Shop",
    partnerName: "Corner Shop Ltd",
    confirmPassword: password
  })
  const key = await rewards.apiKeys.create({ partnerId, name: "till", scopes: ["read", "awards:write"] })
  // A partner that reads its events has a feed.
  await rewards.events.list({ partnerId })
  const { id: userId } = await rewards.users.create({ ...user, password, confirmPassword: password })

  const rule = { partnerId, coinValue: "2.5", maxNumberOfParticipant: 3, condition: "as agreed" }
  const limits = [
    { per: "member" as const, period: "day" as const, awards: 2 },
    { per: "rule" as const, period: "ever" as const, coins: "100" }
  ]
  await rewards.rules.create({ ...rule, name: "visit", limits, timeZone: "Europe/Berlin" })
  await rewards.rules.create({ ...rule, name: "stamps", type: "batched", completionNumber: 3 })
  const parts = ["profile", "photo"].map((name) => ({ name, condition: `has a ${name}` }))
  const { condition: _, ...bare } = rule
  await rewards.rules.create({ ...bare, name: "complete", type: "combined", rules: parts, userLimitAward: 1 })

  const conditions = { field: "member.attributes.level", is: "equals", value: "gold" } as const
  const when = { activity: "order.placed", conditions, amount: "data.total" }
  await rewards.rules.create({ ...rule, name: "order", coinValue: "0.5", unit: "10", maxCoins: "20", when })

  await rewards.members.onboard({
    partnerId,
    userId: "bob",
    attributes: { level: "gold", age: 41, vip: true }
  })
  await rewards.members.onboard({ partnerId, userId: "cleo" })
  const award = (userId: string, ruleName: string, more = {}) =>
    rewards.awards.award({ partnerId, userId, ruleName, ...more })
  const visit = await award("bob", "visit", {
    idempotencyKey: "order-1",
    narration: "for Bob",
    metadata: { till: "4" }
  })
  for (const name of ["stamps", "stamps", "profile"]) await award("bob", name)
  for (const name of ["visit", "visit", "complete"]) await award("cleo", name)
  await award(userId, "visit")
  await rewards.activities.record({ ...order, partnerId, userId: "bob", idempotencyKey: "activity-1" })
  await rewards.activities.record({ ...order, partnerId, userId: "cleo" })
  const wrong = await rewards.activities.record({ ...order, partnerId, userId: "bob" })
  const returned = await award("cleo", "order", { amount: "30" })
  pass(20 * day)
  await rewards.events.list({ partnerId })
  await award("cleo", "visit")
  await rewards.awards.reverse({ partnerId, awardId: visit.id, narration: "a mistake" })
  await rewards.awards.reverse({ partnerId, awardId: returned.id, amount: "15" })
  await rewards.activities.reverse({ partnerId, activityId: wrong.id })
  const credit = { coins: 3, debitOrCredit: "CR" as const, reason: "goodwill" }
  const goodwill = await rewards.adjustments.adjust({ partnerId, userId: "bob", ...credit })
  await rewards.adjustments.adjust({ partnerId, userId: "cleo", ...credit, points: true })
  await rewards.adjustments.reverse({ partnerId, adjustmentId: goodwill.id })
  const spent = await rewards.transfers.transfer({
    partnerId,
    userId: "cleo",
    coins: 4,
    idempotencyKey: "spend-1"
  })
  await rewards.transfers.refund({ partnerId, transactionId: spent.id })
  await rewards.transfers.transfer({ partnerId, userId: "cleo", coins: 1.5 })
  // After the last event, so that nothing is ever sent to it.
  await rewards.webhooks.create({ partnerId, url: "https://shop.example/hooks", description: "orders" })
  // Boards and days as they are folded.
  await rewards.boards.points({ partnerId })
  return { partnerId, apiKey: key.apiKey, apiSecret: key.apiSecret, userId }
}

/** Everything that a partner can read, and that the secrets still work. */
export const read = async (rewards: AccountsClient, facts: Facts) => {
  const { apiKey, apiSecret, partnerId } = facts
  const session = await rewards.sessions.login(login)
  const byKey = await rewards.sessions.keyLogin({ apiKey, apiSecret })
  const keyOnce = {
    partnerId,
    userId: "bob",
    ruleName: "visit",
    narration: "for Bob",
    metadata: { till: "4" }
  }
  return {
    expires: [session.expiresIn, byKey.expiresIn],
    application: await rewards.applications.get({ partnerId, ecosystem: login.ecosystem }),
    keys: await rewards.apiKeys.list({ partnerId }),
    webhooks: await rewards.webhooks.list({ partnerId }),
    rules: await rewards.rules.list({ partnerId }),
    usage: await rewards.rules.usage({ partnerId }),
    members: await rewards.memberDirectory.list({ partnerId }),
    awards: await rewards.awards.list({ partnerId }),
    activities: await rewards.activities.list({ partnerId }),
    transactions: await rewards.transfers.list({ partnerId }),
    wallet: await rewards.members.wallet({ partnerId, userId: "cleo" }),
    points: await rewards.boards.points({ partnerId, userId: "cleo" }),
    year: await rewards.boards.year({ partnerId, year: 2026 }),
    days: (await rewards.statistics.ofPartner({ partnerId, from: "2026-10-15", to: "2026-11-15" })).days,
    events: await rewards.events.list({ partnerId }),
    decided: await rewards.activities.explain({ partnerId, userId: "bob", activity: order }),
    replayedActivity: await rewards.activities.record({
      ...order,
      partnerId,
      userId: "bob",
      idempotencyKey: "activity-1"
    }),
    explained: await rewards.awards.explain({ partnerId, userId: "cleo", ruleName: "visit" }),
    replayed: await rewards.awards.award({ ...keyOnce, idempotencyKey: "order-1" }),
    diverges: await rewards.verify()
  }
}
