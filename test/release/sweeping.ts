// Processes that sweep the same wallets: with clocks that differ, beside commands, and killed while they sweep.

import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { mostDue } from "../../lib/rewards/lots/dueSlices.ts"
import { allEvents } from "../events/partner.ts"
import { makeArena, ok } from "../rewards/races/arena.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole, sized } from "../support/sized.ts"
import { repeatUntil } from "../support/wait.ts"
import { engineOn, raw } from "../support/world.ts"

const day = 86_400_000
const members = sized("SWEPT", { short: 150, long: 1000 })
const kills = sized("KILLS", { short: 3, long: 20 })

/** The transfers that expired coins, and how many wallets and lots they are of. */
const expiries = (partnerId: string) =>
  Effect.map(
    raw(`SELECT COUNT(*) AS transfers, COUNT(DISTINCT debit_account) AS wallets, SUM(amount) AS coins
      FROM rewards_transfer WHERE partner_id = UUID '${partnerId}' AND kind = 'expiry'`),
    ([row]) => ({
      transfers: Number(row?.transfers),
      wallets: Number(row?.wallets),
      coins: Number(row?.coins) / 10_000
    })
  )

const sweeping = (name: string, makeUrl: () => Promise<string>): void => {
  /** Two processes, and a partner with members who have coins of two lots: one that expires after 10 days, and one after 40. */
  const scene = Effect.gen(function* () {
    const url = yield* Effect.promise(makeUrl)
    const here = Effect.provide(yield* Layer.build(engineOn(layerFromUrl(url))))
    const [one, other] = yield* Effect.promise(() =>
      Promise.all([inItsOwnProcess(url), inItsOwnProcess(url)])
    )
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all([one.stop(), other.stop()])))
    const arena = yield* Effect.promise(() => makeArena([one, other]))
    const { partnerId } = arena
    const userIds = yield* Effect.promise(async () => {
      await arena.rule({ name: "short", coinValue: 5, coinsExpire: "P10D" })
      await arena.rule({ name: "long", coinValue: 7, coinsExpire: "P40D" })
      await arena.rule({ name: "plain", coinValue: 1 })
      const userIds = await arena.members(members)
      for (const ruleName of ["short", "long"]) {
        await arena.one(
          "awardMany",
          userIds.map((userId) => ({ partnerId, userId, ruleName }))
        )
      }
      return userIds
    })
    return { arena, here, one, other, partnerId, url, userIds }
  })

  describe(`sweepers of several processes, on ${name}`, () => {
    it.live("clocks a second apart, beside awards: nothing is written twice, and nothing is left", () =>
      Effect.gen(function* () {
        const { arena, here, one, other, partnerId, userIds } = yield* scene
        yield* Effect.promise(async () => {
          ok(await one.call("travel", 12 * day))
          ok(await other.call("travel", 12 * day + 1000))
          const awards = userIds.map((userId, index) =>
            (index % 2 === 0 ? one : other).call("award", { partnerId, userId, ruleName: "plain" })
          )
          const sweeps = [one, other, one, other].map((each) => each.call("sweep", null))
          for (const reply of await Promise.all([...sweeps, ...awards])) ok(reply)
          for (const each of [one, other]) ok(await each.call("sweep", null))
        })
        const expected = { transfers: members, wallets: members, coins: 5 * members }
        assert.deepEqual(yield* here(expiries(partnerId)), expected)
        yield* Effect.promise(arena.verified)
        for (const userId of userIds.slice(0, 3)) {
          assert.equal(yield* Effect.promise(() => arena.coins(userId)), 8)
        }
      })
    )

    it.live("a process that is killed between the slices of a wallet leaves nothing half done", () =>
      Effect.gen(function* () {
        const { arena, here, one, other, partnerId, url, userIds } = yield* scene
        const [userId = ""] = userIds
        const awards = 4 * mostDue
        yield* Effect.promise(async () => {
          await arena.rule({ name: "waits", coinValue: 1, pendingDays: 5, maxNumberOfParticipant: 10 })
          const input = { partnerId, userId, ruleName: "waits" }
          ok(
            await one.call(
              "awardMany",
              Array.from({ length: awards }, () => input)
            )
          )
        })
        const matured = Effect.map(
          raw(
            `SELECT COUNT(*) AS count FROM rewards_transfer WHERE partner_id = UUID '${partnerId}' AND kind = 'maturity'`
          ),
          ([row]) => Number(row?.count)
        )
        const victim = yield* Effect.promise(() => inItsOwnProcess(url))
        yield* Effect.promise(async () => ok(await victim.call("travel", 6 * day)))
        const award = victim.call("award", { partnerId, userId, ruleName: "plain" })
        yield* repeatUntil("a slice", here(matured), (count) => count > 0)
        yield* Effect.promise(victim.kill)
        yield* Effect.promise(() => award)
        yield* Effect.promise(arena.verified)
        assert.equal((yield* here(matured)) % mostDue, 0)
        yield* Effect.promise(async () => {
          for (const each of [one, other]) ok(await each.call("travel", 6 * day))
          for (const each of [one, other])
            ok(await each.call("award", { partnerId, userId, ruleName: "plain" }))
          await arena.verified()
        })
        assert.equal(yield* here(matured), awards)
      })
    )

    it.live(`after ${kills} sweeping processes were killed, each lot has expired once, with its event`, () =>
      Effect.gen(function* () {
        const { arena, here, one, partnerId, url } = yield* scene
        yield* Effect.promise(async () => ok(await one.call("travel", 60 * day)))
        // A subscriber, so that events are written.
        yield* here(raw(`UPDATE rewards_feed SET subscriptions = 1 WHERE partner_id = UUID '${partnerId}'`))
        let before = 0
        for (let round = 1; round <= kills; round++) {
          const victim = yield* Effect.promise(() => inItsOwnProcess(url))
          yield* Effect.promise(async () => ok(await victim.call("travel", 60 * day)))
          const swept = victim.call("sweep", null)
          const enough = Math.min(2 * members - 1, before + Math.ceil(members / (2 * kills)))
          yield* repeatUntil(
            "half of the sweep",
            here(expiries(partnerId)),
            ({ transfers }) => transfers >= enough
          )
          yield* Effect.promise(victim.kill)
          assert.equal((yield* Effect.promise(() => swept)).tag, "Died")
          before = (yield* here(expiries(partnerId))).transfers
          yield* Effect.promise(arena.verified)
        }
        yield* Effect.promise(async () => ok(await one.call("sweep", null)))
        const expected = { transfers: 2 * members, wallets: members, coins: 12 * members }
        assert.deepEqual(yield* here(expiries(partnerId)), expected)
        const events = yield* here(allEvents(partnerId))
        assert.equal(events.filter(({ type }) => type === "coins.expired").length, 2 * members)
        yield* Effect.promise(arena.verified)
      })
    )
  })
}

sweeping("PostgreSQL", migratedDatabase)
if (isWhole) sweeping("SQLite", async () => `sqlite:${await freshFile()}`)
