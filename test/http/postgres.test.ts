import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { spec } from "./suite.ts"
import { tokens } from "./tokens.ts"

spec("PostgreSQL", freshDatabase)
tokens("PostgreSQL", async () => layer({ url: await freshDatabase() }))
