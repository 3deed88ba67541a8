import { migratedDatabase } from "../../support/migrated.ts"
import { emptiedSides } from "./emptied.ts"
import { farTime } from "./farTime.ts"
import { heldTime } from "./heldTime.ts"
import { testSides } from "./suite.ts"

testSides("PostgreSQL", migratedDatabase)
emptiedSides("PostgreSQL", migratedDatabase)
heldTime("PostgreSQL", migratedDatabase)
farTime("PostgreSQL", migratedDatabase)
