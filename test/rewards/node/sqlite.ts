import { layer } from "../../../lib/drivers/sqlite-node.ts"
import { boards } from "../../boards/suite.ts"
import { freshFile } from "../../support/files.ts"
import { isWhole } from "../../support/sized.ts"
import { conformance } from "../suite.ts"

const makeClient = async () => layer({ filename: await freshFile() })

// The suites that are left out run on Bun with the same statements, before a release here, and the short proof compares both drivers.
conformance("SQLite on Node", makeClient, { whole: isWhole })
if (isWhole) boards("Boards of SQLite on Node", makeClient)
