import { layer } from "../../../lib/drivers/postgres.ts"
import { layerSubject } from "../../../lib/entries/testing.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import type { Place } from "../runs.ts"
import { withSimulations } from "../simulations.ts"

/**
 * PostgreSQL otherwise plans a prepared statement anew for its first five runs, and a restart closes connections
 * before.
 */
const planOnce = "options=-c%20plan_cache_mode%3Dforce_generic_plan"

/** Two writers, which PostgreSQL sees as two processes. Statements stay prepared, unlike in most other suites. */
const open = (url: string) => ({
  ...withSimulations(layerSubject(() => layer({ url, prepare: true }), { writers: 2 })),
  concurrency: 4
})

export const postgres: Place = {
  name: "PostgreSQL on Bun, two writers",
  open: async () => open(`${await migratedDatabase()}?${planOnce}`)
}

/** Citus cannot make generic plans. */
export const citus: Place = {
  name: "Citus on Bun, two writers",
  open: async () => open(await migratedDatabase())
}
