import { layer } from "../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { boards } from "./suite.ts"

boards("PostgreSQL", async () => layer({ url: await migratedDatabase(), prepare: true }))
