import { layer } from "../../lib/drivers/postgres.ts"
import { freshDatabase } from "../support/postgres.ts"
import { harness } from "./suite.ts"

// Two writers are two processes as far as the database can tell: only its locks are between them. Every other client keeps
// its statements prepared.
harness("PostgreSQL on Bun, two writers", async () => {
  const url = await freshDatabase()
  let opened = 0
  return { layer: () => layer({ url, prepare: opened++ % 2 === 0 }), writers: 2, concurrency: 4 }
})
