import { migratedDatabase } from "../support/migrated.ts"
import { basicWebhooks, furtherWebhooks } from "./suite.ts"

basicWebhooks("PostgreSQL", migratedDatabase)
furtherWebhooks("PostgreSQL", migratedDatabase)
