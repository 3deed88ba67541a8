import { freshFile } from "../support/files.ts"
import { identity } from "./suite.ts"

identity("SQLite", async () => `sqlite:${await freshFile()}`)
