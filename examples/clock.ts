import { openRewards } from "laurel-rewards"

const clock = { time: Date.parse("2026-01-31T23:59:00Z"), now: () => clock.time }
const rewards = await openRewards({ database: "sqlite::memory:", clock })

const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
const rule = { partnerId, name: "visit", coinValue: "2.5", maxNumberOfParticipant: 99, condition: "visit" }
await rewards.rules.create(rule)
await rewards.members.onboard({ partnerId, userId: "ada" })
const visit = () => rewards.awards.award({ partnerId, userId: "ada", ruleName: "visit" })
const board = async (month: string) => {
  const { entries } = await rewards.boards.coins({ partnerId, year: 2026, month })
  return entries.map(({ userId, coins }) => `${userId} ${coins}`).join(", ") || "empty"
}

await visit()
console.log(`January: ${await board("january")}; February: ${await board("february")}`)

clock.time = Date.parse("2026-02-01T00:00:00Z")
await visit()
await visit()
console.log(`January: ${await board("january")}; February: ${await board("february")}`)
await rewards.close()
