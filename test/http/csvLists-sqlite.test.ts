import { freshFile } from "../support/files.ts"
import { csvLists } from "./csvLists.ts"

csvLists("SQLite", async () => `sqlite:${await freshFile()}`)
