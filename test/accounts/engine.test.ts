// Tests that need direct access to the engine: lock order, and the statements that it runs.
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { directoryPlans } from "./suite/directoryPlans.ts"
import { grantLocks, grantWork } from "./suite/grantWork.ts"
import { linkRaces } from "./suite/linkRaces.ts"
import { userLocks } from "./suite/userLocks.ts"
import { userWork } from "./suite/userWork.ts"

const databases: ReadonlyArray<readonly [name: string, database: () => Promise<string>]> = [
  ["SQLite", async () => `sqlite:${await freshFile()}`],
  ["PostgreSQL", migratedDatabase]
]

for (const [name, database] of databases) {
  linkRaces(name, database)
  directoryPlans(name, database)
  userWork(name, database)
  grantWork(name, database)
}
userLocks(migratedDatabase)
grantLocks(migratedDatabase)
