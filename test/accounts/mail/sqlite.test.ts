import { layer } from "../../../lib/drivers/sqlite-bun.ts"
import { describe } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { failingDatabase } from "./suite/failingDatabase.ts"
import { mail } from "./suite.ts"

const makeClient = async () => layer({ filename: await freshFile() })

mail("SQLite", makeClient)
describe("mail on SQLite", () => failingDatabase(makeClient))
