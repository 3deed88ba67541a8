import assert from "node:assert/strict"
import { Clock, Effect, Layer } from "effect"
import {
  Awards,
  Boards,
  Ids,
  KnownUsers,
  layerFromUrl,
  Members,
  Partners,
  Rewards,
  Rules,
  Transfers
} from "../../lib/index.ts"
import { uuidv7 } from "../../lib/schema/Id.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"

/** The moment at which the clock stands, in the middle of a month. */
const at = new Date("2031-05-17T12:00:00.000Z")
/** The time of that moment, as the first digits of an id of version 7. */
const firstHalf = uuidv7(at.getTime(), 0, new Uint8Array(8), 0).slice(0, 18)

/** Ids that count up, in the form that the library needs. */
const countedIds = () => {
  let last = 0
  const next = () => `${firstHalf}-8000-${String(++last).padStart(12, "0")}`
  return Layer.succeed(Ids, {
    take: (count) => Effect.sync(() => Array.from({ length: count }, next))
  })
}

const real = Clock.make()
const nanos = BigInt(at.getTime()) * 1_000_000n
const standing: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  sleep: (duration) => real.sleep(duration),
  currentTimeMillis: Effect.succeed(at.getTime()),
  currentTimeNanos: Effect.succeed(nanos),
  unsafeCurrentTimeMillis: () => at.getTime(),
  unsafeCurrentTimeNanos: () => nanos
}

/** The library asks about ids of its own form only. */
const guestId = "0199c0de-ffff-7000-8000-000000000001"
const guests = Layer.succeed(KnownUsers, {
  among: (ids) => Effect.succeed(new Set(ids.filter((id) => id === guestId)))
})

const story = Effect.gen(function* () {
  const { id: partnerId } = yield* (yield* Partners).register({ name: "Shop" })
  const rule = yield* (yield* Rules).create({
    partnerId,
    name: "visit",
    coinValue: "2.5",
    maxNumberOfParticipant: 10,
    condition: "a visit",
    userLimitAward: 2
  })
  const member = yield* (yield* Members).onboard({ partnerId, userId: "ada" })
  const awards = yield* Awards
  const award = yield* awards.award({ partnerId, userId: "ada", ruleName: "visit" })
  const guest = yield* awards.award({ partnerId, userId: guestId, ruleName: "visit" })
  const stranger = yield* Effect.flip(awards.award({ partnerId, userId: "eve", ruleName: "visit" }))
  const transfer = yield* (yield* Transfers).transfer({ partnerId, userId: "ada", coins: 1 })
  const board = yield* (yield* Boards).coins({ partnerId, month: 5, year: 2031 })
  return { partnerId, rule, member, award, guest, stranger, transfer, board }
})

describe("an Effect host", () => {
  for (const [name, database] of [
    ["SQLite", async () => "sqlite::memory:"],
    ["PostgreSQL", migratedDatabase]
  ] as const) {
    it(`replaces ids, the clock and who may be awarded, on ${name}`, async () => {
      const services = Rewards.layer({ ids: countedIds() }).pipe(
        Layer.provide([layerFromUrl(await database()), guests])
      )
      const told = await story.pipe(
        Effect.provide(services),
        Effect.provide(Layer.setClock(standing)),
        Effect.runPromise
      )
      const ids = [
        told.partnerId,
        told.rule.id,
        told.member.id,
        told.award.id,
        told.guest.id,
        told.transfer.id
      ]
      for (const id of ids) assert.ok(id.startsWith(`${firstHalf}-8000-`), id)
      assert.equal(new Set(ids).size, ids.length)
      const times = [told.member.createdAt, told.award.createdAt, told.transfer.createdAt]
      assert.deepEqual(times, [at, at, at])
      assert.deepEqual([told.guest.awarded, told.stranger._tag], [true, "MemberNotFound"])
      assert.deepEqual(
        told.board.entries.map(({ userId }) => userId),
        ["ada", guestId]
      )
    })
  }
})
