import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Deferred, Effect, Either, Fiber, Layer } from "effect"
import { Awards } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { it } from "../../support/effect.ts"
import { outcome, refused } from "../../support/expect.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { sized } from "../../support/sized.ts"
import { inTime, repeatUntil } from "../../support/wait.ts"
import { type Client, engineOn, type MakeClient, newPartner, onPostgres, raw } from "../../support/world.ts"

/** A bulk fills a group, so two bulks are never written together. */
const bulkSize = 200
const bulks = sized("BULKS", { short: 5, long: 20 })

/** A partner with a rule for each name, and a few members. */
const shop = (members: number, ...rules: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const partner = yield* newPartner
    for (const name of rules) yield* partner.rule({ name, maxNumberOfParticipant: 100_000 })
    yield* partner.onboard(...Array.from({ length: members }, (_, index) => `user ${index}`))
    return partner
  })

/** An award for each member of a shop with a bulk of members. */
const bulkOf = (partnerId: string) =>
  Array.from({ length: bulkSize }, (_, index) => ({ partnerId, userId: `user ${index}`, ruleName: "signup" }))

/** Runs statements in a transaction of another connection, which holds their locks until it is released. */
const heldBy = (client: Client, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.orDie(client))
    const sql = Context.get(context, SqlClient.SqlClient)
    const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const hold = Effect.gen(function* () {
      for (const statement of statements) yield* raw(statement)
      yield* Deferred.succeed(held, undefined)
      yield* Deferred.await(done)
    })
    const holder = yield* Effect.forkScoped(
      sql.withTransaction(hold).pipe(Effect.provide(context), Effect.orDie)
    )
    yield* inTime("the locks")(Effect.raceFirst(Deferred.await(held), Fiber.join(holder)))
    return Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(holder))
  })

