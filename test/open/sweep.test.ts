import assert from "node:assert/strict"
import { openMigrations, openRewards } from "../../lib/index.ts"
import { makeMetrics } from "../../server/metrics.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { sqlAt } from "../support/sql.ts"
import { soon } from "../support/wait.ts"

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
    const member = await rewards.members.onboard({ partnerId, userId: "ada" })
    await rewards.awards.award({ partnerId, userId: "ada", ruleName: "visit" })
    const types = async () => (await rewards.events.list({ partnerId })).data.map(({ type }) => type)
    assert.deepEqual([await rewards.sweep(), await types()], [0, []])
    clock.time += 6 * day
    await types()
    assert.deepEqual([await rewards.sweep(), await types()], [1, ["coins.expiring"]])

    clock.time = Date.now()
    const tables = await openMigrations({ database })
    const { milliseconds: lag, wallet } = await tables.sweepLag()
    assert.deepEqual(wallet, { partnerId, memberId: member.id })
    assert.ok(lag > 8 * day && lag < 10 * day, `the lag is ${lag} ms`)
    await types()
    const before = metric("rewards_swept_wallets_total")
    assert.deepEqual([await rewards.sweep(), await types()], [1, ["coins.expiring", "coins.expired"]])
    assert.equal(metric("rewards_swept_wallets_total") - before, 1)
    assert.ok(Math.abs(metric("rewards_sweep_lag_seconds") * 1000 - lag) < 60_000)
    assert.equal(await rewards.sweep(), 0)
    assert.equal(metric("rewards_sweep_lag_seconds"), 0)
    assert.deepEqual(await tables.sweepLag(), { milliseconds: 0, wallet: null })
    await tables.close()
    await rewards.close()
  })

  it("names a wallet to which nothing can be written, in the log, in a metric and to the doctor", async () => {
    const database = `sqlite:${await freshFile()}`
    const clock = { time: Date.now() - 20 * day, now: () => clock.time }
    const rewards = await openRewards({ database, clock, sweep: false })
    const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
    const rule = { partnerId, name: "visit", coinValue: 1, maxNumberOfParticipant: 9, condition: "a visit" }
    await rewards.rules.create({ ...rule, coinsExpire: "P10D" })
    for (const userId of ["ada", "bob"]) {
      await rewards.members.onboard({ partnerId, userId })
      await rewards.awards.award({ partnerId, userId, ruleName: "visit" })
    }
    const { id: memberId } = await rewards.members.get({ partnerId, userId: "ada" })
    await rewards.close()
    const sql = sqlAt(database)
    await sql(`UPDATE rewards_account SET balance = 0
      WHERE id IN (SELECT id FROM rewards_member WHERE user_id = 'ada')`)
    const warning = Promise.withResolvers<string>()
    const swept = await openRewards({ database, onWarning: warning.resolve })
    assert.match(
      await soon("the warning of the sweeper", warning.promise),
      new RegExp(`could not be written to the wallets of .*: ${memberId} of partner ${partnerId}\\. `)
    )
    assert.equal(metric("rewards_failing_wallets"), 1)
    const tables = await openMigrations({ database })
    assert.deepEqual((await tables.sweepLag()).wallet, { partnerId, memberId })
    const due = await sql("SELECT id FROM rewards_account WHERE next_due IS NOT NULL")
    assert.equal(due.length, 1)
    await tables.close()
    await swept.close()
  })
})

const metric = (name: string): number => {
  const line = makeMetrics()
    .print()
    .split("\n")
    .find((each) => each.startsWith(`${name} `))
  return Number(line?.split(" ").at(-1) ?? 0)
}
