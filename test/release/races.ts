import { races } from "../rewards/races/suite.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { freshFile } from "../support/files.ts"

races("races between processes, on one SQLite file", async () => {
  const url = `sqlite:${await freshFile()}`
  return Promise.all([inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url)])
})
