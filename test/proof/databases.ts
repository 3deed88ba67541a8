import { startOwnPostgres } from "../support/postgres.ts"
import type { Database } from "./check.ts"
import { emptyDatabase } from "./shop/databases.ts"

export { emptyDatabase }

export const databases: ReadonlyArray<Database> = ["sqlite", "postgres"]

/**
 * Uses an empty database that is kept as a partner's is, for checks that measure: PostgreSQL waits for the disk at each commit,
 * and vacuums and analyzes its tables. The server of the other checks does neither.
 */
export const onKeptDatabase = async <A>(
  database: Database,
  use: (address: string) => Promise<A>
): Promise<A> => {
  if (database === "sqlite") return use(await emptyDatabase(database))
  const server = await startOwnPostgres({ durable: true })
  try {
    return await use(await server.freshDatabase())
  } finally {
    await server.stop()
  }
}
