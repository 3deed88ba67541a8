import { migratedDatabase } from "../support/migrated.ts"
import { csvLists } from "./csvLists.ts"

csvLists("PostgreSQL", migratedDatabase)
