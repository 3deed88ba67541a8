import { freshFile } from "../support/files.ts"
import { freshDatabase } from "../support/postgres.ts"
import type { Database } from "./check.ts"

export const databases: ReadonlyArray<Database> = ["sqlite", "postgres"]

/** The address of an empty database. */
export const emptyDatabase = async (database: Database): Promise<string> =>
  database === "sqlite" ? `sqlite:${await freshFile()}` : freshDatabase()
