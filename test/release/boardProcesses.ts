import { boardsOfProcesses } from "../boards/suite/processes.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"

boardsOfProcesses("PostgreSQL", migratedDatabase)
if (isWhole) boardsOfProcesses("SQLite", async () => `sqlite:${await freshFile()}`)
