// Roles for the service, as `laurel roles` makes them. A role belongs to the server and not to a database, so tests drop theirs.
import { openMigrations, type RoleOptions } from "../../lib/index.ts"
import { nodesOf } from "./citus.ts"
import { migratedDatabase } from "./migrated.ts"
import { addressOf, onServer } from "./onServer.ts"

/** The same address with another role. */
export const addressAs = (url: string, role: string): string => {
  const address = new URL(url)
  address.username = role
  return address.href
}

/** A name for a role that no other database uses. */
export const roleFor = (url: string, name: string): string => `${name}_${databaseIn(url)}`

const databaseIn = (url: string): string => new URL(url).pathname.slice(1)

/** Calls `grantRole` of the library on a connection of its own. */
export const grantRole = async (url: string, options: RoleOptions) => {
  const tables = await openMigrations({ database: url, accounts: true })
  return tables.grantRole(options).finally(tables.close)
}

/** The addresses of the database on all nodes; on a plain PostgreSQL it is one. */
export const everyNode = async (url: string): Promise<ReadonlyArray<string>> =>
  process.env.CITUS_URL ? (await nodesOf(url)).map((node) => addressOf(node, databaseIn(url))) : [url]

/** Drops roles on all nodes, with their rights in this database. */
export const dropRoles = async (url: string, ...roles: ReadonlyArray<string>): Promise<void> => {
  for (const node of await everyNode(url)) {
    await onServer(node, async (client) => {
      if (process.env.CITUS_URL) await client.query("SET citus.enable_ddl_propagation TO off")
      for (const role of roles) {
        const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role])
        if (rowCount === 1) await client.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`)
      }
    })
  }
}

/** Databases whose address has a role of the service, and the function that drops these roles. */
export const makeRoleDatabases = () => {
  const made: Array<readonly [url: string, role: string]> = []
  return {
    roleDatabase: async (): Promise<string> => {
      const url = await migratedDatabase()
      const role = roleFor(url, "service")
      made.push([url, role])
      await grantRole(url, { role })
      return addressAs(url, role)
    },
    drop: async (): Promise<void> => {
      for (const [url, role] of made.splice(0)) await dropRoles(url, role)
    }
  }
}
