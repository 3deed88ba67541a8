// What is due shows in every answer as if it had been written: with more random commands than `npm test` runs.
import { layer as postgres } from "../../lib/drivers/postgres.ts"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { sameAnswers } from "../rewards/suite/unswept.ts"
import { describe } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { sized } from "../support/sized.ts"

const runs = sized("UNSWEPT_RUNS", { short: 6, long: 200 })

describe("SQLite", () => sameAnswers(async () => sqlite({ filename: await freshFile() }), runs))
describe("PostgreSQL", () => sameAnswers(async () => postgres({ url: await migratedDatabase() }), runs))
