import { layer } from "../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { spec } from "./suite.ts"
import { tokens } from "./tokens.ts"

spec("PostgreSQL", migratedDatabase)
tokens("PostgreSQL", async () => layer({ url: await migratedDatabase() }))
