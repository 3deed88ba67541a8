import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { Rewards } from "../../../lib/index.ts"
import { migrations as core } from "../../../lib/rewards/migrations.ts"
import { Database } from "../../../lib/sql/Database.ts"
import * as Migrations from "../../../lib/sql/Migrations.ts"
import { dump } from "../../support/dump.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { engineOn, freshEngine, type MakeClient, newPartner, onPostgres, raw } from "../../support/world.ts"

/** Without the objects of extensions, such as Citus. */
const objectsOnPostgres = `
  SELECT name FROM (
    SELECT oid, relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    UNION ALL SELECT oid, proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL SELECT t.oid, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace <> 'pg_catalog'::regnamespace
  ) o WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`

export const migrations = (makeClient: MakeClient): void => {
  it.live("starting a second time changes nothing", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const first = Effect.gen(function* () {
        const { rule, onboard, award } = yield* newPartner
        yield* rule()
        yield* onboard("ann")
        yield* award("ann")
        return yield* dump
      })
      const before = yield* Effect.provide(first, engineOn(client))
      assert.deepEqual(yield* Effect.provide(dump, engineOn(client)), before)
    })
  )

  it.live("several engines can start concurrently on an empty database", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      yield* Effect.all(
        Array.from({ length: 6 }, () => Effect.provide(newPartner, Layer.fresh(engineOn(client)))),
        { concurrency: "unbounded" }
      )
      const names = Effect.map(raw("SELECT wing, id FROM rewards_migration ORDER BY wing, id"), (rows) =>
        rows.map(({ wing, id }) => `${wing} ${id}`)
      )
      const alone = yield* Effect.provide(names, freshEngine(makeClient))
      assert.ok(alone.length > 0)
      assert.deepEqual(yield* Effect.provide(names, client), alone)
      assert.equal((yield* Effect.provide(dump, client)).rewards_partner?.length, 6)
    })
  )

  it.live("a database of a newer version is refused, and left as it is", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const advance = raw(
        "INSERT INTO rewards_migration (wing, id, name, applied_at) VALUES ('rewards', 999, 'later', '2030-01-01T00:00:00.000Z')"
      )
      yield* Effect.provide(advance, engineOn(client))
      const before = yield* Effect.provide(dump, client)
      const start = Effect.scoped(Layer.build(Rewards.layer())).pipe(Effect.provide(Layer.orDie(client)))
      const error = yield* refused("DatabaseTooNew")(start)
      assert.equal(error.wing, "rewards")
      assert.equal(error.found, 999)
      assert.ok(error.known < 999)
      assert.match(error.message, /use the newer version/)
      assert.deepEqual(yield* Effect.provide(dump, client), before)
    })
  )

  it.live("a breaking migration is recorded as such, for the versions that do not know it", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const up = () => ["CREATE TABLE rewards_later (id INTEGER NOT NULL)"]
      const later = [
        { id: 998, name: "one", up },
        { id: 999, name: "two", breaking: true as const, up: () => [] }
      ]
      const upgrade = Migrations.migrate({ ...core, migrations: [...core.migrations, ...later] })
      const names = raw("SELECT name FROM rewards_migration WHERE id > 900 ORDER BY id")
      const found = Effect.zipRight(Effect.provide(upgrade, Database.layer), names)
      assert.deepEqual(
        yield* Effect.provide(found, Layer.orDie(Layer.provideMerge(engineOn(client), client))),
        [{ name: "one" }, { name: "breaking: two" }]
      )
    })
  )

  it.live("without accounts only the tables of the core, the boards and the events exist", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const tables = Effect.map(dump, (rows) => Object.keys(rows).toSorted())
      const found = yield* Effect.provide(tables, Layer.provideMerge(Rewards.layer(), client))
      assert.deepEqual(found, [
        "rewards_account",
        "rewards_activity",
        "rewards_activity_count",
        "rewards_adjustment",
        "rewards_approval_decision",
        "rewards_approval_request",
        "rewards_attribute",
        "rewards_award",
        "rewards_condition",
        "rewards_day",
        "rewards_erased_id",
        "rewards_erasure",
        "rewards_event",
        "rewards_feed",
        "rewards_fold",
        "rewards_idempotency",
        "rewards_lot",
        "rewards_lot_entry",
        "rewards_member",
        "rewards_member_id",
        "rewards_migration",
        "rewards_orderer",
        "rewards_partner",
        "rewards_pending",
        "rewards_pending_event",
        "rewards_refusal",
        "rewards_reversal",
        "rewards_rule",
        "rewards_rule_day",
        "rewards_rule_rate",
        "rewards_rung",
        "rewards_score",
        "rewards_tally",
        "rewards_text",
        "rewards_transfer",
        "rewards_window"
      ])
    })
  )

  it.live("accounts can be added to a database that was created without them", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const before = yield* Effect.provide(newPartner, Layer.provideMerge(Rewards.layer(), client))
      const after = yield* Effect.provide(dump, engineOn(client))
      assert.deepEqual(after.rewards_partner?.length, 1)
      assert.deepEqual(after.rewards_person, [])
      assert.ok(before.partnerId)
    })
  )

  it.live("everything in the host's database has the library's prefix", () =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(makeClient)
      const names = Effect.gen(function* () {
        const text = (yield* onPostgres) ? objectsOnPostgres : "SELECT name FROM sqlite_master"
        return (yield* raw(text)).map(({ name }) => String(name))
      })
      const found = yield* Effect.provide(names, engineOn(client))
      assert.ok(found.includes("rewards_transfer"))
      assert.deepEqual(
        found.filter((name) => !/^(sqlite_autoindex_)?rewards_/.test(name)),
        []
      )
    })
  )
}
