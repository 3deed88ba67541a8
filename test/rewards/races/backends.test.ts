import assert from "node:assert/strict"
import { Effect, Either, Fiber, Layer, Logger, LogLevel } from "effect"
import pg from "pg"
import { layer } from "../../../lib/drivers/postgres.ts"
import { it } from "../../support/effect.ts"
import { outcome, refused, tally } from "../../support/expect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { eventually } from "../../support/wait.ts"
import { engineOn, newPartner, type PartnerView, raw } from "../../support/world.ts"

/** An administrator's connection to the database, beside the engine's. */
const administrator = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** Ends all other sessions of this database, as a server restart or a failover does. */
const terminateOthers = (admin: pg.Client) =>
  Effect.promise(() =>
    admin.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
    )
  )

const untilLockWaits = (admin: pg.Client, locktype: string) =>
  Effect.promise(() => {
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = '${locktype}'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    const read = () => admin.query(waiting)
    return eventually(`a wait for a lock of type ${locktype}`, read, ({ rowCount }) => rowCount !== 0)
  })

/** Retries as a caller should. The pool may still hold ended sessions. */
const persistently = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.retry(call, { times: 20, while: ({ _tag }) => _tag === "DatabaseUnavailable" })

const balances = (partner: PartnerView) =>
  Effect.map(
    Effect.forEach(userIds, (userId) => persistently(partner.coins(userId))),
    tally
  )

/** Runs the body on an engine with a rule and members, with an administrator's connection to the same database. */
const onEngine = <E>(body: (partner: PartnerView, admin: pg.Client) => Effect.Effect<void, E, never>) =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(migratedDatabase)
    const admin = yield* administrator(url)
    // The engine warns about every lost session, and this test ends all of them.
    const engine = engineOn(layer({ url })).pipe(Layer.provide(Logger.minimumLogLevel(LogLevel.Error)))
    const run = Effect.gen(function* () {
      const partner = yield* newPartner
      yield* partner.rule()
      yield* partner.onboard(...userIds)
      yield* raw(`CREATE FUNCTION host_gate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$`)
      yield* body(partner, admin)
      assert.deepEqual(yield* persistently(partner.verify()), [])
    })
    yield* Effect.provide(run, engine)
  })

const userIds = Array.from({ length: 20 }, (_, index) => `user ${index}`)

it.live("sessions that end while a group is written cause retryable errors for its callers", () =>
  onEngine((partner, admin) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => admin.query("BEGIN; LOCK TABLE rewards_rule IN EXCLUSIVE MODE"))
      const callers = yield* Effect.forEach(userIds, (userId) =>
        Effect.fork(Effect.either(partner.award(userId, "signup", { idempotencyKey: userId })))
      )
      yield* untilLockWaits(admin, "relation")
      yield* terminateOthers(admin)
      yield* Effect.promise(() => admin.query("COMMIT"))
      const results = yield* Effect.forEach(callers, Fiber.join)
      assert.ok(results.some(Either.isLeft), "no call was cut off")
      for (const result of results) {
        if (Either.isRight(result)) continue
        assert.ok(result.left._tag === "DatabaseUnavailable", result.left._tag)
        assert.deepEqual([result.left.committed, result.left.retryable], ["no", true])
      }
      for (const userId of userIds) {
        yield* persistently(partner.award(userId, "signup", { idempotencyKey: userId }))
      }
      assert.deepEqual(yield* balances(partner), { "10": 20 })
    })
  )
)

it.live(
  "a session that ends during COMMIT leaves the outcome unknown, and a retry with the same key resolves it",
  () =>
    onEngine((partner, admin) =>
      Effect.gen(function* () {
        yield* Effect.promise(() =>
          admin.query(`CREATE CONSTRAINT TRIGGER host_gate AFTER INSERT ON rewards_award
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION host_gate()`)
        )
        yield* Effect.promise(() => admin.query("SELECT pg_advisory_lock(42)"))
        const award = partner.award("user 0", "signup", { idempotencyKey: "once" })
        const caller = yield* Effect.fork(refused("DatabaseUnavailable")(award))
        yield* untilLockWaits(admin, "advisory")
        yield* terminateOthers(admin)
        const error = yield* Fiber.join(caller)
        assert.equal(error.committed, "unknown")
        assert.match(error.message, /try again with the same idempotency key$/)
        yield* Effect.promise(() => admin.query("SELECT pg_advisory_unlock(42)"))
        yield* persistently(award)
        assert.equal((yield* persistently(award)).replayed, true)
        assert.equal(yield* persistently(partner.coins("user 0")), "10")
      })
    )
)

it.live(
  "while sessions keep ending every call succeeds or fails with a retryable error, and no award is made twice",
  () =>
    onEngine((partner, admin) =>
      Effect.gen(function* () {
        const award = (userId: string, round: number) =>
          partner.award(userId, "signup", { idempotencyKey: `${userId}, round ${round}` })
        for (let round = 0; round < 8; round++) {
          const calls = Effect.forEach(userIds, (userId) => outcome(award(userId, round)), {
            concurrency: "unbounded"
          })
          const [found] = yield* Effect.all([calls, terminateOthers(admin)], { concurrency: "unbounded" })
          for (const tag of found) assert.match(tag, /^(ok|DatabaseUnavailable)$/)
        }
        for (let round = 0; round < 8; round++) {
          yield* Effect.forEach(userIds, (userId) => persistently(award(userId, round)), {
            concurrency: "unbounded"
          })
        }
        assert.deepEqual(yield* balances(partner), { "80": 20 })
      })
    )
)

it.live("an engine whose idle sessions were all ended continues to work", () =>
  onEngine((partner, admin) =>
    Effect.gen(function* () {
      for (const userId of userIds.slice(0, 5)) {
        yield* terminateOthers(admin)
        yield* persistently(partner.award(userId))
      }
      assert.deepEqual(yield* persistently(balances(partner)), { "0": 15, "10": 5 })
    })
  )
)
