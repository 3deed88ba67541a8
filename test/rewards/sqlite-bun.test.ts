import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { freshFile } from "../support/files.ts"
import { isWhole } from "../support/sized.ts"
import { conformance } from "./suite.ts"

// `npm run test:release` runs the whole.
conformance("SQLite on Bun", async () => layer({ filename: await freshFile() }), { whole: isWhole })
