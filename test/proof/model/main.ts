// The model on the SQLite of the runtime that runs this file. Prints how many sequences are done, and the figures at the end.
import { sqlitePlaces } from "../../testing/places/sqlite.ts"
import { runModel } from "./run.ts"

const [seed = "0", rounds = "0", form = "full"] = process.argv.slice(2)
const figures = await runModel(await sqlitePlaces(), {
  form: form === "short" ? "short" : "full",
  seed: Number(seed),
  rounds: Number(rounds),
  progress: (done) => console.log(done)
})
console.log(JSON.stringify(figures))
