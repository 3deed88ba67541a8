import { migratedDatabase } from "../support/migrated.ts"
import { webhooks } from "./suite.ts"

webhooks("PostgreSQL", migratedDatabase)
