import { openRewards, RewardsError } from "laurel-rewards"

const clock = { now: () => Date.parse("2026-03-02T09:00:00Z") }
const rewards = await openRewards({ database: "sqlite::memory:", clock })
const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
const rule = { partnerId, coinValue: 10, condition: "see the name" }
const places = { maxNumberOfParticipant: 2 }

await rewards.rules.create({ ...rule, ...places, name: "sign-up", userLimitAward: 1 })
await rewards.rules.create({ ...rule, ...places, name: "visit", type: "batched", completionNumber: 3 })
const parts = ["profile", "address"].map((name) => ({ name, condition: `fills in the ${name}` }))
await rewards.rules.create({ ...rule, ...places, name: "complete", type: "combined", rules: parts })

/** Awards a rule to members in turn, and prints what each award did. */
const award = async (ruleName: string, ...members: ReadonlyArray<string>) => {
  for (const userId of members) {
    await rewards.members.onboard({ partnerId, userId })
    const outcome = await rewards.awards.award({ partnerId, userId, ruleName }).then(
      ({ awarded, coins }) => (awarded ? `paid ${coins}` : "counted"),
      (error: unknown) => (error instanceof RewardsError ? `refused, ${error._tag}` : "failed")
    )
    console.log(`${ruleName}, ${userId}: ${outcome}`)
  }
}

await award("sign-up", "ada", "ada", "bob", "eve")
await award("visit", "ada", "ada", "bob", "ada", "ada")
await award("profile", "ada", "ada")
await award("address", "ada")
await award("complete", "bob", "eve")
await rewards.close()
