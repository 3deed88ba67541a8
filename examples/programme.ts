import { openRewards, RewardsError } from "laurel-rewards"

const clock = { now: () => Date.parse("2026-03-02T09:00:00Z") }
const rewards = await openRewards({ database: "sqlite::memory:", clock })

const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
await rewards.members.onboard({ partnerId, userId: "ada" })
const visit = { partnerId, userId: "ada", ruleName: "visit" }
await rewards.rules.create({
  partnerId,
  name: "visit",
  coinValue: 10,
  maxNumberOfParticipant: 500,
  condition: "visits the shop",
  limits: [
    { per: "member", period: "day", awards: 2 },
    { per: "rule", period: "ever", coins: 1000 }
  ],
  timeZone: "Europe/Berlin"
})

const first = await rewards.awards.award({ ...visit, metadata: { shop: "main street" } })
await rewards.awards.award(visit)
const explanation = await rewards.awards.explain(visit)
console.log(`${explanation.outcome}: ${explanation.reason}`)
const third = await rewards.awards.award(visit).catch((error: unknown) => {
  if (error instanceof RewardsError && error.data._tag === "LimitReached") return error.data
  throw error
})
if ("resetsAt" in third) console.log(`${third.used} of ${third.max}, again at ${third.resetsAt}`)

const reversal = await rewards.awards.reverse({ partnerId, awardId: first.id, narration: "a mistake" })
console.log(`took ${reversal.coins} coins back, then: ${(await rewards.awards.explain(visit)).outcome}`)

const transfer = await rewards.transfers.transfer({ partnerId, userId: "ada", coins: "2.5" })
const refund = await rewards.transfers.refund({ partnerId, transactionId: transfer.id })
const { coins } = await rewards.members.wallet({ partnerId, userId: "ada" })
console.log(`refunded ${refund.coins}, ada has ${coins}`)

const { data } = await rewards.awards.list({ partnerId, metadataKey: "shop", metadataValue: "main street" })
console.log(data.map(({ state, coins }) => `${state} ${coins}`).join(", "))

await rewards.rules.create({
  partnerId,
  name: "order",
  coinValue: 1,
  unit: 10,
  maxCoins: 50,
  maxNumberOfParticipant: 500,
  condition: "pays an order"
})
const order = await rewards.awards.award({ partnerId, userId: "ada", ruleName: "order", amount: "38.50" })
const part = await rewards.awards.reverse({ partnerId, awardId: order.id, amount: 13 })
const [left] = (await rewards.awards.list({ partnerId, state: "partly_reversed" })).data
console.log(`${order.amount} paid ${order.coins}, 13 returned: ${part.coins} back, ${left?.coinsLeft} left`)

const adjustment = await rewards.adjustments.adjust({
  partnerId,
  userId: "ada",
  coins: 5,
  debitOrCredit: "CR",
  reason: "goodwill"
})
const wallet = await rewards.members.wallet({ partnerId, userId: "ada" })
console.log(`adjusted by ${adjustment.coins} for ${adjustment.reason}, ada has ${wallet.coins}`)
await rewards.close()
