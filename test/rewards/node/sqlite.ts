import { layer } from "../../../lib/drivers/sqlite-node.ts"
import { boards } from "../../boards/suite.ts"
import { freshFile } from "../../support/files.ts"
import { conformance } from "../suite.ts"

const makeClient = async () => layer({ filename: await freshFile() })

conformance("SQLite on Node", makeClient)
boards("Boards of SQLite on Node", makeClient)
