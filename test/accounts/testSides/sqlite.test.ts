import { freshFile } from "../../support/files.ts"
import { emptiedSides } from "./emptied.ts"
import { testSides } from "./suite.ts"

const database = async () => `sqlite:${await freshFile()}`

testSides("SQLite", database)
emptiedSides("SQLite", database)
