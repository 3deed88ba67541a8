import { layer } from "../../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../../support/files.ts"
import { mail } from "./suite.ts"

mail("SQLite", async () => layer({ filename: await freshFile() }))
