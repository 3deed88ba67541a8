import { onNode } from "../support/onNode.ts"
import { freshDatabase } from "../support/postgres.ts"

await onNode("SQLite on Node", new URL("../rewards/node/sqlite.ts", import.meta.url), { TEST_WHOLE: "1" })

// Uses the server that this process started or was given.
await onNode("PostgreSQL on Node", new URL("../rewards/node/postgres.ts", import.meta.url), {
  TEST_DATABASE_URL: await freshDatabase()
})
