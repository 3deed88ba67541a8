import { migratedDatabase } from "../../support/migrated.ts"
import { races } from "./suite.ts"
import { inItsOwnProcess } from "./team.ts"

races("races between processes, on PostgreSQL", async () => {
  const url = await migratedDatabase()
  return Promise.all([inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url)])
})
