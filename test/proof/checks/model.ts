import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { findNode } from "../../support/runtimes.ts"
import { postgres } from "../../testing/places/postgres.ts"
import { sqlite } from "../../testing/places/sqlite.ts"
import type { Check, Run } from "../check.ts"
import { databases } from "../databases.ts"
import { runModel, sqlitePlace } from "../model/run.ts"

const claim = "limits hold and coins add up through random and concurrent histories, as a naive model says"
const rounds = { short: 200, full: 20_000 }
/** A quarter of an hour on PostgreSQL and two cores, beside another part. */
const most = 2500

const placeOf = async ({ database, form }: Run) => {
  if (database === "postgres") return postgres
  const { layer } = await import("../../../lib/drivers/sqlite-bun.ts")
  return sqlitePlace(sqlite("Bun", layer), form)
}

export const model: Check = {
  name: "model",
  claim,
  unit: "seeds",
  rounds,
  most,
  databases,
  run: async (run) => {
    const { commands, sequences } = await runModel(await placeOf(run), run)
    return { seeds: sequences, commands, differences: 0 }
  }
}

const script = fileURLToPath(new URL("../model/node.ts", import.meta.url))
const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]

export const modelOnNode: Check = {
  name: "model-node",
  claim: `${claim}, with the SQLite of Node`,
  unit: "seeds",
  rounds,
  most,
  databases: ["sqlite"],
  run: async ({ form, progress, rounds, seed }) => {
    const node = await findNode()
    if ("missing" in node) throw new Error(node.missing)
    const child = spawn(node.path, [...flags, script, String(seed), String(rounds), form], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const exit = once(child, "exit")
    let report: { sequences?: number; commands?: number } = {}
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("{")) report = JSON.parse(line)
      else if (/^\d+$/.test(line)) progress(Number(line))
    }
    const [code] = await exit
    assert.equal(code, 0, "the harness failed on Node, see above")
    assert.equal(report.sequences, rounds)
    return { seeds: rounds, commands: report.commands ?? 0, differences: 0 }
  }
}
