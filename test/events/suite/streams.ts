import assert from "node:assert/strict"
import { Chunk, Effect, Fiber, Queue, Stream } from "effect"
import type { Event, EventId, EventPage } from "../../../lib/events/Event.ts"
import { ReadTurn } from "../../../lib/events/ReadTurn.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { firstIdOf } from "../../../lib/schema/Id.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { inTime, repeatUntil } from "../../support/wait.ts"
import { raw } from "../../support/world.ts"
import { type EventsEngine, watchedPartner } from "../partner.ts"

const day = 24 * 60 * 60 * 1000

/** 50 texts of 500 characters: 25,000 bytes. */
const heavy = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key ${index}`, "x".repeat(500)]))

const next = (taken: Queue.Dequeue<string>) => inTime("the next event of the stream")(Queue.take(taken))

export const streams = (it: Tests<EventsEngine>): void => {
  it.live("a stream has the stored events, and then each new event", () =>
    Effect.gen(function* () {
      const { award, events, onboard, partnerId, rule, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      const taken = yield* Queue.unbounded<string>()
      const reading = events.stream({ partnerId }).pipe(Stream.runForEach(({ id }) => Queue.offer(taken, id)))
      const fiber = yield* Effect.fork(reading)
      const seen: Array<string> = [yield* next(taken), yield* next(taken)]
      const follow = Effect.gen(function* () {
        for (let round = 0; round < 40; round++) {
          yield* award("ann")
          seen.push(yield* next(taken))
        }
      })
      // A stream that polled would take 2 seconds for each.
      yield* inTime("40 events, each after it was written", { seen: () => seen.length })(follow)
      yield* Fiber.interrupt(fiber)
      assert.deepEqual(
        seen,
        (yield* feed).map(({ id }) => id)
      )
    })
  )

  it.live("a stream continues after an event, without other types and partners", () =>
    Effect.gen(function* () {
      const { award, events, onboard, partnerId, rule, feed } = yield* watchedPartner
      const other = yield* watchedPartner
      yield* rule()
      yield* onboard("ann", "bob")
      const [, first] = yield* feed
      assert.ok(first)
      const reading = yield* Effect.fork(
        events
          .stream({ partnerId, after: first.id, types: ["member.onboarded", "award.paid"] })
          .pipe(Stream.take(3), Stream.runCollect)
      )
      yield* other.rule()
      yield* other.onboard("ann")
      yield* rule({ name: "another" })
      yield* award("ann")
      yield* award("bob")
      const found = Chunk.toReadonlyArray(yield* inTime("all events of the stream")(Fiber.join(reading)))
      assert.deepEqual(
        found.map(({ type }) => type),
        ["member.onboarded", "award.paid", "award.paid"]
      )
      assert.ok(found.every((event) => event.partnerId === partnerId && event.id > first.id))
    })
  )

  it.live("a stream begins with the newest events where it is asked to", () =>
    Effect.gen(function* () {
      const { award, events, onboard, partnerId, rule, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      const taken = yield* Queue.unbounded<string>()
      const reading = events
        .stream({ partnerId, newest: 1 })
        .pipe(Stream.runForEach(({ id }) => Queue.offer(taken, id)))
      const fiber = yield* Effect.fork(reading)
      const seen = [yield* next(taken)]
      for (let round = 0; round < 3; round++) {
        yield* award("ann")
        seen.push(yield* next(taken))
      }
      yield* Fiber.interrupt(fiber)
      assert.deepEqual(
        seen,
        (yield* feed).slice(1).map(({ id }) => id)
      )
      const both = events.stream({ partnerId, newest: 1, after: seen[0] ?? "" })
      const { message } = yield* refused("InvalidInput")(Stream.runDrain(both))
      assert.equal(message, "newest cannot be combined with after: both say where to begin")
    })
  )

  it.live("a slow reader misses nothing", () =>
    Effect.gen(function* () {
      const { awardMany, events, onboard, partnerId, rule, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      const some = Array.from({ length: 250 }, () => ({ userId: "ann", ruleName: "signup" }))
      yield* awardMany(some)
      const reading = yield* Effect.fork(
        events.stream({ partnerId }).pipe(
          Stream.tap(() => Effect.yieldNow()),
          Stream.take(502),
          Stream.map(({ id }) => id),
          Stream.runCollect
        )
      )
      yield* awardMany(some)
      const found = Chunk.toReadonlyArray(yield* inTime("all events of the stream")(Fiber.join(reading)))
      assert.deepEqual(
        found,
        (yield* feed).map(({ id }) => id)
      )
    })
  )

  it.live("a stream reads few events at once where their texts are long, and misses none", () =>
    Effect.gen(function* () {
      const { award, awards, events, onboard, partnerId, rule, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      const made = []
      for (let count = 0; count < 5; count++) made.push(yield* award("ann", "signup", { metadata: heavy }))
      for (const { id: awardId } of made) yield* awards.reverse({ partnerId, awardId, narration: "returned" })
      const chunks = events.stream({ partnerId }).pipe(
        Stream.chunks,
        Stream.takeUntil((chunk) => Chunk.some(chunk, ({ id }) => id === last))
      )
      const all = yield* feed
      const last = all.at(-1)?.id
      const collected = inTime("the last event of the stream")(Stream.runCollect(chunks))
      const found = Chunk.toReadonlyArray(yield* collected).map(Chunk.toReadonlyArray)
      assert.deepEqual(found.flat(), all)
      // Two of them fit into 65,536 bytes. The first page also has the rule and the member.
      assert.deepEqual(
        found.map((chunk) => chunk.length),
        [4, 2, 2, 2, 2]
      )
    })
  )

  it.live("a read is limited in bytes, has one event at least, and says whether there are more", () =>
    Effect.gen(function* () {
      const { award, awards, events, onboard, partnerId: partner, rule, feed } = yield* watchedPartner
      const partnerId = PartnerId.make(partner)
      yield* rule()
      yield* onboard("ann")
      for (let count = 0; count < 3; count++) {
        const { id: awardId } = yield* award("ann", "signup", { metadata: heavy })
        yield* awards.reverse({ partnerId, awardId, narration: "x".repeat(100) })
      }
      const all = yield* feed
      for (const bytes of [1, 26_000, 60_000, 120_000, 1_000_000]) {
        const found: Array<Event> = []
        for (let after: EventId | null = null, hasMore = true; hasMore; ) {
          const page: EventPage = yield* events.read(partnerId, after, { count: 5, bytes })
          assert.ok(page.data.length > 0)
          const texts = page.data.filter(({ type }) => type.startsWith("award.")).length
          assert.ok(page.data.length === 1 || texts * 25_000 <= bytes)
          found.push(...page.data)
          after = page.next
          hasMore = page.hasMore
        }
        assert.deepEqual(found, all)
      }
      const ids = all.map(({ id }) => id).toReversed()
      yield* raw(`DELETE FROM rewards_event WHERE id = UUID '${ids[0]}'`)
      const some = yield* events.find(partnerId, ids, 60_000)
      assert.deepEqual(some, { data: all.toReversed().slice(1, 3), removed: [ids[0]] })
      const none = yield* events.find(partnerId, ids.slice(0, 1), 60_000)
      assert.deepEqual(none, { data: [], removed: ids.slice(0, 1) })
    })
  )

  it.live("a stream of some types goes on after a thousand events of others", () =>
    Effect.gen(function* () {
      const { awardMany, events, onboard, partnerId, rule } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      yield* awardMany(Array.from({ length: 1000 }, () => ({ userId: "ann", ruleName: "signup" })))
      yield* awardMany([{ userId: "ann", ruleName: "signup" }])
      yield* rule({ name: "late" })
      const [first] = (yield* events.list({ partnerId, limit: 1 })).data
      const types = ["rule.created"] as const
      const found = events
        .stream({ partnerId, types, after: first?.id ?? "" })
        .pipe(Stream.take(1), Stream.runCollect)
      assert.equal(Chunk.size(yield* inTime("the late rule")(found)), 1)
    })
  )

  it.live("an open stream keeps its feed alive", () =>
    Effect.gen(function* () {
      const { events, onboard, partnerId, watch } = yield* watchedPartner
      const taken = yield* Queue.unbounded<string>()
      const reading = events.stream({ partnerId }).pipe(Stream.runForEach(({ id }) => Queue.offer(taken, id)))
      const fiber = yield* Effect.fork(reading)
      const readAt = Effect.map(
        raw(`SELECT read_at FROM rewards_feed WHERE partner_id = UUID '${partnerId}'`),
        ([feed]) => new Date(String(feed?.read_at)).getTime()
      )
      for (const userId of ["ann", "bob", "eve"]) {
        watch.now += (20 * day) / 24
        yield* onboard(userId)
        yield* next(taken)
        yield* repeatUntil("a mark of the feed", readAt, (at) => at === watch.now)
      }
      yield* Fiber.interrupt(fiber)
    })
  )

  it.live("each read of a stream runs in the turn that its host gives it", () =>
    Effect.gen(function* () {
      const { events, onboard, partnerId } = yield* watchedPartner
      yield* onboard("ann", "bob")
      let turns = 0
      const counted: typeof ReadTurn.Service = (read) =>
        Effect.zipRight(
          Effect.sync(() => {
            turns += 1
          }),
          read
        )
      const found = yield* events
        .stream({ partnerId })
        .pipe(Stream.take(2), Stream.runCollect, Effect.provideService(ReadTurn, counted))
      assert.deepEqual([found.length, turns], [2, 1])
    })
  )

  it.live("bad input fails the stream by name", () =>
    Effect.gen(function* () {
      const { events, partnerId } = yield* watchedPartner
      const { message } = yield* refused("InvalidInput")(
        Stream.runDrain(events.stream({ partnerId, after: "yesterday" }))
      )
      assert.equal(message, 'after must be an id made by this service, got "yesterday"')
    })
  )

  it.live("events are removed after 30 days, and the feed continues after them", () =>
    Effect.gen(function* () {
      const { award, awardMany, events, onboard, partnerId, rule, watch, feed } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      yield* awardMany(Array.from({ length: 1000 }, () => ({ userId: "ann", ruleName: "signup" })))
      yield* awardMany(Array.from({ length: 600 }, () => ({ userId: "ann", ruleName: "signup" })))
      const [oldest] = yield* feed
      assert.ok(oldest)
      yield* events.subscribe(oldest.partnerId)
      watch.now += 20 * day
      yield* award("ann")
      const newest = yield* events.last(oldest.partnerId)
      watch.now += 11 * day
      assert.ok((yield* events.forget()) >= 1602)
      const left = yield* events.list({ partnerId, after: oldest.id })
      assert.deepEqual(
        left.data.map(({ id }) => id),
        [newest]
      )
      assert.equal(yield* events.forget(), 0)
      watch.now += 30 * day
      yield* events.forget()
      assert.deepEqual((yield* events.list({ partnerId })).data, [])
      // The newest id is kept, so that the next one is above it whatever the clock says.
      watch.now -= 60 * day
      yield* award("ann")
      const [next] = (yield* events.list({ partnerId })).data
      assert.ok(next && newest !== null && next.id > newest)
      yield* events.unsubscribe(oldest.partnerId)
    })
  )

  it.live(
    "more than a hundred partners have their old events removed, and their pending ones collected",
    () =>
      Effect.gen(function* () {
        const { events, partners } = yield* watchedPartner
        const names = Array.from({ length: 101 }, (_, index) => `one of many ${index}`)
        const made = yield* Effect.forEach(names, (name) => partners.register({ name }))
        const ids = made.map(({ id }) => `UUID '${id}'`).join()
        const old = `UUID '${firstIdOf(new Date("2025-01-01T00:00:00.000Z"))}'`
        yield* raw(`UPDATE rewards_feed SET last_event = ${old} WHERE partner_id IN (${ids})`)
        for (const table of ["rewards_event", "rewards_pending_event"]) {
          yield* raw(`INSERT INTO ${table} (partner_id, id, type, created_at, data)
          SELECT partner_id, ${old}, 'rule.created', '2025-01-01T00:00:00.000Z', '{}' FROM rewards_feed
          WHERE partner_id IN (${ids})`)
        }
        yield* events.forget()
        yield* events.collect()
        for (const table of ["rewards_event", "rewards_pending_event"]) {
          assert.deepEqual(yield* raw(`SELECT id FROM ${table} WHERE partner_id IN (${ids})`), [], table)
        }
      })
  )

  it.live("verify finds an event that readers would skip", () =>
    Effect.gen(function* () {
      const { onboard, partnerId, verify, feed } = yield* watchedPartner
      yield* onboard("ann", "bob")
      assert.deepEqual(yield* verify(), [])
      const [first, second] = yield* feed
      assert.ok(first && second)
      const set = (id: string) =>
        raw(`UPDATE rewards_feed SET last_event = UUID '${id}' WHERE partner_id = UUID '${partnerId}'`)
      yield* set(first.id)
      const found = yield* verify()
      assert.deepEqual(
        found.map(({ check, found, stored }) => [check, found, stored]),
        [["no event is above the newest of its feed", second.id, first.id]]
      )
      yield* set(second.id)
    })
  )
}
