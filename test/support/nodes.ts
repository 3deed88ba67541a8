// PostgreSQL databases of a test run are on one server, or distributed over the nodes of the Citus cluster at `CITUS_URL`.
import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Tests } from "./effect.ts"
import { raw } from "./world.ts"

/** Whether they are distributed. */
export const distributed = Boolean(process.env.CITUS_URL)

/** The same tests, each reported as skipped with the reason unless the condition holds. */
const where = <R>(holds: boolean, it: Tests<R>, reason: string): Tests<R> => {
  if (holds) return it
  const skip = (name: string) => it.skip(`${name} (${reason})`)
  return Object.assign(skip, { skip, live: skip, effect: skip })
}

/** Tests of what only one node has, such as triggers. */
export const onlyOnOneNode = <R>(it: Tests<R>, reason: string): Tests<R> =>
  where(!distributed, it, `not on Citus: ${reason}`)

/** Tests of what the triggers of tables refuse. */
export const withTriggers = <R>(it: Tests<R>): Tests<R> =>
  onlyOnOneNode(it, "tables have no triggers there, and a role without UPDATE and DELETE instead")

/** Tests of what only a cluster has. */
export const onlyOnCluster = <R>(it: Tests<R>): Tests<R> =>
  where(distributed, it, "on Citus alone: npm run test:citus")

/** The activity of all connections: of all nodes on a cluster, since a statement waits for a lock on the node of its rows. */
export const activity = distributed ? "citus_stat_activity" : "pg_stat_activity"

/** The results of a command on each node, of which all must succeed. */
const succeeded = (text: string) =>
  Effect.map(raw(text), (rows) => {
    for (const { result, success } of rows) assert.equal(success, true, String(result))
    return rows
  })

/** Runs a command on the server, or on every node. Rows have a column `result`. */
export const onEachNode = (command: string) =>
  distributed
    ? succeeded(`SELECT success, result FROM run_command_on_all_nodes($node$${command}$node$)`)
    : raw(command)

/** Runs a command for a table, or for each of its shards on their nodes. */
export const onEachShard = (table: string, command: (table: string) => string) =>
  distributed
    ? succeeded(
        `SELECT success, result FROM run_command_on_shards('${table}', $shard$${command("%s")}$shard$)`
      )
    : raw(command(table))
