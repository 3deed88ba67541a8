import assert from "node:assert/strict"
import { Effect } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { openMigrations } from "../../lib/index.ts"
import { wings } from "../../lib/layers/Accounts.ts"
import { Database } from "../../lib/sql/Database.ts"
import { describe, it as each } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { onlyOnCluster } from "../support/nodes.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { engineOn, newPartner, raw } from "../support/world.ts"

const it = onlyOnCluster(each)

const tables = wings.flatMap((wing) => wing.tables)
const names = (placement: string) =>
  tables
    .filter((table) => table.placement === placement)
    .map(({ name }) => name)
    .toSorted()

/** The tables on the nodes of partners, and on the coordinator. A copy on every node has neither place. */
const placed = async (url: string) => {
  const found = await sqlAt(url)(
    `SELECT c.relname AS name,
       CASE WHEN p.partmethod = 'h' THEN 'partner' WHEN p.partmethod IS NULL THEN 'coordinator' END AS place
     FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
     WHERE c.relkind = 'r' AND c.relname LIKE 'rewards\\_%' AND c.relname <> 'rewards_migration' ORDER BY 1`
  )
  return Object.groupBy(found, ({ place }) => String(place))
}

const assertPlaced = async (url: string): Promise<void> => {
  const found = await placed(url)
  for (const placement of ["partner", "coordinator"])
    assert.deepEqual(
      found[placement]?.map(({ name }) => name),
      names(placement)
    )
}

const migrated = async (database: string, accounts: boolean) => {
  const tables = await openMigrations({ database, accounts })
  await tables.up()
  return tables
}

/** The transactions that were committed on several nodes. Citus deletes their rows later. */
const inTwoPhases = Effect.map(raw("SELECT gid FROM pg_dist_transaction"), (rows) =>
  rows.map(({ gid }) => String(gid))
)

describe("a distributed database", () => {
  it("has every table in its place, all rows of a partner on one node, and foreign keys for triggers", async () => {
    const url = await migratedDatabase()
    await assertPlaced(url)
    const groups = await sqlAt(url)(
      "SELECT DISTINCT colocationid FROM pg_dist_partition WHERE partmethod = 'h'"
    )
    assert.equal(groups.length, 1)
    const triggers = await sqlAt(url)(
      "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'rewards%'"
    )
    assert.deepEqual(triggers, [])
    const keys = await sqlAt(url)(
      "SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f'"
    )
    const placeOf = new Map(tables.map(({ name, placement }) => [name, placement]))
    const expected = tables.flatMap(({ name, placement, references }) =>
      references
        .filter(({ table }) => placeOf.get(table) === placement)
        .map(({ table }) => `${name} ${table}`)
    )
    // The coordinator also has the keys of Citus' own tables.
    const found = keys.filter(({ from }) => placeOf.has(String(from))).map(({ from, to }) => `${from} ${to}`)
    assert.deepEqual(found.toSorted(), expected.toSorted())
  })

  it("is not changed by a second distribution", async () => {
    const tables = await migrated(await migratedDatabase(), true)
    assert.deepEqual((await tables.distribute()).tables, [])
    const { distributed, unreachable } = (await tables.cluster()) ?? assert.fail("Citus was not found")
    assert.deepEqual({ distributed, unreachable }, { distributed: true, unreachable: [] })
    await tables.close()
  })

  it("gets the tables of later migrations in their places", async () => {
    const url = await freshDatabase()
    const core = await migrated(url, false)
    assert.ok((await core.distribute()).tables.includes("rewards_award"))
    await core.close()
    const whole = await migrated(url, true)
    assert.deepEqual((await whole.distribute()).tables, [])
    await whole.close()
    await assertPlaced(url)
    const wrong = await sqlAt(url)(
      `SELECT c.conrelid::regclass::text AS from FROM pg_constraint c
         JOIN pg_dist_partition p ON p.logicalrelid = c.confrelid
       WHERE c.contype = 'f' AND c.conrelid::regclass::text LIKE 'rewards%'
         AND NOT EXISTS (SELECT 1 FROM pg_dist_partition q WHERE q.logicalrelid = c.conrelid)`
    )
    assert.deepEqual(wrong, [], "a table on the coordinator refers to a distributed table")
  })

  it.live("reports why the node of a partner refused a COMMIT, as one server does", () =>
    Effect.gen(function* () {
      const client = layer({ url: yield* Effect.promise(migratedDatabase) })
      const work = Effect.gen(function* () {
        const { partnerId } = yield* newPartner
        const database = yield* Effect.provide(Database, Database.layer)
        const orphan = raw(`INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
          VALUES (UUID '${partnerId}', UUID '${partnerId}', 'nobody', false)`)
        const error = yield* refused("TransactionConflict")(database.transaction(Effect.orDie(orphan)))
        assert.match(error.message, /23503/)
        assert.deepEqual(yield* raw("SELECT 1 FROM rewards_member_id"), [])
      })
      yield* Effect.provide(work, engineOn(client))
    })
  )

  it.live("commits awards and transfers on one node, without two phases", () =>
    Effect.gen(function* () {
      const client = layer({ url: yield* Effect.promise(migratedDatabase) })
      const work = Effect.gen(function* () {
        const { award, onboard, rule, transfer, verify } = yield* newPartner
        yield* rule({ limits: [{ per: "member", period: "day", awards: 5 }] })
        yield* onboard("ann")
        const before = yield* inTwoPhases
        yield* award("ann", "signup", { idempotencyKey: "once", narration: "hello" })
        yield* transfer("ann", 3)
        assert.deepEqual(
          (yield* inTwoPhases).filter((gid) => !before.includes(gid)),
          []
        )
        assert.deepEqual(yield* verify(), [])
      })
      yield* Effect.provide(work, engineOn(client, { backgroundFolds: false }))
    })
  )
})
