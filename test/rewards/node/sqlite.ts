import { layer } from "../../../lib/drivers/sqlite-node.ts"
import { boards } from "../../boards/suite.ts"
import { freshFile } from "../../support/files.ts"
import { conformance } from "../suite.ts"

conformance("SQLite on Node", async () => layer({ filename: await freshFile() }))
boards("Boards of SQLite on Node", async () => layer({ filename: await freshFile() }))
