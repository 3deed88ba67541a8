import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"
import { killed } from "../webhooks/suite/killed.ts"

killed("PostgreSQL", migratedDatabase)
if (isWhole) killed("SQLite", async () => `sqlite:${await freshFile()}`)
