import { freshFile } from "../../support/files.ts"
import { races } from "./suite.ts"
import { inItsOwnProcess } from "./team.ts"

races("races between processes, on one SQLite file", async () => {
  const url = `sqlite:${await freshFile()}`
  return Promise.all([inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url), inItsOwnProcess(url)])
})
