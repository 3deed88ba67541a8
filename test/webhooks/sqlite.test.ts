import { freshFile } from "../support/files.ts"
import { webhooks } from "./suite.ts"

webhooks("SQLite", async () => `sqlite:${await freshFile()}`)
