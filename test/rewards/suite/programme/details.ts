import assert from "node:assert/strict"
import { Effect } from "effect"
import { readLot, readReversals, readRule } from "../../../../lib/rewards/awards/awardDetails.ts"
import { afterDue } from "../../../../lib/rewards/lots/due.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { refused } from "../../../support/expect.ts"
import { neverScans } from "../../../support/plan.ts"
import { newPartner, onPostgres, raw } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057"

export const details = (it: Tests<ProgrammeEngine>): void => {
  it.live(
    "an award has the fields of the list, its rule, and the rate of its time; reading writes nothing",
    () =>
      Effect.gen(function* () {
        const { award, awards, later, onboard, partnerId, rule, rules } = yield* newProgramme
        const { id: ruleId } = yield* rule({ name: "by total", coinValue: 2, unit: 1, maxCoins: 40 })
        yield* onboard("ann")
        const { id } = yield* award("ann", "by total", { amount: "31.5", narration: "beans" })
        const [listed] = (yield* awards.list({ partnerId, userId: "ann" })).data
        assert.ok(listed)
        const before = yield* dump
        const found = yield* awards.details({ partnerId, id })
        assert.deepEqual(yield* dump, before)
        const named = { id: ruleId, name: "by total" }
        assert.deepEqual(found, {
          ...listed,
          rule: { ...named, changedSince: false },
          rate: found.rate,
          reversals: [],
          lot: null
        })
        const rate = { unit: 10_000, coinValue: 20_000, maxCoins: 400_000 }
        assert.deepEqual(found.rate, rate)
        // A payment does not change the rule. A person does, and the rate of the award stays.
        later(1)
        yield* award("ann", "by total", { amount: "3" })
        assert.equal((yield* awards.details({ partnerId, id })).rule.changedSince, false)
        yield* rules.update({ partnerId, id: ruleId, coinValue: 7 })
        const after = yield* awards.details({ partnerId, id })
        assert.deepEqual(after.rule, { ...named, changedSince: true })
        assert.deepEqual(after.rate, rate)
      })
  )

  it.live("each reversal says what it took back itself, oldest first, and the last hundred are shown", () =>
    Effect.gen(function* () {
      const { award, awards, onboard, partnerId, reverse, rule } = yield* newProgramme
      yield* rule({ name: "by total", coinValue: 2, unit: 1 })
      yield* onboard("ann")
      const { id } = yield* award("ann", "by total", { amount: "200" })
      yield* reverse(id, { amount: "1.5", narration: "one bag" })
      yield* reverse(id, { coins: 7 })
      const read = Effect.map(awards.details({ partnerId, id }), (found) => found.reversals)
      const taken = Effect.map(read, (reversals) =>
        reversals.map(({ amount, coins, note, number }) => ({ number, coins, amount, note }))
      )
      assert.deepEqual(yield* taken, [
        { number: 1, coins: 40_000, amount: 15_000, note: "one bag" },
        { number: 2, coins: 70_000, amount: 0, note: null }
      ])
      for (let times = 0; times < 100; times++) yield* reverse(id, { coins: 1 })
      const last = yield* taken
      assert.deepEqual([last.length, last[0]?.number, last[0]?.coins], [100, 3, 10_000])
      assert.equal(last.at(-1)?.number, 102)
    })
  )

  it.live("an award of a sub-rule names the combined rule, and one without an amount has no rate", () =>
    Effect.gen(function* () {
      const { award, awards, onboard, partnerId, rule } = yield* newProgramme
      const { id: ruleId } = yield* rule({
        name: "welcome",
        type: "combined",
        rules: [
          { name: "verified", condition: "verifies" },
          { name: "ordered", condition: "orders" }
        ]
      })
      yield* onboard("ann")
      const { id } = yield* award("ann", "verified")
      const found = yield* awards.details({ partnerId, id })
      assert.deepEqual([found.ruleName, found.state, found.rate], ["verified", "counted", null])
      assert.notEqual(found.ruleId, ruleId)
      assert.deepEqual(found.rule, { id: ruleId, name: "welcome", changedSince: false })
    })
  )

  it.live(
    "the lot says what is left of all coins that expire with the award, and what expired, swept or not",
    () =>
      Effect.gen(function* () {
        const { award, awards, later, onboard, partnerId, rule, transfer } = yield* newProgramme
        yield* rule({ name: "fresh", coinValue: 5, coinsExpire: "P10D" })
        yield* rule({ name: "late", coinValue: 3, coinsExpire: "P8D", pendingDays: 2 })
        yield* onboard("ann")
        const { id } = yield* award("ann", "fresh")
        const { id: waiting } = yield* award("ann", "late")
        const lot = Effect.map(awards.details({ partnerId, id }), (found) => found.lot)
        const coinsOf = Effect.map(lot, (found) => [found?.coins, found?.expired])
        assert.deepEqual(yield* coinsOf, [50_000, 0])
        const { expiresAt } = yield* awards.details({ partnerId, id })
        assert.deepEqual((yield* awards.details({ partnerId, id: waiting })).expiresAt, expiresAt)
        // The pending coins mature into the same lot.
        later(49)
        assert.deepEqual(yield* coinsOf, [80_000, 0])
        yield* transfer("ann", 6)
        assert.deepEqual(yield* coinsOf, [20_000, 0])
        later(9 * 24)
        const ended = yield* coinsOf
        assert.deepEqual(ended, [0, 20_000])
        // A command writes what is due.
        yield* award("ann", "fresh")
        assert.deepEqual(yield* coinsOf, ended)
        assert.equal((yield* lot)?.timeZone, "UTC")
      })
  )

  it.live("the award of another partner is answered as an unknown one", () =>
    Effect.gen(function* () {
      const { award, awards, onboard, partnerId, rule } = yield* newProgramme
      yield* rule()
      yield* onboard("ann")
      const { id } = yield* award("ann")
      const other = yield* newPartner
      for (const asked of [
        { partnerId: other.partnerId, id },
        { partnerId, id: unknownId }
      ]) {
        yield* refused("AwardNotFound")(awards.details(asked))
      }
      yield* refused("InvalidInput")(awards.details({ partnerId, id: "an award" }))
    })
  )

  it.live("no look at an award scans", () =>
    Effect.gen(function* () {
      const { awardMany, awards, now, onboard, partnerId, reverse, rule } = yield* newProgramme
      yield* rule({ maxNumberOfParticipant: 1000, coinsExpire: "P1Y" })
      const userIds = Array.from({ length: 1000 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
      const [first] = (yield* awards.list({ partnerId, limit: 1 })).data
      assert.ok(first?.expiresAt)
      const key = { partnerId, id: first.id }
      yield* reverse(first.id, { coins: 1 })
      if (yield* onPostgres) yield* raw("ANALYZE")
      const limits = { aliases: "arcpvlwmi", most: 400 }
      yield* neverScans(readRule, [key], limits)
      yield* neverScans(readReversals, [{ ...key, size: 101 }], limits)
      const lot = { ...key, expiresAt: first.expiresAt, at: now(), after: afterDue(now()) }
      yield* neverScans(readLot, [lot], limits)
    })
  )
}
