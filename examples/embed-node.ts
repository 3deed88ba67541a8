import { openRewards, RewardsError } from "laurel-rewards"

const rewards = await openRewards({ database: process.env.DATABASE_URL ?? "sqlite:./data/orders.db" })

const { id: partnerId } = await rewards.partners.register({ name: "Acme", reference: "acme" })
const rule = { partnerId, name: "order", coinValue: "10", maxNumberOfParticipant: 500, condition: "an order" }
await rewards.rules.create({ ...rule, userLimitAward: 1 }).catch(ignoreTaken)
await rewards.members.onboard({ partnerId, userId: "ada" })

// The key makes a retry safe: the same order is never paid twice.
const order = { partnerId, userId: "ada", ruleName: "order", idempotencyKey: "order-1" }
const award = await rewards.awards.award(order)
const again = await rewards.awards.award(order)
console.log(`awarded ${award.coins}, again: ${again.id === award.id}, replayed: ${again.replayed}`)
await rewards.close()

function ignoreTaken(error: unknown) {
  if (!(error instanceof RewardsError && error.data._tag === "NameTaken")) throw error
}
