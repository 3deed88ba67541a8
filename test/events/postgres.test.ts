import { layer } from "../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { events } from "./suite.ts"

events("PostgreSQL", async () => layer({ url: await migratedDatabase(), prepare: true }))
