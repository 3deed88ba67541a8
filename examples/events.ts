import { openRewards } from "laurel-rewards"

const rewards = await openRewards({ database: "sqlite::memory:" })
const { id: partnerId } = await rewards.partners.register({ name: "Acme" })

// Events are written from the first read on.
const { next } = await rewards.events.list({ partnerId })
const rule = { name: "visit", coinValue: 5, maxNumberOfParticipant: 1, condition: "visits the shop" }
await rewards.rules.create({ partnerId, ...rule })
await rewards.members.onboard({ partnerId, userId: "ada" })
await rewards.awards.award({ partnerId, userId: "ada", ruleName: "visit", narration: "the first" })

for await (const event of rewards.events.subscribe({ partnerId, ...(next && { after: next }) })) {
  if (event.type === "award.paid")
    console.log(`${event.data.userId} got ${event.data.coins}: ${event.data.note}`)
  else console.log(event.type)
  if (event.type === "rule.exhausted") break
}

await rewards.close()
