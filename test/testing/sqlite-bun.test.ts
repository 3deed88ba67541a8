import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { harness } from "./suite.ts"

harness("SQLite on Bun, in memory", async () => ({
  layer: () => layer({ filename: ":memory:" }),
  restart: "services",
  // Fewer than for a file: what differs is only that the database ends with the client.
  seeds: 5
}))

harness("SQLite on Bun, in a file that two writers share", async () => {
  const filename = await freshFile()
  return { layer: () => layer({ filename }), writers: 2 }
})
