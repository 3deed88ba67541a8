import { layer } from "../../../lib/drivers/postgres.ts"
import { freshDatabase } from "../../support/postgres.ts"
import type { Place } from "../runs.ts"

/** PostgreSQL otherwise plans a prepared statement anew for its first five runs; a restart closes connections sooner. */
const planOnce = "options=-c%20plan_cache_mode%3Dforce_generic_plan"

/** Two writers are two processes as far as the database can tell. Statements stay prepared, unlike in most other suites. */
export const postgres: Place = {
  name: "PostgreSQL on Bun, two writers",
  open: async () => {
    const url = `${await freshDatabase()}?${planOnce}`
    return { layer: () => layer({ url, prepare: true }), writers: 2, concurrency: 4 }
  }
}
