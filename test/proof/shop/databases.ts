import { freshFile } from "../../support/files.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { freshDatabase } from "../../support/postgres.ts"
import type { Database } from "../check.ts"

/** The address of an empty database. On a cluster it has the tables already, because they must be distributed. */
export const emptyDatabase = async (database: Database): Promise<string> => {
  if (database === "sqlite") return `sqlite:${await freshFile()}`
  return database === "citus" ? migratedDatabase() : freshDatabase()
}