/** Partners share queue, writers and connections; none may slow or stop another. */
export const fairness = (makeClient: MakeClient): void => {
  it.live("a small award waits for few of another partner's bulks, with and without their keys", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const attack = Effect.gen(function* () {
        const [one, other] = [yield* shop(bulkSize, "signup"), yield* shop(1, "signup")]
        for (const keyed of [false, true]) {
          let written = 0
          const bulk = (number: number) => {
            const inputs = bulkOf(one.partnerId)
            const request = {
              partnerId: PartnerId.make(one.partnerId),
              key: `bulk ${number}`,
              body: number,
              inputs
            }
            const write: Effect.Effect<unknown, unknown> = keyed
              ? one.awards.awardManyOnce(request)
              : one.awards.awardMany(inputs)
            return Effect.tap(write, () => Effect.sync(() => ++written))
          }
          const flood = yield* Effect.fork(
            Effect.all(
              Array.from({ length: bulks }, (_, number) => bulk(number)),
              { concurrency: "unbounded" }
            )
          )
          // The flood is under way: its first bulk is written, all others wait.
          yield* repeatUntil(
            "the first bulk",
            Effect.sync(() => written),
            (count) => count > 0
          )
          const before = written
          yield* other.award("user 0")
          const passed = written - before
          assert.ok(passed <= 2, `${passed} of ${bulks} bulks were written before the award`)
          yield* Fiber.join(flood)
        }
        assert.deepEqual(yield* one.verify(), [])
      })
      yield* Effect.provide(attack, engineOn(client, { groups: { maxGroup: bulkSize } }))
    })
  )

  it.live(
    "with one writer, a partner that makes one award at a time makes at least one for each bulk of another",
    () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const attack = Effect.gen(function* () {
          const [one, other] = [yield* shop(bulkSize, "signup"), yield* shop(1, "signup")]
          const inputs = bulkOf(one.partnerId)
          let written = 0
          const bulk = Effect.tap(one.awards.awardMany(inputs), () => Effect.sync(() => ++written))
          const flood = yield* Effect.fork(
            Effect.all([Effect.forever(bulk), Effect.forever(bulk)], { concurrency: 2 })
          )
          yield* repeatUntil(
            "the first bulk",
            Effect.sync(() => written),
            (count) => count > 0
          )
          const before = written
          let awards = 0
          while (written < before + bulks) {
            yield* other.award("user 0")
            awards += 1
            // Its next request is on its way: meanwhile the writer finds nothing but bulks.
            yield* Effect.sleep(1)
          }
          yield* Fiber.interrupt(flood)
          assert.ok(awards >= bulks, `${awards} awards beside ${bulks} bulks`)
          assert.deepEqual(yield* one.verify(), [])
        })
        yield* Effect.provide(attack, engineOn(client, { groups: { maxGroup: bulkSize, writers: 1 } }))
      })
  )

  it.live("a partner's share of the queue is bounded, and leaves room for others", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const flood = Effect.gen(function* () {
        const [one, other] = [yield* shop(10, "signup"), yield* shop(1, "signup")]
        const calls = Array.from({ length: 30 }, (_, index) => outcome(one.award(`user ${index % 10}`)))
        const flooding = yield* Effect.fork(Effect.all(calls, { concurrency: "unbounded" }))
        yield* Effect.yieldNow()
        yield* other.award("user 0")
        const outcomes = yield* Fiber.join(flooding)
        assert.ok(outcomes.includes("QueueFull"))
        assert.ok(outcomes.includes("ok"))
      })
      const groups = { maxGroup: 4, capacity: 40, partnerCapacity: 8 }
      yield* Effect.provide(flood, engineOn(client, { groups }))
    })
  )

  it.live("told never to mix, each transaction holds the rows of one partner", () =>
    Effect.gen(function* () {
      const recorder = makeRecorder()
      const client = recorded(recorder, yield* Effect.promise(makeClient))
      const mixed = Effect.gen(function* () {
        const partners = yield* Effect.all(Array.from({ length: 6 }, () => shop(5, "signup")))
        recorder.calls.length = 0
        const inputs = partners.flatMap(({ partnerId }) =>
          Array.from({ length: 5 }, (_, index) => ({
            partnerId,
            userId: `user ${index}`,
            ruleName: "signup"
          }))
        )
        const awards = yield* Awards
        const singles = inputs.map((input) => awards.award(input))
        yield* Effect.all([awards.awardMany(inputs), ...singles], { concurrency: "unbounded" })
        for (const { boards, partnerId } of partners) yield* boards.points({ partnerId })
        // A transaction begins with BEGIN and ends with COMMIT; with one writer, and a fold at a time, they do not interleave.
        const ids = partners.map(({ partnerId }) => partnerId)
        const transactions = recorder.calls.join("\n").split(/^(?=BEGIN)/m)
        assert.ok(transactions.length >= 6, `only ${transactions.length} transactions`)
        for (const transaction of transactions) {
          const [inside = ""] = transaction.split(/^COMMIT/m)
          const named = ids.filter((id) => inside.includes(id))
          assert.ok(named.length <= 1, `a transaction names ${named.length} partners`)
        }
      })
      yield* Effect.provide(
        mixed,
        engineOn(client, { backgroundFolds: false, groups: { mixPartners: false, writers: 1 } })
      )
    })
  )

  it.live("a partner cannot undo what another undoes in the same group", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const mixed = Effect.gen(function* () {
        const [one, other] = [yield* shop(4, "signup"), yield* shop(4, "signup")]
        for (let round = 0; round < 10; round++) {
          const { id: awardId } = yield* one.award("user 0")
          const { id: transactionId } = yield* one.transfer("user 0", 1)
          yield* one.transfers.refund({ partnerId: one.partnerId, transactionId })
          yield* one.award("user 0")
          const moved = yield* one.transfer("user 0", 1)
          // The first is being written while the others gather: with one writer, they share a group.
          const outcomes = yield* Effect.all(
            [
              outcome(one.award("user 1")),
              outcome(other.awards.reverse({ partnerId: other.partnerId, awardId })),
              outcome(one.awards.reverse({ partnerId: one.partnerId, awardId })),
              outcome(other.awards.reverse({ partnerId: other.partnerId, awardId })),
              outcome(other.transfers.refund({ partnerId: other.partnerId, transactionId: moved.id })),
              outcome(one.transfers.refund({ partnerId: one.partnerId, transactionId: moved.id })),
              outcome(other.transfers.refund({ partnerId: other.partnerId, transactionId: moved.id }))
            ],
            { concurrency: "unbounded" }
          )
          assert.deepEqual(outcomes, [
            "ok",
            "AwardNotFound",
            "ok",
            "AwardNotFound",
            "TransferNotFound",
            "ok",
            "TransferNotFound"
          ])
        }
        assert.deepEqual(yield* one.verify(), [])
      })
      yield* Effect.provide(mixed, engineOn(client, { groups: { writers: 1 } }))
    })
  )
}

