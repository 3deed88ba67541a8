// The same on Node, in a process of its own. Prints a line for every sequence that is done, and the report at the end.
import { layer } from "../../../lib/drivers/sqlite-node.ts"
import { sqlite } from "../../testing/places/sqlite.ts"
import { runModel, sqlitePlace } from "./run.ts"

const [seed = "0", seeds = "0", form = "full"] = process.argv.slice(2)
const size = form === "short" ? "short" : "full"
const report = await runModel(sqlitePlace(sqlite("Node", layer), size), {
  form: size,
  seed: Number(seed),
  rounds: Number(seeds),
  progress: (done) => console.log(done)
})
console.log(JSON.stringify({ sequences: report.sequences, commands: report.commands }))
