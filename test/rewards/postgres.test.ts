import { layer } from "../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { freshDatabase } from "../support/postgres.ts"
import { heldRows } from "./suite/fairness.ts"
import { serialization } from "./suite/serialization.ts"
import { stale } from "./suite/stale.ts"
import { conformance } from "./suite.ts"

conformance("PostgreSQL on Bun", async () => layer({ url: await migratedDatabase() }), {
  makeEmpty: async () => layer({ url: await freshDatabase() }),
  others: [serialization, heldRows, stale]
})