/** SQLite has one lock for the whole database; PostgreSQL locks rows. */
export const heldRows = (makeClient: MakeClient): void => {
  it.live(
    "a row of one partner that another transaction holds stops neither other partners nor its other rules",
    () =>
      Effect.gen(function* () {
        const client = yield* Effect.promise(makeClient)
        const blocked = Effect.gen(function* () {
          assert.ok(yield* onPostgres)
          const [one, other] = [yield* shop(20, "held", "free"), yield* shop(3, "signup")]
          const { id } = yield* one.rules.find({ partnerId: one.partnerId, name: "held" })
          const release = yield* heldBy(
            client,
            `SELECT id FROM rewards_rule WHERE partner_id = UUID '${one.partnerId}' AND id = UUID '${id}' FOR UPDATE`
          )
          const waiting = yield* Effect.fork(
            Effect.all(
              Array.from({ length: 20 }, (_, index) =>
                outcome(one.award(`user ${index}`, index % 2 ? "held" : "free"))
              ),
              { concurrency: "unbounded" }
            )
          )
          // All of these are written while the first partner waits.
          for (let round = 0; round < 3; round++) yield* other.award(`user ${round}`)
          assert.equal(yield* Fiber.poll(waiting).pipe(Effect.map((exit) => exit._tag)), "None")
          const outcomes = yield* Fiber.join(waiting)
          assert.deepEqual(
            outcomes.map((each, index) => [index % 2 === 1, each]),
            outcomes.map((_, index) => [index % 2 === 1, index % 2 ? "LockTimeout" : "ok"])
          )
          yield* release
          assert.equal((yield* one.award("user 1", "held")).awarded, true)
          assert.deepEqual(yield* one.verify(), [])
        })
        yield* Effect.scoped(Effect.provide(blocked, engineOn(client, { lockTimeout: 1500 })))
      })
  )

  it.live("a rule that another transaction holds stops the reversals of its own awards alone", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const blocked = Effect.gen(function* () {
        const one = yield* shop(4, "held", "free")
        const { partnerId } = one
        const made = []
        for (const name of ["held", "free"]) {
          for (let index = 0; index < 4; index++) made.push(yield* one.award(`user ${index}`, name))
        }
        const { id } = yield* one.rules.find({ partnerId, name: "held" })
        const release = yield* heldBy(
          client,
          `SELECT id FROM rewards_rule WHERE partner_id = UUID '${partnerId}' AND id = UUID '${id}' FOR UPDATE`
        )
        const unknown = "00000000-0000-7000-8000-000000000000"
        const outcomes = yield* Effect.forEach(
          [...made.map(({ id }) => id), unknown],
          (awardId) => outcome(one.awards.reverse({ partnerId, awardId })),
          { concurrency: "unbounded" }
        )
        assert.deepEqual(outcomes, [
          ...made.map(({ ruleName }) => (ruleName === "held" ? "LockTimeout" : "ok")),
          "AwardNotFound"
        ])
        yield* release
        yield* one.awards.reverse({ partnerId, awardId: made[0]?.id ?? "" })
        assert.deepEqual(yield* one.verify(), [])
      })
      yield* Effect.scoped(Effect.provide(blocked, engineOn(client, { lockTimeout: 300 })))
    })
  )

  it.live("a wallet that another transaction holds fails its own awards alone", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const blocked = Effect.gen(function* () {
        const one = yield* shop(6, "signup")
        const held = yield* one.members.get({ partnerId: one.partnerId, userId: "user 3" })
        const release = yield* heldBy(
          client,
          `SELECT id FROM rewards_account WHERE partner_id = UUID '${one.partnerId}' AND id = UUID '${held.id}' FOR UPDATE`
        )
        const results = yield* Effect.all(
          Array.from({ length: 6 }, (_, index) => Effect.either(one.award(`user ${index}`))),
          { concurrency: "unbounded" }
        )
        assert.deepEqual(
          results.map((result) => (Either.isRight(result) ? "ok" : result.left._tag)),
          ["ok", "ok", "ok", "LockTimeout", "ok", "ok"]
        )
        yield* refused("LockTimeout")(one.transfer("user 3", 1))
        yield* release
        assert.equal((yield* one.award("user 3")).awarded, true)
        assert.deepEqual(yield* one.verify(), [])
      })
      yield* Effect.scoped(Effect.provide(blocked, engineOn(client, { lockTimeout: 300 })))
    })
  )

  it.live("a process that hangs inside a transaction loses its locks after a while", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const asked = Effect.gen(function* () {
        const one = yield* shop(1, "signup")
        yield* one.award("user 0")
        // Every transaction of the journal sets both time-outs for itself.
        const sql = yield* SqlClient.SqlClient
        const [kept] = yield* sql<{
          idle: string
        }>`SELECT current_setting('idle_in_transaction_session_timeout') AS idle`
        assert.equal(kept?.idle, "0", "the connection itself keeps the server's own setting")
      })
      yield* Effect.provide(asked, engineOn(client))
    })
  )
}
