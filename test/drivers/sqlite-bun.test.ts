import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { suite } from "./sqlite.ts"

suite("SQLite on Bun", layer)
