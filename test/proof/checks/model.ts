import { postgres } from "../../testing/places/postgres.ts"
import { sqlitePlaces } from "../../testing/places/sqlite.ts"
import type { Check } from "../check.ts"
import { databases } from "../databases.ts"
import { runModel } from "../model/run.ts"
import { spawnModel } from "../model/spawn.ts"

const claim = "limits hold and coins add up through random and concurrent histories, as a naive model says"
const rounds = { short: 200, full: 20_000 }
/** A quarter of an hour on PostgreSQL and two cores, beside another part. */
const most = 2500

export const model: Check = {
  name: "model",
  claim,
  unit: "seeds",
  rounds,
  most,
  databases,
  run: async (run) => runModel(run.database === "postgres" ? [postgres] : await sqlitePlaces(), run)
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
