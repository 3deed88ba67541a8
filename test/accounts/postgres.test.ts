import { migratedDatabase } from "../support/migrated.ts"
import { identity } from "./suite.ts"

identity("PostgreSQL", migratedDatabase)
