import { migratedDatabase } from "../../support/migrated.ts"
import { races } from "./suite.ts"
import { inThisProcess } from "./team.ts"

races("races between connections of one process, on PostgreSQL", async () => {
  const url = await migratedDatabase()
  return Promise.all([inThisProcess(url), inThisProcess(url), inThisProcess(url), inThisProcess(url)])
})
