import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { boards } from "./suite.ts"

boards("SQLite", async () => layer({ filename: await freshFile() }))
