import { freshDatabase } from "../../support/postgres.ts"
import { races } from "./suite.ts"
import { inItsOwnProcess } from "./team.ts"

// They also start together on an empty database: that its tables are made once is part of the race.
races("races between processes, on PostgreSQL", async () => {
  const url = await freshDatabase()
  return Promise.all([inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url)])
})
