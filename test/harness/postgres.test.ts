import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { harness } from "./suite.ts"

// Two writers are two processes as far as the database can tell: only its locks are between them. Their statements stay
// prepared, which the other suites leave out.
harness("PostgreSQL on Bun, two writers", async () => {
  const url = await freshDatabase()
  return { layer: () => layer({ url, prepare: true }), writers: 2, concurrency: 4 }
})
