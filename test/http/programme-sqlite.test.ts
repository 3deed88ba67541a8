import { freshFile } from "../support/files.ts"
import { programme } from "./programme.ts"

programme("SQLite", async () => `sqlite:${await freshFile()}`)
