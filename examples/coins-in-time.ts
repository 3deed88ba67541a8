import { openRewards, RewardsError } from "laurel-rewards"

const clock = { time: Date.parse("2026-03-02T09:00:00Z"), now: () => clock.time }
const rewards = await openRewards({ database: "sqlite::memory:", clock })
const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
const rule = { partnerId, maxNumberOfParticipant: 500, condition: "see the name", timeZone: "Europe/Berlin" }

// Coins of an order wait until the goods can no longer be returned, and expire a year after that.
const order = { ...rule, name: "order", coinValue: 1, unit: 10, pendingDays: 14, coinsExpire: "P1Y" }
await rewards.rules.create(order)
await rewards.rules.create({ ...rule, name: "sign-up", coinValue: 2 })
await rewards.members.onboard({ partnerId, userId: "ada" })

const log = (text: string) => console.log(`${new Date(clock.time).toISOString().slice(0, 16)}: ${text}`)
const award = (ruleName: string, amount?: number) =>
  rewards.awards.award({ partnerId, userId: "ada", ruleName, ...(amount !== undefined && { amount }) })

/** Moves the clock and spends coins, if the wallet has them. */
const spend = async (at: string, coins: number) => {
  clock.time = Date.parse(at)
  try {
    await rewards.transfers.transfer({ partnerId, userId: "ada", coins })
    const wallet = await rewards.members.wallet({ partnerId, userId: "ada" })
    log(`spent ${coins}, ${wallet.coins} left`)
  } catch (error) {
    if (!(error instanceof RewardsError) || error.data._tag !== "InsufficientCoins") throw error
    log(`cannot spend ${coins}, has ${error.data.have}`)
  }
}

await award("sign-up")
const { id: awardId } = await award("order", 62.5)
await spend("2026-03-02T09:00:00Z", 8)
const { coins } = await rewards.awards.reverse({ partnerId, awardId, amount: 20 })
log(`goods for 20 came back, and ${coins} pending coins with them`)
await spend("2026-03-16T08:59:00Z", 6)
await spend("2026-03-16T09:00:00Z", 3)

// Nothing of this order can be returned, so its coins need not wait. Their year begins now.
clock.time = Date.parse("2026-06-01T12:00:00Z")
const { id: delivered } = await award("order", 30)
const confirmation = await rewards.awards.confirm({ partnerId, awardId: delivered })
log(`confirmed ${confirmation.coins}`)

// A year later, at midnight in Berlin.
await spend("2027-03-16T22:59:00Z", 7)
await spend("2027-03-16T23:00:00Z", 6)
await spend("2027-03-16T23:00:00Z", 1)
await spend("2027-06-01T22:00:00Z", 1)

const { data } = await rewards.transfers.list({ partnerId, userId: "ada" })
for (const { amount, balance, createdAt, kind } of data.toReversed()) {
  console.log(`${createdAt.slice(0, 16)} ${kind} ${amount}, then ${balance}`)
}

// What was owed after the first day, and what is owed now.
for (const at of ["2026-03-02T23:00:00.000Z", "2027-06-01T22:00:00.000Z"]) {
  const { expired, outstanding, pending, spent } = await rewards.liability.at({ partnerId, at })
  const owed = `${outstanding} in wallets, ${pending} pending`
  console.log(`${at.slice(0, 10)}: ${owed}; ${spent} spent and ${expired} expired until then`)
}
await rewards.close()
