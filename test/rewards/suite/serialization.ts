import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Fiber, TestClock } from "effect"
import { dump } from "../../support/dump.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { onEachNode, onEachShard } from "../../support/nodes.ts"
import { freshEngine, type MakeClient, newPartner, raw } from "../../support/world.ts"

const shop = Effect.tap(newPartner, ({ rule, onboard }) => Effect.zipRight(rule(), onboard("ann", "bob")))

/** Makes PostgreSQL fail the first `times` transactions that award, with this SQLSTATE. On a cluster, the node of the partner fails. */
const conflict = (state: string, times: number) =>
  Effect.gen(function* () {
    // A rollback does not reset a sequence.
    yield* onEachNode("CREATE SEQUENCE IF NOT EXISTS public.host_attempt")
    yield* onEachNode("ALTER SEQUENCE public.host_attempt RESTART")
    yield* raw(`CREATE OR REPLACE FUNCTION public.host_conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.host_attempt') <= ${times} THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '${state}'; END IF;
      RETURN NULL; END $$`)
    yield* onEachShard(
      "rewards_award",
      (table) => `CREATE OR REPLACE TRIGGER host_conflict BEFORE INSERT ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION public.host_conflict()`
    )
  })

/** Nodes of other partners have counted nothing. */
const attempts = Effect.map(onEachNode("SELECT last_value AS result FROM public.host_attempt"), (rows) =>
  Math.max(...rows.map(({ result }) => Number(result)))
)

/** PostgreSQL can fail a transaction because of a concurrent one. SQLite has one writer. */
export const serialization = (makeClient: MakeClient): void => {
  it.live("deadlocks and serialization failures are retried until the award is written, once", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { award, coins, verify } = yield* shop
        for (const state of ["40P01", "40001"]) {
          yield* conflict(state, 3)
          yield* award("ann")
          assert.equal(yield* attempts, 4)
        }
        assert.equal(yield* coins("ann"), "20")
        assert.deepEqual(yield* verify(), [])
      }),
      freshEngine(makeClient)
    )
  )

  it.live("a lock time-out is reported as retryable after two attempts, and nothing is written", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { award } = yield* shop
        yield* conflict("55P03", 1_000_000)
        const before = yield* dump
        const error = yield* refused("LockTimeout")(award("ann"))
        assert.equal(error.retryable, true)
        assert.match(error.message, /nothing was written, try again$/)
        // The second attempt is made because no other transaction is found to hold a row by then.
        assert.equal(yield* attempts, 2)
        assert.deepEqual(yield* dump, before)
      }),
      freshEngine(makeClient)
    )
  )

  it.effect("a conflict that does not go away is reported as retryable after a few attempts", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { award } = yield* shop
        yield* conflict("40P01", 1_000_000)
        const before = yield* dump
        const caller = yield* Effect.fork(
          refused("TransactionConflict")(award("ann", "signup", { idempotencyKey: "k" }))
        )
        // The test clock advances as fast as the database answers.
        yield* Effect.forkScoped(Effect.forever(Effect.zipRight(turn, TestClock.adjust("100 millis"))))
        const error = yield* Fiber.join(caller)
        assert.equal(error.retryable, true)
        assert.match(error.message, /nothing was written, try again$/)
        assert.ok((yield* attempts) > 3 && (yield* attempts) < 30)
        assert.deepEqual(yield* dump, before)
        yield* conflict("40P01", 0)
        assert.equal((yield* award("ann", "signup", { idempotencyKey: "k" })).replayed, false)
      }),
      freshEngine(makeClient)
    )
  )

  it.live("inside a host's transaction a conflict is not retried, but left to the host", () =>
    Effect.provide(
      Effect.gen(function* () {
        const { award, coins } = yield* shop
        yield* conflict("40001", 1)
        const inside = Effect.gen(function* () {
          yield* refused("TransactionConflict")(award("ann"))
          yield* award("bob")
        })
        yield* (yield* SqlClient.SqlClient).withTransaction(inside)
        assert.deepEqual([yield* coins("ann"), yield* coins("bob")], ["0", "10"])
      }),
      freshEngine(makeClient)
    )
  )
}

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
