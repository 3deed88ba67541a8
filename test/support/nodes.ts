// PostgreSQL databases of a test run are on one server, or distributed over the nodes of the Citus cluster at `CITUS_URL`.
import type { Tests } from "./effect.ts"

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

/** Tests of what only a cluster has. */
export const onlyOnCluster = <R>(it: Tests<R>): Tests<R> =>
  where(distributed, it, "on Citus alone: npm run test:citus")

/** The activity of all connections: of all nodes on a cluster, since a statement waits for a lock on the node of its rows. */
export const activity = distributed ? "citus_stat_activity" : "pg_stat_activity"
