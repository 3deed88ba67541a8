import { migratedDatabase } from "../../support/migrated.ts"
import { testSides } from "./suite.ts"

testSides("PostgreSQL", migratedDatabase)
