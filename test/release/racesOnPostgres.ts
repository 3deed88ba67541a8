import { races } from "../rewards/races/suite.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { migratedDatabase } from "../support/migrated.ts"

races("races between processes, on PostgreSQL", async () => {
  const url = await migratedDatabase()
  return Promise.all([inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url)])
})
