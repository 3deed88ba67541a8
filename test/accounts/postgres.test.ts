import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"
import { identity } from "./suite.ts"

identity("PostgreSQL", migratedDatabase, { whole: isWhole })
