// What `npm test` runs on PostgreSQL alone, on one SQLite file: processes that are killed, most of the webhooks, and the whole engine.
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { boardsOfProcesses } from "../boards/suite/processes.ts"
import { eventsOfProcesses } from "../events/suite/processes.ts"
import { conformance } from "../rewards/suite.ts"
import { freshFile } from "../support/files.ts"
import { killed } from "../webhooks/suite/killed.ts"
import { furtherWebhooks } from "../webhooks/suite.ts"

const makeUrl = async () => `sqlite:${await freshFile()}`

conformance("SQLite on Bun", async () => layer({ filename: await freshFile() }))
boardsOfProcesses("SQLite", makeUrl)
eventsOfProcesses("SQLite", makeUrl)
killed("SQLite", makeUrl)
furtherWebhooks("SQLite", makeUrl)
