import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { allEvents, eventsEngine } from "../../events/partner.ts"
import { describe, it, type Tests } from "../../support/effect.ts"
import { repeatUntil } from "../../support/wait.ts"
import {
  type Engine,
  engineOn,
  type MakeClient,
  newPartner,
  newWatch,
  onPostgres,
  raw,
  Time,
  timeOf
} from "../../support/world.ts"

const day = 86_400_000

/** A partner with rules whose coins expire and mature. Its feed is read at `start`, so that it has a subscriber for a day. */
const newShop = Effect.gen(function* () {
  const watch = yield* Time
  const partner = yield* newPartner
  const { partnerId, sweeper } = partner
  yield* partner.rule({ name: "dated", coinsExpire: "P40D" })
  yield* partner.rule({ name: "short", coinValue: 5, coinsExpire: "P10D" })
  yield* partner.rule({ name: "waits", coinValue: 20, pendingDays: 14, coinsExpire: "P1Y" })
  const later = (days: number) => {
    watch.now += days * day
  }
  const ofType = (type: string) =>
    Effect.map(allEvents(partnerId), (events) => events.filter((event) => event.type === type))
  return { ...partner, watch, later, ofType, sweep: sweeper.sweep }
})

const users = (count: number) => Array.from({ length: count }, (_, index) => `user ${index}`)

const transfersOf = (partnerId: string, kind: string) =>
  Effect.map(
    raw(`SELECT id FROM rewards_transfer WHERE partner_id = UUID '${partnerId}' AND kind = '${kind}'`),
    (rows) => rows.map(({ id }) => String(id)).toSorted()
  )

const waiting = (partnerId: string) =>
  Effect.map(
    raw(`SELECT id FROM rewards_account WHERE partner_id = UUID '${partnerId}' AND next_due IS NOT NULL`),
    (rows) => rows.length
  )

