import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { spec } from "./suite.ts"
import { tokens } from "./tokens.ts"

spec("SQLite", async () => `sqlite:${await freshFile()}`)
tokens("SQLite", async () => layer({ filename: await freshFile() }))
