import { Effect, Schema } from "effect"
import { explainedError } from "../schema/Input.ts"
import { Database } from "./Database.ts"
import { partnerTable } from "./Dialect.ts"
import { sqlName } from "./Row.ts"
import { statement } from "./Statement.ts"
import { foreignKey, type Placed } from "./Table.ts"

/**
 * Distributes the tables over the nodes of a Citus cluster. All rows of a partner are on one node. Distributed tables cannot have
 * triggers. Foreign keys replace the triggers that check references. A role without the rights UPDATE and DELETE replaces the triggers
 * that keep tables append-only.
 */

/** The database cannot be distributed as it is. */
export class CannotDistribute extends explainedError<CannotDistribute>()("CannotDistribute", {
  fields: { reason: Schema.String },
  cause: "The database cannot be distributed as it is.",
  fix: "Do what the message says, and run the command again.",
  message: ({ reason }) => reason
}) {}

const name = Schema.Struct({ name: Schema.String })

const findCitus = statement({
  input: {},
  output: name,
  sql: "SELECT extversion AS name FROM pg_extension WHERE extname = 'citus'"
})

const findTables = statement({
  input: { name: "text" },
  output: name,
  sql: "SELECT input.name FROM input WHERE to_regclass(input.name) IS NOT NULL"
})

const findNodes = statement({
  input: {},
  output: name,
  sql: `SELECT nodename || ':' || nodeport AS name FROM pg_dist_node
    WHERE noderole = 'primary' AND isactive AND shouldhaveshards ORDER BY 1`
})

/** Finds the tables that are on all nodes (`everywhere`), or distributed by partner. */
const findPlaced = statement({
  input: { name: "text" },
  output: Schema.Struct({ name: Schema.String, everywhere: Schema.Boolean }),
  sql: `SELECT input.name, p.partmethod = 'n' AS everywhere
    FROM input JOIN pg_dist_partition p ON p.logicalrelid = to_regclass(input.name)
    WHERE p.partmethod <> 'n' OR p.repmodel = 't'`
})

const findTriggers = statement({
  input: { name: "text" },
  output: Schema.Struct({ name: Schema.String, trigger: Schema.String, function: Schema.String }),
  sql: `SELECT input.name, t.tgname AS trigger, t.tgfoid::regprocedure::text AS function
    FROM input JOIN pg_trigger t ON t.tgrelid = to_regclass(input.name) WHERE NOT t.tgisinternal`
})

const findForeignKeys = statement({
  input: { name: "text" },
  output: Schema.Struct({ name: Schema.String, constraint: Schema.String }),
  sql: `SELECT input.name, c.conname AS constraint FROM input
    JOIN pg_constraint c ON c.conrelid = to_regclass(input.name) AND c.contype = 'f'`
})

const place = ({ key, name, placement }: Placed): string =>
  placement === "everywhere"
    ? `SELECT create_reference_table('${name}')`
    : `SELECT create_distributed_table('${name}', '${sqlName(key[0] ?? "")}'${
        name === partnerTable ? "" : `, colocate_with => '${partnerTable}'`
      })`

/** Distributes the tables that are not distributed yet, and returns their names. Skips tables for the coordinator. */
export const placeTables = Effect.fn("Distribution.placeTables")(function* (tables: ReadonlyArray<Placed>) {
  const database = yield* Database
  const placed = new Set((yield* database.run(findPlaced, tables)).map(({ name }) => name))
  const pending = tables.filter(({ name, placement }) => placement !== "coordinator" && !placed.has(name))
  if (pending.length === 0) return []
  // When the partner table is distributed, tables on the coordinator also lose their references to distributed tables.
  const affected = pending.some(({ name }) => name === partnerTable) ? tables : pending
  const run = (texts: ReadonlyArray<string>) => Effect.forEach(texts, database.define, { discard: true })
  yield* database.patientTransaction(
    Effect.gen(function* () {
      yield* database.define("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
      const triggers = yield* database.run(findTriggers, affected)
      yield* run(triggers.map((row) => `DROP TRIGGER ${row.trigger} ON ${row.name}`))
      yield* run(Array.from(new Set(triggers.map((row) => `DROP FUNCTION ${row.function}`))))
      const keys = yield* database.run(findForeignKeys, affected)
      yield* run(keys.map((row) => `ALTER TABLE ${row.name} DROP CONSTRAINT ${row.constraint}`))
      yield* run(pending.map(place))
      const referred = new Set(affected.flatMap(({ references }) => references.map(({ table }) => table)))
      const everywhere = new Map(
        (yield* database.run(
          findPlaced,
          Array.from(referred, (name) => ({ name }))
        )).map((row) => [row.name, row.everywhere])
      )
      // Citus can check a reference if the row that it refers to is on the same node.
      const canRefer = (from: Placed, to: string): boolean =>
        everywhere.get(to) === true || (from.placement === "partner" && everywhere.has(to))
      yield* run(
        affected.flatMap((table) =>
          table.references
            .filter((each) => canRefer(table, each.table))
            .map((each) => `ALTER TABLE ${table.name} ADD ${foreignKey(each)}`)
        )
      )
    })
  )
  return pending.map(({ name }) => name)
})

/** The nodes of the cluster that hold data, and the tables that this call has distributed. */
export interface Distributed {
  readonly nodes: ReadonlyArray<string>
  readonly tables: ReadonlyArray<string>
}

/** Distributes the tables that are not distributed yet. */
export const distribute = Effect.fn("Distribution.distribute")(function* (tables: ReadonlyArray<Placed>) {
  const database = yield* Database
  const refuse = (reason: string) => new CannotDistribute({ reason })
  if (database.dialect.name !== "postgres") {
    return yield* refuse("only PostgreSQL with Citus can be distributed: this is SQLite")
  }
  if ((yield* database.run(findCitus, [{}])).length === 0) {
    return yield* refuse(
      "Citus is not installed in this database: run CREATE EXTENSION citus on every node first"
    )
  }
  const nodes = (yield* database.run(findNodes, [{}])).map((row) => row.name)
  if (nodes.length === 0) {
    return yield* refuse("the cluster has no node for data: add workers with citus_add_node first")
  }
  if ((yield* database.run(findTables, tables)).length < tables.length) {
    return yield* refuse('the database does not have all tables: run "laurel migrate up" first')
  }
  const distributed: Distributed = { nodes, tables: yield* placeTables(tables) }
  return distributed
})

/** The version of Citus in the database, and whether the tables are distributed; undefined without Citus. */
export const clusterInfo = Effect.fn("Distribution.clusterInfo")(function* () {
  const database = yield* Database
  if (database.dialect.name !== "postgres") return undefined
  const [citus] = yield* database.run(findCitus, [{}])
  return citus && { citus: citus.name, distributed: database.dialect.distributed }
})
