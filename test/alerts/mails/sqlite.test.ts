import { freshFile } from "../../support/files.ts"
import { alertMails } from "./suite.ts"

alertMails("SQLite", async () => `sqlite:${await freshFile()}`)
