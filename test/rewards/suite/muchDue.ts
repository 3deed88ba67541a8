import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { mostDue } from "../../../lib/rewards/lots/dueSlices.ts"
import { it } from "../../support/effect.ts"
import {
  type Engine,
  engineOn,
  type MakeClient,
  newPartner,
  newWatch,
  onPostgres,
  raw,
  timeOf
} from "../../support/world.ts"

const day = 86_400_000

/** How many lots of Ann expire, one on each day. */
const lots = mostDue + 30
/** How many awards of Ann mature at one instant, and how many at an earlier one, into a lot that expires later. */
const awards = 2 * mostDue + 70
const dated = 40
const due = lots + awards + dated + 1
const start = "2026-03-01T12:00:00.000Z"

/** A partner whose member Ann has several times as much due as one transaction settles, but not yet. */
const newShop = Effect.gen(function* () {
  const partner = yield* newPartner
  const { adjustments, partnerId } = partner
  yield* partner.rule({ name: "waits", pendingDays: 100 })
  yield* partner.rule({ name: "both", pendingDays: 50, coinsExpire: "P60D", timeZone: "Asia/Tokyo" })
  yield* partner.rule({ name: "plain" })
  yield* partner.onboard("ann", "bob")
  const credit = { partnerId, userId: "ann", coins: 3, debitOrCredit: "CR" as const, reason: "a reason" }
  yield* adjustments.adjustMany(
    Array.from({ length: lots }, (_, index) => ({ ...credit, coinsExpire: `P${index + 1}D` }))
  )
  for (const ruleName of ["waits", "both"]) {
    yield* partner.awardMany(
      Array.from({ length: ruleName === "waits" ? awards : dated }, () => ({ userId: "ann", ruleName }))
    )
  }
  /** All entries of Ann's wallet, newest first. */
  const entries = Effect.gen(function* () {
    const found = [yield* partner.transfers.statement({ partnerId, userId: "ann" })]
    for (let last = found[0]?.at(-1); last !== undefined && last.version > 1; last = found.at(-1)?.at(-1)) {
      found.push(yield* partner.transfers.statement({ partnerId, userId: "ann", before: last.version }))
    }
    return found.flat()
  })
  const written = Effect.map(
    raw(`SELECT COUNT(*) AS count FROM rewards_transfer WHERE partner_id = UUID '${partnerId}'
      AND kind IN ('maturity', 'expiry')`),
    ([row]) => Number(row?.count)
  )
  return { ...partner, entries, written }
})

/** On PostgreSQL: the largest number of transfers that one transaction or savepoint wrote for what was due. */
const largestTransaction = (partnerId: string) =>
  Effect.map(
    raw(`SELECT COUNT(*) AS count FROM rewards_transfer WHERE partner_id = UUID '${partnerId}'
      AND kind IN ('maturity', 'expiry') GROUP BY xmin ORDER BY 1 DESC LIMIT 1`),
    ([row]) => Number(row?.count)
  )

type Shop = Effect.Effect.Success<typeof newShop>

/** Ways to write everything that is due in Ann's wallet. */
const ways: Readonly<Record<string, (shop: Shop) => Effect.Effect<unknown, unknown, Engine>>> = {
  "a command": ({ award }) => award("ann", "plain"),
  "a bulk under one key": ({ awards, partnerId }) =>
    awards.awardManyOnce({
      partnerId: PartnerId.make(partnerId),
      key: "once",
      body: "once",
      inputs: ["bob", "ann"].map((userId) => ({ partnerId, userId, ruleName: "plain" }))
    }),
  "the sweeper": ({ sweeper }) => sweeper.sweep(),
  "a command in the host's transaction": ({ award }) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(award("ann", "plain")))
}

/** More is due than one transaction settles. */
export const muchDue = (makeClient: MakeClient): void => {
  for (const [name, write] of Object.entries(ways)) {
    it.live(`${name} settles a wallet in slices, with the entries that reads have shown before`, () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const watch = newWatch(start)
        yield* Effect.gen(function* () {
          const shop = yield* newShop
          const { entries, members, partnerId, sweeper, verify, written } = shop
          watch.now += 400 * day
          const shown = yield* entries
          assert.equal(shown.length, lots + due)
          const wallet = yield* members.wallet({ partnerId, userId: "ann" })
          assert.equal(yield* written, 0)
          yield* write(shop)
          assert.equal(yield* written, due)
          assert.deepEqual((yield* entries).slice(-shown.length), shown)
          if (name === "the sweeper") {
            assert.deepEqual(yield* members.wallet({ partnerId, userId: "ann" }), wallet)
          }
          if (yield* onPostgres) assert.ok((yield* largestTransaction(partnerId)) <= mostDue)
          assert.equal(yield* sweeper.sweep(), 0)
          assert.deepEqual(yield* verify(), [])
        }).pipe(Effect.provide(Layer.provideMerge(engineOn(client), timeOf(watch))))
      })
    )
  }

  it.live("a wallet that is settled in slices holds up no other partner, also one of the same group", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const watch = newWatch(start)
      yield* Effect.gen(function* () {
        const { award, verify } = yield* newShop
        const other = yield* newPartner
        yield* other.rule({ name: "plain" })
        yield* other.onboard("cat")
        watch.now += 400 * day
        const done: Array<string> = []
        const awarded = (name: string, effect: Effect.Effect<unknown, unknown, Engine>) =>
          Effect.tap(effect, () => done.push(name))
        yield* Effect.all(
          [
            awarded("ann", award("ann", "plain")),
            awarded("cat", other.award("cat", "plain")),
            awarded("bob", award("bob", "plain"))
          ],
          { concurrency: "unbounded" }
        )
        // Commands of a partner are written in their order.
        assert.equal(done[0], "cat")
        assert.deepEqual(done.slice(1).toSorted(), ["ann", "bob"])
        assert.deepEqual(yield* verify(), [])
      }).pipe(Effect.provide(Layer.provideMerge(engineOn(client), timeOf(watch))))
    })
  )
}
