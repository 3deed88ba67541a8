import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { readBeforeNewest, readBeforeNewestOfTypes } from "../../../lib/events/Events/storedEvents.ts"
import { Events, PersonalData } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { firstIdOf } from "../../../lib/schema/Id.ts"
import { Database } from "../../../lib/sql/Database.ts"
import type { Tests } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { neverScans } from "../../support/plan.ts"
import { repeatUntil } from "../../support/wait.ts"
import { onPostgres, raw } from "../../support/world.ts"
import { allEvents, type EventsEngine, quietPartner, watchedPartner } from "../partner.ts"

const hour = 60 * 60 * 1000

export const feed = (it: Tests<EventsEngine>): void => {
  it.live("ids ascend, whatever the clock does", () =>
    Effect.gen(function* () {
      const { rule, onboard, award, feed, watch } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      for (const moved of [0, 5, -100_000, 0, 100_001]) {
        watch.now += moved
        yield* award("ann")
      }
      const ids = (yield* feed).map(({ id }) => id)
      assert.equal(ids.length, 7)
      assert.deepEqual(ids, ids.toSorted())
      assert.equal(new Set(ids).size, ids.length)
    })
  )

  it.live("ids of two feeds differ, although both events happen in the same millisecond", () =>
    Effect.gen(function* () {
      const one = yield* watchedPartner
      const two = yield* watchedPartner
      yield* one.onboard("ann")
      yield* two.onboard("ann")
      const [[first], [second]] = [yield* one.feed, yield* two.feed]
      assert.ok(first !== undefined && second !== undefined)
      assert.equal(first.id.slice(0, 18), second.id.slice(0, 18))
      assert.notEqual(first.id, second.id)
    })
  )

  it.live("pages continue after an event, even after one that was removed", () =>
    Effect.gen(function* () {
      const { events, rule, onboard, award, feed, partnerId } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      yield* Effect.all(Array.from({ length: 5 }, () => award("ann")))
      const all = yield* feed
      const first = yield* events.list({ partnerId, limit: 3 })
      assert.deepEqual([first.data, first.hasMore, first.next], [all.slice(0, 3), true, all[2]?.id])
      assert.ok(first.next)
      yield* raw(
        `DELETE FROM rewards_event WHERE partner_id = UUID '${partnerId}' AND id = UUID '${first.next}'`
      )
      const second = yield* events.list({ partnerId, limit: 4, after: first.next })
      assert.deepEqual([second.data, second.hasMore, second.next], [all.slice(3), false, all[6]?.id])
      assert.ok(second.next)
      // The end of a feed is where the next events come.
      const end = yield* events.list({ partnerId, after: second.next })
      assert.deepEqual(end, { data: [], hasMore: false, next: second.next })
      yield* award("ann")
      assert.equal((yield* events.list({ partnerId, after: second.next })).data.length, 1)
    })
  )

  it.live("some types are found among many events, a window at a time", () =>
    Effect.gen(function* () {
      const { events, rule, onboard, awardMany, award, partnerId } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      // The first 1,000 events, so that the late rule is the first one after the window.
      yield* awardMany(Array.from({ length: 998 }, () => ({ userId: "ann", ruleName: "signup" })))
      yield* rule({ name: "late" })
      yield* award("ann")
      const types = ["rule.created", "rule.updated"] as const
      const first = yield* events.list({ partnerId, types })
      assert.deepEqual([first.data.length, first.hasMore], [1, true])
      assert.ok(first.next)
      const second = yield* events.list({ partnerId, types, after: first.next })
      assert.deepEqual([second.data.map(({ type }) => type), second.hasMore], [["rule.created"], false])
      const paid = yield* events.list({ partnerId, types: ["award.paid"], limit: 2 })
      assert.deepEqual([paid.data.length, paid.hasMore, paid.next], [2, true, paid.data[1]?.id])
    })
  )

  it.live("a list with `newest` begins with the newest events, and continues from there without a gap", () =>
    Effect.gen(function* () {
      const { award, events, feed, onboard, partnerId, rule } = yield* quietPartner
      const other = yield* watchedPartner
      yield* other.rule()
      const none = yield* events.list({ partnerId, newest: 3 })
      assert.deepEqual(none, { data: [], hasMore: false, next: null })
      const start = yield* events.beforeNewest({ partnerId, newest: 3 })
      yield* rule()
      yield* onboard("ann")
      yield* Effect.all(Array.from({ length: 23 }, () => award("ann")))
      const all = yield* feed
      assert.deepEqual((yield* events.list({ partnerId, after: start, limit: 100 })).data, all)
      for (const newest of [1, 2, 24, 25, 26, 100]) {
        const page = yield* events.list({ partnerId, newest })
        const last = all.slice(-newest)
        assert.deepEqual(page, { data: last, hasMore: false, next: last.at(-1)?.id ?? null })
      }
      // A smaller page begins at the same place.
      const first = yield* events.list({ partnerId, newest: 5, limit: 2 })
      assert.deepEqual([first.data, first.hasMore], [all.slice(-5, -3), true])
      const before = yield* events.beforeNewest({ partnerId, newest: 2 })
      yield* award("ann")
      const grown = yield* feed
      assert.deepEqual((yield* events.list({ partnerId, after: before })).data, grown.slice(-3))
      const both = refused("InvalidInput")(events.list({ partnerId, after: before, newest: 2 }))
      assert.equal((yield* both).message, "newest cannot be combined with after: both say where to begin")
      const many = refused("InvalidInput")(events.list({ partnerId, newest: 101 }))
      assert.equal((yield* many).message, "newest must be a whole number from 1 to 100, got 101")
    })
  )

  it.live("the newest of some types are found among the last events, by an index", () =>
    Effect.gen(function* () {
      const { award, awardMany, events, onboard, partnerId, rule } = yield* watchedPartner
      yield* rule()
      yield* onboard("ann")
      yield* rule({ name: "second" })
      const types = ["rule.created"] as const
      const names = Effect.map(events.list({ partnerId, newest: 1, types }), ({ data }) =>
        data.map((event) => (event.type === "rule.created" ? event.data.name : event.type))
      )
      assert.deepEqual(yield* names, ["second"])
      yield* awardMany(Array.from({ length: 1000 }, () => ({ userId: "ann", ruleName: "signup" })))
      // Both are older than the last 1000 events.
      assert.deepEqual(yield* names, [])
      yield* rule({ name: "third" })
      yield* award("ann")
      assert.deepEqual(yield* names, ["third"])
      if (yield* onPostgres) yield* raw("ANALYZE")
      const asked = { partnerId, newest: 100 }
      yield* neverScans(readBeforeNewest, [asked], {
        aliases: "e",
        most: 101,
        firsts: ["e USING PRIMARY KEY"]
      })
      yield* neverScans(readBeforeNewestOfTypes, [{ ...asked, size: 1000, types: ",rule.created," }], {
        aliases: "e",
        most: 1001,
        firsts: ["e USING PRIMARY KEY", "e USING PRIMARY KEY"]
      })
    })
  )

  it.live("a feed that was not read for a day gets no events, until it is read again", () =>
    Effect.gen(function* () {
      const { rule, onboard, feed, watch } = yield* watchedPartner
      yield* rule()
      watch.now += 23 * hour
      yield* onboard("ann")
      watch.now += 2 * hour
      yield* onboard("bob")
      const types = Effect.map(feed, (events) => events.map(({ type }) => type))
      assert.deepEqual(yield* types, ["rule.created", "member.onboarded"])
      watch.now += 24 * hour
      yield* onboard("dan")
      assert.deepEqual(yield* types, ["rule.created", "member.onboarded"])
      yield* onboard("eve")
      assert.deepEqual(yield* types, ["rule.created", "member.onboarded", "member.onboarded"])
    })
  )

  it.live("a feed that is read every twenty hours gets all events, also by a search for the newest", () =>
    Effect.gen(function* () {
      const { events, feed, onboard, partnerId, watch } = yield* quietPartner
      yield* events.beforeNewest({ partnerId, newest: 1 })
      for (const userId of ["ann", "bob", "eve"]) {
        watch.now += 20 * hour
        yield* onboard(userId)
        yield* events.list({ partnerId, limit: 1 })
      }
      assert.equal((yield* feed).length, 3)
    })
  )

  it.live("a read that was rolled back does not count, and the next one does", () =>
    Effect.gen(function* () {
      const { events, feed, onboard, partnerId } = yield* quietPartner
      const { transaction } = yield* Effect.provide(Database, Database.layer)
      yield* Effect.flip(transaction(Effect.zipRight(events.list({ partnerId }), Effect.fail("undone"))))
      yield* events.list({ partnerId })
      yield* onboard("ann")
      assert.equal((yield* feed).length, 1)
    })
  )

  it.live("a subscription keeps a feed alive without being read, and ends as often as it began", () =>
    Effect.gen(function* () {
      const { events, onboard, partnerId: other, partners, watch } = yield* quietPartner
      const { id } = yield* partners.register({ name: "subscriber" })
      const members = (yield* quietPartner).members
      const join = (userId: string) => members.onboard({ partnerId: id, userId })
      assert.equal(yield* events.last(id), null)
      yield* events.subscribe(id)
      yield* events.subscribe(id)
      watch.now += 48 * hour
      yield* join("ann")
      yield* onboard("somebody else's")
      yield* events.unsubscribe(id)
      yield* join("bob")
      yield* events.unsubscribe(id)
      yield* join("eve")
      const most = { count: 10, bytes: 10_000 }
      const { data: found } = yield* events.read(id, null, most)
      assert.deepEqual(
        found.map((event) => event.type === "member.onboarded" && event.data.userId),
        ["ann", "bob"]
      )
      assert.equal(yield* events.last(id), found[1]?.id)
      assert.deepEqual((yield* events.read(id, found[0]?.id ?? null, most)).data, found.slice(1))
      assert.equal(yield* events.last(PartnerId.make(other)), null)
    })
  )

  it.live("a partner that does not exist has no feed and cannot subscribe", () =>
    Effect.gen(function* () {
      const events = yield* Events
      const { partnerId } = yield* quietPartner
      const nobody = partnerId.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
      assert.deepEqual(yield* events.list({ partnerId: nobody }), { data: [], hasMore: false, next: null })
      const known = (yield* raw(`SELECT partner_id FROM rewards_feed WHERE partner_id = UUID '${nobody}'`))
        .length
      assert.equal(known, 0)
      yield* refused("PartnerNotFound")(events.subscribe(PartnerId.make(nobody)))
    })
  )

  it.live("bad input is refused by name", () =>
    Effect.gen(function* () {
      const { events, partnerId } = yield* quietPartner
      const problem = (input: object) =>
        Effect.map(refused("InvalidInput")(events.list({ partnerId, ...input })), ({ message }) => message)
      assert.equal(yield* problem({ after: "x" }), 'after must be an id made by this service, got "x"')
      assert.equal(yield* problem({ limit: 101 }), "limit must be a whole number from 1 to 100, got 101")
      assert.match(
        yield* problem({ types: ["award.paid", "nothing"] }),
        /^types\.1 must be one of award\.paid, /
      )
    })
  )

  it.live("partners see their own events alone, also where their commands share a transaction", () =>
    Effect.gen(function* () {
      const some = yield* Effect.all(Array.from({ length: 6 }, () => watchedPartner))
      for (const { rule, onboard } of some) {
        yield* rule()
        yield* onboard("ann")
      }
      const calls = some.flatMap(({ award }) => Array.from({ length: 5 }, () => award("ann")))
      yield* Effect.all(calls, { concurrency: "unbounded" })
      for (const { partnerId } of some) {
        const found = yield* allEvents(partnerId)
        assert.equal(found.length, 7)
        assert.ok(found.every((event) => event.partnerId === partnerId))
      }
    })
  )

  it.live("watchers hear of a partner after its events are committed", () =>
    Effect.gen(function* () {
      const { events, partnerId, onboard } = yield* watchedPartner
      const heard: Array<string> = []
      yield* Effect.scoped(
        Effect.zipRight(
          events.watch((partner) => heard.push(partner)),
          onboard("ann")
        )
      )
      yield* onboard("bob")
      assert.deepEqual(heard, [partnerId])
    })
  )

  it.live("events of a host's transaction keep their order, although all happen in one millisecond", () =>
    Effect.gen(function* () {
      const { feed, onboard } = yield* watchedPartner
      const sql = yield* SqlClient.SqlClient
      const names = Array.from({ length: 20 }, (_, index) => `user ${index}`)
      yield* sql.withTransaction(Effect.forEach(names, (name) => onboard(name)))
      assert.deepEqual(
        (yield* feed).map((event) => event.type === "member.onboarded" && event.data.userId),
        names
      )
    })
  )

  it.live(
    "pending events are collected in their order, however many there are, and watchers hear of them",
    () =>
      Effect.gen(function* () {
        const { events, feed, onboard, partnerId } = yield* watchedPartner
        yield* onboard("ann")
        const [event] = yield* raw(`SELECT data FROM rewards_event WHERE partner_id = UUID '${partnerId}'`)
        const data = String(event?.data).replaceAll("'", "''")
        const order = Array.from({ length: 1500 }, (_, index) => String(index))
        const rows = order.map(
          (index) => `(UUID '${partnerId}', UUID '${firstIdOf(new Date(Number(index)))}', 'member.onboarded',
          '2026-03-01T12:00:00.000Z', '${index}', '${data}')`
        )
        yield* raw(`INSERT INTO rewards_pending_event (partner_id, id, type, created_at, request_id, data)
        VALUES ${rows.join()}`)
        const heard: Array<string> = []
        const collect = Effect.zipRight(
          events.watch((partner) => heard.push(partner)),
          events.collect()
        )
        yield* Effect.scoped(collect)
        assert.deepEqual(heard, [partnerId])
        const left = yield* raw(`SELECT id FROM rewards_pending_event WHERE partner_id = UUID '${partnerId}'`)
        assert.deepEqual(left, [])
        const found = (yield* feed).slice(1)
        assert.deepEqual(
          found.map(({ requestId }) => requestId),
          order
        )
        assert.equal(yield* events.last(PartnerId.make(partnerId)), found.at(-1)?.id)
      })
  )

  it.live("an erasure removes the ids of the member from all pending events, however many there are", () =>
    Effect.gen(function* () {
      const { onboard, partnerId } = yield* watchedPartner
      yield* onboard("ann")
      const [event] = yield* raw(`SELECT data FROM rewards_event WHERE partner_id = UUID '${partnerId}'`)
      const data = String(event?.data).replaceAll("'", "''")
      assert.ok(data.includes('"ann"'))
      const rows = Array.from(
        { length: 1100 },
        (_, index) => `(UUID '${partnerId}', UUID '${firstIdOf(new Date(index + 1))}', 'member.onboarded',
          '2026-03-01T12:00:00.000Z', '${index}', '${data}')`
      )
      yield* raw(`INSERT INTO rewards_pending_event (partner_id, id, type, created_at, request_id, data)
        VALUES ${rows.join()}`)
      // In the host's transaction, the event of the erasure becomes pending, too. An event outside of it would move all others into the feed.
      const erase = (yield* PersonalData).erase({ partnerId, userId: "ann" })
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(erase))
      for (const table of ["rewards_pending_event", "rewards_event"]) {
        const named = raw(
          `SELECT id FROM ${table} WHERE partner_id = UUID '${partnerId}' AND data LIKE '%"ann"%'`
        )
        yield* repeatUntil("no event with the id", named, (found) => found.length === 0, { within: 20_000 })
      }
    })
  )
}
