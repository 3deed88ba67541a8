import { Effect, Schema } from "effect"
import { explainedError } from "../schema/Input.ts"
import { Database } from "./Database.ts"
import { partnerTable } from "./Dialect.ts"
import { sqlName } from "./Row.ts"
import { statement } from "./Statement.ts"
import { foreignKey, type Placed } from "./Table.ts"

/**
 * Distributes tables over the nodes of a Citus cluster: see `Placement`. Distributed tables cannot have triggers. Foreign keys replace
 * the triggers that check references. A role without the rights UPDATE and DELETE replaces the triggers that keep tables append-only.
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

/** Finds the tables that are distributed by partner. */
const findPlaced = statement({
  input: { name: "text" },
  output: name,
  sql: `SELECT input.name FROM input JOIN pg_dist_partition p ON p.logicalrelid = to_regclass(input.name)
    WHERE p.partmethod = 'h'`
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

const place = ({ key, name }: Placed): string =>
  `SELECT create_distributed_table('${name}', '${sqlName(key[0] ?? "")}'${
    name === partnerTable ? "" : `, colocate_with => '${partnerTable}'`
  })`

/** Distributes the tables of the placement `partner` that are not distributed yet. Returns their names. */
export const placeTables = Effect.fn("Distribution.placeTables")(function* (tables: ReadonlyArray<Placed>) {
  const database = yield* Database
  const placed = new Set((yield* database.run(findPlaced, tables)).map(({ name }) => name))
  const pending = tables.filter(({ name, placement }) => placement === "partner" && !placed.has(name))
  // Tables on the coordinator lose their references to distributed tables.
  const affected = [...pending, ...tables.filter(({ placement }) => placement === "coordinator")]
  const run = (texts: ReadonlyArray<string>) => Effect.forEach(texts, database.define, { discard: true })
  yield* database.patientTransaction(
    Effect.gen(function* () {
      yield* database.define("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
      const triggers = yield* database.run(findTriggers, pending)
      yield* run(triggers.map((row) => `DROP TRIGGER ${row.trigger} ON ${row.name}`))
      yield* run(Array.from(new Set(triggers.map((row) => `DROP FUNCTION ${row.function}`))))
      const keys = yield* database.run(findForeignKeys, affected)
      yield* run(keys.map((row) => `ALTER TABLE ${row.name} DROP CONSTRAINT ${row.constraint}`))
      yield* run(pending.map(place))
      const referred = new Set(affected.flatMap(({ references }) => references.map(({ table }) => table)))
      const distributed = new Set(
        (yield* database.run(
          findPlaced,
          Array.from(referred, (name) => ({ name }))
        )).map((row) => row.name)
      )
      // PostgreSQL can check a reference only if the row that it refers to is on the same node.
      const canRefer = (from: Placed, to: string): boolean =>
        (from.placement === "partner") === distributed.has(to)
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

/** The nodes of the cluster that hold data, and the tables that `distribute` has newly distributed. */
export interface Distributed {
  readonly nodes: ReadonlyArray<string>
  readonly tables: ReadonlyArray<string>
}

/** Checks that the database can be distributed, and calls `placeTables`. */
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

/** Returns the version of Citus in the database, and whether the tables are distributed; undefined without Citus. */
export const findCluster = Effect.fn("Distribution.findCluster")(function* () {
  const database = yield* Database
  if (database.dialect.name !== "postgres") return undefined
  const [citus] = yield* database.run(findCitus, [{}])
  return citus && { citus: citus.name, distributed: database.dialect.distributed }
})

const findUnreachable = statement({
  input: {},
  output: name,
  sql: `SELECT nodename || ':' || nodeport AS name FROM pg_dist_node
    WHERE noderole = 'primary' AND isactive AND citus_check_connection_to_node(nodename, nodeport) IS NOT TRUE ORDER BY 1`
})

export interface Cluster {
  readonly citus: string
  readonly distributed: boolean
  readonly unreachable: ReadonlyArray<string>
}

/** Like `findCluster`, but also lists the nodes that the coordinator cannot reach with the role of this connection. */
export const clusterInfo = Effect.fn("Distribution.clusterInfo")(function* () {
  const database = yield* Database
  const cluster = yield* findCluster()
  if (cluster === undefined) return undefined
  const unreachable = (yield* database.run(findUnreachable, [{}])).map((node) => node.name)
  return { ...cluster, unreachable } satisfies Cluster
})