const onOneDatabase = (it: Tests<Engine | Time>): void => {
  it.live("a sweep writes what is due in all wallets, once, dated at its instant, and sends the events", () =>
    Effect.gen(function* () {
      const { award, coins, later, ofType, onboard, partnerId, sweep, verify } = yield* newShop
      const members = users(40)
      yield* onboard(...members)
      for (const userId of members) {
        yield* award(userId, "short")
        yield* award(userId, "waits")
      }
      assert.equal(yield* sweep(), 0)
      yield* ofType("award.paid")
      later(20)
      // A list of events makes the partner a subscriber again.
      yield* ofType("award.paid")
      assert.equal(yield* sweep(), members.length)
      assert.equal(yield* sweep(), 0)
      const expired = yield* ofType("coins.expired")
      const matured = yield* ofType("award.matured")
      assert.deepEqual(expired.map(idOf).toSorted(), yield* transfersOf(partnerId, "expiry"))
      assert.deepEqual(matured.map(idOf).toSorted(), yield* transfersOf(partnerId, "maturity"))
      assert.deepEqual([expired.length, matured.length], [members.length, members.length])
      for (const userId of members) assert.equal(yield* coins(userId), "20")
      assert.deepEqual(yield* verify(), [])
      later(366)
      assert.equal(yield* sweep(), members.length)
      assert.equal(yield* waiting(partnerId), 0)
      for (const userId of members) assert.equal(yield* coins(userId), "0")
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("members are notified once of each lot, as many days ahead as the partner says", () =>
    Effect.gen(function* () {
      const { award, later, ofType, onboard, partnerId, settings, sweep, transfer, verify } = yield* newShop
      yield* onboard("ann", "bob")
      yield* ofType("coins.expiring")
      yield* award("ann", "dated")
      yield* award("bob", "dated")
      // Inside the notice, so the notification is sent at once.
      yield* award("ann", "short")
      assert.equal(yield* sweep(), 1)
      assert.equal(yield* sweep(), 0)
      later(0.9)
      yield* ofType("coins.expiring")
      yield* award("ann", "short")
      yield* sweep()
      const early = yield* ofType("coins.expiring")
      assert.deepEqual(early.map(coinsOf), [5, 5])
      // Bob has spent the coins before, so there is nothing to notify him of.
      yield* transfer("bob", 10)
      for (const days of [0.9, 4, 4, 4, 4]) {
        later(days)
        yield* ofType("coins.expiring")
        yield* sweep()
      }
      assert.deepEqual((yield* ofType("coins.expiring")).map(coinsOf), [5, 5, 10])
      assert.equal((yield* settings.update({ partnerId, expiryNotice: null })).expiryNotice, null)
      yield* award("ann", "short")
      assert.equal(yield* sweep(), 0)
      yield* settings.update({ partnerId, expiryNotice: 365 })
      yield* award("bob", "waits")
      yield* award("bob", "dated")
      assert.equal(yield* sweep(), 2)
      assert.deepEqual((yield* ofType("coins.expiring")).map(coinsOf).toSorted(), [10, 10, 5, 5, 5])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "without a subscriber nobody is notified, and a new subscriber is told of all lots that expire soon",
    () =>
      Effect.gen(function* () {
        const { award, later, ofType, onboard, sweep } = yield* newShop
        yield* onboard("ann")
        yield* award("ann", "short")
        assert.equal(yield* sweep(), 0)
        yield* ofType("coins.expiring")
        assert.equal(yield* sweep(), 1)
        assert.equal((yield* ofType("coins.expiring")).length, 1)
        later(3)
        yield* award("ann", "short")
        assert.equal(yield* sweep(), 0)
      })
  )

  it.live("a member with more lots than one transaction reads at first is notified of each of them", () =>
    Effect.gen(function* () {
      const { award, later, ofType, onboard, sweep, verify } = yield* newShop
      yield* onboard("ann")
      for (let index = 0; index < 36; index++) {
        yield* ofType("coins.expiring")
        yield* award("ann", "dated")
        yield* sweep()
        later(1)
      }
      for (let index = 0; index < 45; index++) {
        later(1)
        yield* ofType("coins.expiring")
        yield* sweep()
      }
      assert.equal((yield* ofType("coins.expiring")).length, 36)
      assert.equal((yield* ofType("coins.expired")).length, 36)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("a partner that cannot be swept does not keep the others waiting, and the sweep reports it", () =>
    Effect.gen(function* () {
      const broken = yield* newShop
      const others = [yield* newShop, yield* newShop]
      for (const { award, onboard } of [broken, ...others]) {
        yield* onboard("ann")
        yield* award("ann", "short")
      }
      broken.later(11)
      const wallet = `WHERE partner_id = UUID '${broken.partnerId}' AND kind = 'wallet'`
      yield* raw(`UPDATE rewards_account SET balance = 0 ${wallet}`)
      const exit = yield* Effect.exit(broken.sweep())
      assert.equal(exit._tag, "Failure")
      for (const { partnerId } of others) assert.equal(yield* waiting(partnerId), 0)
      assert.equal(yield* waiting(broken.partnerId), 1)
      yield* raw(`UPDATE rewards_account SET balance = 50000 ${wallet}`)
      assert.equal(yield* broken.sweep(), 1)
      assert.deepEqual(yield* broken.verify(), [])
    })
  )

  it.live("wallets that cannot be written keep no other wallet of their partner waiting", () =>
    Effect.gen(function* () {
      const { award, later, ofType, onboard, partnerId, sweep, verify } = yield* newShop
      const members = users(60)
      yield* onboard(...members)
      for (const userId of members) yield* award(userId, "short")
      later(11)
      yield* ofType("award.paid")
      const broken = ["user 0", "user 20", "user 59"].map((userId) => `'${userId}'`).join(", ")
      const wallets = `WHERE partner_id = UUID '${partnerId}' AND id IN (SELECT m.id FROM rewards_member m
        WHERE m.partner_id = UUID '${partnerId}' AND m.user_id IN (${broken}))`
      yield* raw(`UPDATE rewards_account SET balance = 0 ${wallets}`)
      for (const _ of [1, 2]) {
        assert.equal((yield* Effect.exit(sweep()))._tag, "Failure")
        assert.equal(yield* waiting(partnerId), 3)
      }
      yield* raw(`UPDATE rewards_account SET balance = 50000 ${wallets}`)
      assert.equal(yield* sweep(), 3)
      assert.equal((yield* ofType("coins.expired")).length, members.length)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live(
    "many wallets that cannot be written keep no other wallet waiting for longer than some sweeps",
    () =>
      Effect.gen(function* () {
        const { award, later, onboard, partnerId, sweep, verify } = yield* newShop
        // The oldest wallets come first, and one sweep passes over 100.
        const [failing, others] = [users(105), ["ann", "bob", "cat"]]
        for (const userId of [...failing, ...others]) {
          yield* onboard(userId)
          yield* award(userId, "short")
        }
        later(11)
        const broken = `WHERE partner_id = UUID '${partnerId}' AND id IN (SELECT m.id FROM rewards_member m
        WHERE m.partner_id = UUID '${partnerId}' AND m.user_id LIKE 'user %')`
        yield* raw(`UPDATE rewards_account SET balance = 0 ${broken}`)
        const left: Array<number> = []
        for (const _ of [1, 2]) {
          assert.equal((yield* Effect.exit(sweep()))._tag, "Failure")
          left.push(yield* waiting(partnerId))
        }
        assert.deepEqual(left, [failing.length + others.length, failing.length])
        yield* raw(`UPDATE rewards_account SET balance = 50000 ${broken}`)
        assert.equal(yield* sweep(), failing.length)
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a setting that cannot be is refused by name, and no other partner has it", () =>
    Effect.gen(function* () {
      const { partnerId, settings } = yield* newPartner
      const { partnerId: other } = yield* newPartner
      for (const expiryNotice of [-1, 0, 366, 1.5, Number.NaN]) {
        const refused = yield* Effect.flip(settings.update({ partnerId, expiryNotice }))
        assert.equal(refused._tag, "InvalidInput")
        assert.match(refused.message, /expiryNotice must be a whole number of days from 1 to 365, or null/)
      }
      const empty = yield* Effect.flip(settings.update({ partnerId }))
      assert.match(
        empty.message,
        /input must have at least one of expiryNotice, approveAbove, rememberErased/
      )
      assert.deepEqual(yield* settings.get({ partnerId }), {
        expiryNotice: 30,
        approveAbove: null,
        rememberErased: true
      })
      for (const expiryNotice of [1, 365, null, 14]) {
        assert.deepEqual(yield* settings.update({ partnerId, expiryNotice }), {
          expiryNotice,
          approveAbove: null,
          rememberErased: true
        })
        assert.deepEqual(yield* settings.get({ partnerId }), {
          expiryNotice,
          approveAbove: null,
          rememberErased: true
        })
      }
      assert.deepEqual(yield* settings.get({ partnerId: other }), {
        expiryNotice: 30,
        approveAbove: null,
        rememberErased: true
      })
      const nobody = "0199a2f2-7c1e-7b2e-8f10-000000000000"
      for (const missing of [
        settings.update({ partnerId: nobody, expiryNotice: 1 }),
        settings.get({ partnerId: nobody })
      ]) {
        assert.equal((yield* Effect.flip(missing))._tag, "PartnerNotFound")
      }
    })
  )
}

const idOf = (event: { readonly data: object }): string => String(Reflect.get(event.data, "id"))
const coinsOf = (event: { readonly data: object }): number =>
  Number(Reflect.get(event.data, "coins")) / 10_000

/** The sweeper, which writes what is due in wallets that nobody uses. */
export const sweeper = (makeClient: MakeClient): void => {
  it.layer(eventsEngine(makeClient))("on one database", onOneDatabase)

  describe("in the background", () => {
    it.live("a process that starts writes what became due before", () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const watch = newWatch("2026-03-01T12:00:00.000Z")
        const withTime = (sweep: boolean) => Layer.provideMerge(engineOn(client, { sweep }), timeOf(watch))
        const partnerId = yield* Effect.gen(function* () {
          const { award, onboard, partnerId } = yield* newShop
          yield* onboard("ann", "bob")
          for (const userId of ["ann", "bob"]) yield* award(userId, "short")
          return partnerId
        }).pipe(Effect.provide(withTime(false)))
        watch.now += 11 * day
        yield* repeatUntil(
          "the sweep of a process that starts",
          waiting(partnerId),
          (count) => count === 0
        ).pipe(Effect.provide(withTime(true)))
      })
    )
  })

  it.live(
    "a sweep does not wait for a wallet that another transaction has locked, and writes the others",
    () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const watch = newWatch("2026-03-01T12:00:00.000Z")
        const engine = yield* Layer.build(Layer.provideMerge(engineOn(client), timeOf(watch)))
        const other = yield* Layer.build(client)
        yield* Effect.gen(function* () {
          // SQLite has one writer at a time, and every writer waits for it.
          if (!(yield* onPostgres)) return
          const { award, onboard, partnerId, sweep, verify } = yield* newShop
          yield* onboard("ann", "bob", "cat")
          for (const userId of ["ann", "bob", "cat"]) yield* award(userId, "short")
          watch.now += 11 * day
          yield* Effect.provide(raw("BEGIN"), other)
          yield* Effect.provide(
            raw(`SELECT id FROM rewards_account WHERE partner_id = UUID '${partnerId}' AND id =
            (SELECT id FROM rewards_member WHERE partner_id = UUID '${partnerId}' AND user_id = 'bob') FOR UPDATE`),
            other
          )
          assert.equal(yield* sweep(), 2)
          yield* Effect.provide(raw("COMMIT"), other)
          assert.equal(yield* sweep(), 1)
          assert.deepEqual(yield* verify(), [])
        }).pipe(Effect.provide(engine))
      })
  )
}
