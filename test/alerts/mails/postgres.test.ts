import { migratedDatabase } from "../../support/migrated.ts"
import { alertMails } from "./suite.ts"

alertMails("PostgreSQL", migratedDatabase)
