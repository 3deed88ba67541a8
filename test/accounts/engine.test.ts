// What only an engine of the test's own can show: who waits for whom, and what work is done.
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { linkRaces } from "./suite/linkRaces.ts"
import { userWork } from "./suite/userWork.ts"

const databases: ReadonlyArray<readonly [name: string, database: () => Promise<string>]> = [
  ["SQLite", async () => `sqlite:${await freshFile()}`],
  ["PostgreSQL", migratedDatabase]
]

for (const [name, database] of databases) {
  linkRaces(name, database)
  userWork(name, database)
}
