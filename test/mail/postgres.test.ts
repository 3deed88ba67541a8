import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { mail } from "./suite.ts"

mail("PostgreSQL", async () => layer({ url: await freshDatabase() }))
