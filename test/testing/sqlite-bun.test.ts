import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { sqlite } from "./places/sqlite.ts"
import { harness } from "./suite.ts"

harness(...sqlite("Bun", layer))
