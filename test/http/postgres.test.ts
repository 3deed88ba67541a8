import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { spec } from "./spec.ts"
import { tokens } from "./tokens.ts"

spec("PostgreSQL", freshDatabase)
tokens("PostgreSQL", async () => layer({ url: await freshDatabase() }))
