import { migratedDatabase } from "../support/migrated.ts"
import { programme } from "./programme.ts"

programme("PostgreSQL", migratedDatabase)
