import { layer } from "../../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { mail } from "./suite.ts"

mail("PostgreSQL", async () => layer({ url: await migratedDatabase() }))
