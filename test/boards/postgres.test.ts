import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { boards } from "./suite.ts"

boards("PostgreSQL", async () => layer({ url: await freshDatabase() }))
