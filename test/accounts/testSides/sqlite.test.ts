import { freshFile } from "../../support/files.ts"
import { testSides } from "./suite.ts"

testSides("SQLite", async () => `sqlite:${await freshFile()}`)
