// Test sides through the Promise API, and in archives.
import assert from "node:assert/strict"
import { each, exported, imported, openQuietly } from "../../archive/state.ts"
import { partnerBody } from "../../support/bodies.ts"
import { describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"

const opened = async () => {
  const database = `sqlite:${await freshFile()}`
  const rewards = await openQuietly(database)
  const { partnerId } = await rewards.applications.onboard({ ...partnerBody, ecosystem: "shop" })
  const testSide = (await rewards.testSides.create({ partnerId })).partnerId
  await rewards.rules.create({
    partnerId: testSide,
    name: "signup",
    condition: "signed up",
    coinValue: "10",
    maxNumberOfParticipant: 10,
    pendingDays: 5
  })
  await rewards.members.onboard({ partnerId: testSide, userId: "ada" })
  await rewards.awards.award({ partnerId: testSide, userId: "ada", ruleName: "signup" })
  return { database, rewards, partnerId, testSide }
}

describe("a test side in a host without HTTP", () => {
  it("answers each call in the time of the partner in its input", async () => {
    const { partnerId, rewards, testSide } = await opened()
    const coins = async () => (await rewards.members.wallet({ partnerId: testSide, userId: "ada" })).coins
    assert.equal(await coins(), "0")
    await rewards.testSides.moveClock({ partnerId, days: 6 })
    assert.equal(await coins(), "10")
    const live = await rewards.liability.at({ partnerId })
    const test = await rewards.liability.at({ partnerId: testSide })
    assert.ok(Date.parse(test.at) - Date.parse(live.at) > 5 * 86_400_000)
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  })

  it("comes back from an archive with its clock", async () => {
    const { database, partnerId, rewards, testSide } = await opened()
    const { ahead } = await rewards.testSides.moveClock({ partnerId, days: 3 })
    await rewards.close()
    const copy = `sqlite:${await freshFile()}`
    const { differences } = await imported(copy, each(await exported(database)))
    assert.deepEqual(differences, [])
    const again = await openQuietly(copy)
    const found = await again.testSides.get({ partnerId })
    assert.equal(found.partnerId, testSide)
    assert.equal(found.ahead, ahead)
    await again.close()
  })

  it("is left out of the archive of its live partner", async () => {
    const { database, partnerId, rewards, testSide } = await opened()
    await rewards.close()
    const lines = await exported(database, partnerId)
    // The audit trail of the live partner names it.
    const others = lines.filter((line) => line.includes(testSide) && !line.startsWith('{"audit"'))
    assert.deepEqual(others, [])
  })
})
