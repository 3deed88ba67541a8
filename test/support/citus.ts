// Databases on a Citus cluster, for tests. A database of the cluster is one on each node; Citus finds those of the other nodes by name.
// So a copy of the databases of all nodes is a copy of the whole, which takes a tenth of the time of distributing the tables again.
import { randomBytes } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { addressOf, onServer } from "./onServer.ts"
import type { PostgresServer } from "./postgres.ts"

/** The addresses of the coordinator and the workers. */
export const nodesOf = (url: string): Promise<ReadonlyArray<string>> =>
  onServer(url, async (client) => {
    const { rows } = await client.query("SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid")
    return rows.map(({ nodename, nodeport }) => {
      const address = new URL(url)
      address.hostname = nodename
      address.port = String(nodeport)
      return address.href
    })
  })

/** Makes the databases of this name on all nodes into one cluster. */
const join = async (nodes: ReadonlyArray<string>, name: string): Promise<void> => {
  for (const node of nodes)
    await onServer(addressOf(node, name), (client) => client.query("CREATE EXTENSION citus"))
  const [coordinator = "", ...workers] = nodes
  await onServer(addressOf(coordinator, name), async (client) => {
    const { hostname, port } = new URL(coordinator)
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [hostname, Number(port)])
    for (const worker of workers) {
      const { hostname, port } = new URL(worker)
      await client.query("SELECT citus_add_node($1, $2)", [hostname, Number(port)])
    }
  })
}

/** Closes a database to connections, those of Citus' own daemon included, so that it can be copied. */
const closed = async (nodes: ReadonlyArray<string>, name: string): Promise<void> => {
  for (const node of nodes) {
    await onServer(addressOf(node, "postgres"), async (client) => {
      // Another process of the run may close the same database.
      await client.query("SELECT pg_advisory_lock(1)")
      await client.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
      for (;;) {
        const { rows } = await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
          [name]
        )
        if (rows.length === 0) return
        await setTimeout(20)
      }
    })
  }
}

/** A server whose databases are on all nodes of the cluster with this coordinator. */
export const citusCluster = (url: string): PostgresServer => {
  const made: Array<string> = []
  const templates = new Set<string>()
  const nodes = nodesOf(url)
  const create = async (template = "template1"): Promise<string> => {
    const name = `laurel_${randomBytes(8).toString("hex")}`
    if (template !== "template1" && !templates.has(template)) {
      templates.add(template)
      await closed(await nodes, template)
    }
    await Promise.all(
      (await nodes).map((node) =>
        onServer(addressOf(node, "postgres"), async (client) => {
          await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`)
          // As docs/scaling.md says. A copy does not inherit it.
          await client.query(`ALTER DATABASE "${name}" SET jit = off`)
        })
      )
    )
    made.push(name)
    return name
  }
  const bare = async () => {
    const name = await create()
    await join(await nodes, name)
    return name
  }
  let empty: Promise<string> | undefined
  return {
    freshDatabase: async () => {
      empty ??= bare()
      return addressOf(url, await create(await empty))
    },
    copyDatabase: async (template) => addressOf(url, await create(new URL(template).pathname.slice(1))),
    stop: async () => {
      for (const name of made.splice(0)) {
        for (const node of await nodes) {
          await onServer(addressOf(node, "postgres"), (client) =>
            client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
          )
        }
      }
    }
  }
}
