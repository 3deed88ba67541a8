import assert from "node:assert/strict"
import { openRewards, RewardsError } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"

const databases = [
  ["SQLite", async () => "sqlite::memory:"],
  ["PostgreSQL", migratedDatabase]
] as const

/** The error that a call rejects with, as plain data. */
const dataOf = async (call: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> => {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof RewardsError, String(error))
    return { ...error.data }
  }
  return assert.fail("the call succeeded")
}

describe("programme rules as promises", () => {
  for (const [name, database] of databases) {
    it(`test tomorrow's cap today, explain, reverse, refund and list, on ${name}`, async () => {
      const clock = { time: Date.parse("2026-06-03T10:00:00Z"), now: () => clock.time }
      const rewards = await openRewards({ database: await database(), clock })
      const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
      const rule = await rewards.rules.create({
        partnerId,
        name: "visit",
        coinValue: "2.5",
        maxNumberOfParticipant: 10,
        condition: "a visit",
        timeZone: "Europe/Berlin",
        endsAt: "2026-07-01T00:00:00Z",
        limits: [
          { per: "member", period: "day", awards: 1 },
          { per: "rule", period: "ever", coins: "100" }
        ]
      })
      assert.deepEqual(
        [rule.limits, rule.timeZone, rule.startsAt, rule.endsAt, rule.atLimit],
        [
          [
            { per: "member", period: "day", awards: 1 },
            { per: "rule", period: "ever", coins: "100" }
          ],
          "Europe/Berlin",
          null,
          "2026-07-01T00:00:00.000Z",
          "reject"
        ]
      )
      const plain = { partnerId, coinValue: 1, maxNumberOfParticipant: 10, condition: "a stay" }
      const stay = await rewards.rules.create({
        ...plain,
        name: "stay",
        pendingDays: "14",
        coinsExpire: "P1Y"
      })
      assert.deepEqual([stay.pendingDays, stay.coinsExpire], [14, "P1Y"])
      const change = { partnerId, id: stay.id }
      const changed = await rewards.rules.update({ ...change, coinsExpire: null })
      assert.deepEqual([changed.pendingDays, changed.coinsExpire], [14, null])
      assert.equal((await dataOf(rewards.rules.update({ ...change, pendingDays: 0 })))._tag, "InvalidInput")
      await rewards.members.onboard({ partnerId, userId: "ada" })
      const visit = { partnerId, userId: "ada", ruleName: "visit" }
      const first = await rewards.awards.award({ ...visit, metadata: { shop: "1" } })
      assert.deepEqual(await dataOf(rewards.awards.award(visit)), {
        _tag: "LimitReached",
        ruleName: "visit",
        per: "member",
        period: "day",
        measure: "awards",
        used: "1",
        max: "1",
        resetsAt: "2026-06-03T22:00:00.000Z"
      })
      const told = await rewards.awards.explain(visit)
      assert.deepEqual([told.outcome, told.wouldPay, told.coins], ["refused", false, "0"])
      assert.equal(told.refusal?._tag, "LimitReached")
      // The next day begins at midnight in Berlin.
      clock.time = Date.parse("2026-06-03T22:00:00Z")
      const second = await rewards.awards.award(visit)
      const reversal = await rewards.awards.reverse({ partnerId, awardId: first.id, narration: "returned" })
      assert.deepEqual(
        [reversal.awardId, reversal.coins, reversal.narration, reversal.createdAt],
        [first.id, "2.5", "returned", "2026-06-03T22:00:00.000Z"]
      )
      const [again, other] = await rewards.awards.reverseMany(
        [first.id, second.id].map((awardId) => ({ partnerId, awardId }))
      )
      assert.equal(again?.ok === false && again.error._tag, "AlreadyReversed")
      assert.equal(other?.ok === true && other.reversal.coins, "2.5")
      const waiting = { ...plain, name: "waiting", pendingDays: 14, coinsExpire: "P1Y" }
      await rewards.rules.create(waiting)
      const wait = () => rewards.awards.award({ partnerId, userId: "ada", ruleName: "waiting" })
      const [one, two] = [await wait(), await wait()]
      const confirmation = await rewards.awards.confirm({ partnerId, awardId: one.id })
      assert.deepEqual(
        [confirmation.awardId, confirmation.coins, confirmation.createdAt, confirmation.replayed],
        [one.id, "1", "2026-06-03T22:00:00.000Z", false]
      )
      assert.equal(confirmation.expiresAt, "2027-06-04T00:00:00.000Z")
      const [already, confirmed] = await rewards.awards.confirmMany(
        [one, two].map(({ id: awardId }) => ({ partnerId, awardId }))
      )
      assert.equal(already?.ok === false && already.error._tag, "AwardNotPending")
      assert.ok(confirmed?.ok === true)
      const { coins, expiresAt } = confirmed.confirmation
      assert.deepEqual([coins, expiresAt], ["1", confirmation.expiresAt])
      await rewards.awards.award(visit)
      const moved = await rewards.transfers.transfer({ partnerId, userId: "ada", coins: 1 })
      const refund = await rewards.transfers.refund({ partnerId, transactionId: moved.id })
      assert.deepEqual([refund.transactionId, refund.coins], [moved.id, "1"])
      const [twice] = await rewards.transfers.refundMany([{ partnerId, transactionId: moved.id }])
      assert.equal(twice?.ok === false && twice.error._tag, "AlreadyReversed")
      const { data, hasMore } = await rewards.awards.list({
        partnerId,
        metadataKey: "shop",
        metadataValue: "1"
      })
      assert.deepEqual([data.map(({ id, state }) => [id, state]), hasMore], [[[first.id, "reversed"]], false])
      const moves = await rewards.transfers.list({ partnerId, limit: 2 })
      assert.deepEqual(
        [moves.data.map(({ kind, amount }) => [kind, amount]), moves.hasMore],
        [
          [
            ["user_partner_refund", "1"],
            ["user_partner_transfer", "-1"]
          ],
          true
        ]
      )
      clock.time = Date.parse("2026-07-01T00:00:00Z")
      assert.equal((await dataOf(rewards.awards.award(visit)))._tag, "RuleNotRunning")
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
    })
  }
})
