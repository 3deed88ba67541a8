import { freshFile } from "../../support/files.ts"
import { emptiedSides } from "./emptied.ts"
import { farTime } from "./farTime.ts"
import { heldTime } from "./heldTime.ts"
import { testSides } from "./suite.ts"

const database = async () => `sqlite:${await freshFile()}`

testSides("SQLite", database)
emptiedSides("SQLite", database)
heldTime("SQLite", database)
farTime("SQLite", database)
