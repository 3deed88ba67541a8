import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { conformance } from "./suite.ts"

conformance("SQLite on Bun", async () => layer({ filename: await freshFile() }))
