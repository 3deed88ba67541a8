import { layer } from "../../lib/drivers/sqlite-node.ts"
import { suite } from "./sqlite.ts"

suite("SQLite on Node", layer)
