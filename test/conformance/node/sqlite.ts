import { layer } from "../../../lib/drivers/sqlite-node.ts"
import { freshFile } from "../../support/files.ts"
import { conformance } from "../suite.ts"

conformance("SQLite on Node", async () => layer({ filename: await freshFile() }))
