import assert from "node:assert/strict"
import { openMigrations, openRewards } from "../../lib/index.ts"
import { makeMetrics } from "../../server/metrics.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"

const day = 86_400_000

describe("a host without Effect", () => {
  it("sweeps when it wants, sets the notice of a partner, and sees how late a sweep is", async () => {
    const database = `sqlite:${await freshFile()}`
    const clock = { time: Date.now() - 20 * day, now: () => clock.time }
    const rewards = await openRewards({ database, clock, sweep: false })
    const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
    assert.deepEqual(await rewards.settings.get({ partnerId }), {
      expiryNotice: 30,
      approveAbove: null,
      rememberErased: true
    })
    assert.deepEqual(await rewards.settings.update({ partnerId, expiryNotice: 5 }), {
      expiryNotice: 5,
      approveAbove: null,
      rememberErased: true
    })
    const rule = { partnerId, name: "visit", coinValue: 1, maxNumberOfParticipant: 9, condition: "a visit" }
    await rewards.rules.create({ ...rule, coinsExpire: "P10D" })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    await rewards.awards.award({ partnerId, userId: "ada", ruleName: "visit" })
    const types = async () => (await rewards.events.list({ partnerId })).data.map(({ type }) => type)
    assert.deepEqual([await rewards.sweep(), await types()], [0, []])
    clock.time += 6 * day
    await types()
    assert.deepEqual([await rewards.sweep(), await types()], [1, ["coins.expiring"]])

    clock.time = Date.now()
    const tables = await openMigrations({ database })
    const lag = await tables.sweepLag()
    assert.ok(lag > 8 * day && lag < 10 * day, `the lag is ${lag} ms`)
    await types()
    const before = metric("rewards_swept_wallets_total")
    assert.deepEqual([await rewards.sweep(), await types()], [1, ["coins.expiring", "coins.expired"]])
    assert.equal(metric("rewards_swept_wallets_total") - before, 1)
    assert.ok(Math.abs(metric("rewards_sweep_lag_seconds") * 1000 - lag) < 60_000)
    assert.equal(await rewards.sweep(), 0)
    assert.equal(metric("rewards_sweep_lag_seconds"), 0)
    assert.equal(await tables.sweepLag(), 0)
    await tables.close()
    await rewards.close()
  })
})

const metric = (name: string): number => {
  const line = makeMetrics()
    .print()
    .split("\n")
    .find((each) => each.startsWith(`${name} `))
  return Number(line?.split(" ").at(-1) ?? 0)
}
