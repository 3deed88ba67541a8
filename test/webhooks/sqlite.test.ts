import { freshFile } from "../support/files.ts"
import { isWhole } from "../support/sized.ts"
import { basicWebhooks, furtherWebhooks } from "./suite.ts"

const makeUrl = async () => `sqlite:${await freshFile()}`

basicWebhooks("SQLite", makeUrl)
if (isWhole) furtherWebhooks("SQLite", makeUrl)
