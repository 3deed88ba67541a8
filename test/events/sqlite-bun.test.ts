import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { events } from "./suite.ts"

events("SQLite", async () => layer({ filename: await freshFile() }))
