import { citus, postgres } from "../../testing/places/postgres.ts"
import { sqlitePlaces } from "../../testing/places/sqlite.ts"
import type { Check, Database } from "../check.ts"
import { runModel } from "../model/run.ts"
import { spawnModel } from "../model/spawn.ts"

const claim = "limits hold and coins add up through random and concurrent histories, as a naive model says"
const rounds = { short: 200, full: 20_000 }
/** A quarter of an hour on PostgreSQL and two cores, beside another part. */
const most = 2500

const placesOf = async (database: Database) => {
  if (database === "sqlite") return sqlitePlaces()
  return [database === "citus" ? citus : postgres]
}

export const model: Check = {
  name: "model",
  claim,
  unit: "seeds",
  rounds,
  most,
  databases: ["sqlite", "postgres", "citus"],
  run: async (run) => runModel(await placesOf(run.database), run)
}

export const modelOnNode: Check = {
  name: "model-node",
  claim: `${claim}, with the SQLite of Node`,
  unit: "seeds",
  rounds,
  most,
  databases: ["sqlite"],
  run: (run) => spawnModel("node", run)
}
