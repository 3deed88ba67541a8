import { layer } from "../../../lib/drivers/postgres.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { freshDatabase } from "../../support/postgres.ts"
import { isLong } from "../../support/sized.ts"
import { serialization } from "../suite/serialization.ts"
import { conformance } from "../suite.ts"

conformance("PostgreSQL on Node", async () => layer({ url: await migratedDatabase() }), {
  makeEmpty: async () => layer({ url: await freshDatabase() }),
  others: [serialization],
  // Every suite has run with this driver on Bun, and with the statements of SQLite on Node.
  whole: isLong
})
