import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"
import { boardsOfProcesses } from "./suite/processes.ts"

boardsOfProcesses("PostgreSQL", migratedDatabase)
if (isWhole) boardsOfProcesses("SQLite", async () => `sqlite:${await freshFile()}`)
