import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { harness } from "./suite.ts"

/** A restart ends connections long before the server, by itself, would stop planning a prepared statement anew. */
const planOnce = "options=-c%20plan_cache_mode%3Dforce_generic_plan"

// Two writers are two processes as far as the database can tell: only its locks are between them. Their statements stay
// prepared, which most other suites leave out.
harness("PostgreSQL on Bun, two writers", async () => {
  const url = `${await freshDatabase()}?${planOnce}`
  return { layer: () => layer({ url, prepare: true }), writers: 2, concurrency: 4 }
})
