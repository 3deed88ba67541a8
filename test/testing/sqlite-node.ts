// The short run on Node's SQLite. Run by sqlite-node.test.ts, or alone with `node test/testing/sqlite-node.ts`.
import { layer } from "../../lib/drivers/sqlite-node.ts"
import { sqlite } from "./places/sqlite.ts"
import { harness } from "./suite.ts"

harness(...sqlite("Node", layer))
