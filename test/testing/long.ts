// The long run of the harness on every driver: `npm run harness`. It runs Bun's drivers first and then itself on
// Node.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { checkPromise, HarnessFailure, showReport } from "../../lib/testing.ts"
import { findNode } from "../support/runtimes.ts"
import { sqlite } from "./places/sqlite.ts"
import { long, meetsEverything, type Place } from "./runs.ts"

const onBun = process.versions.bun !== undefined

const places = async (): Promise<ReadonlyArray<Place>> => {
  if (!onBun) return sqlite("Node", (await import("../../lib/drivers/sqlite-node.ts")).layer)
  const { layer } = await import("../../lib/drivers/sqlite-bun.ts")
  const { postgres } = await import("./places/postgres.ts")
  return [...sqlite("Bun", layer), postgres]
}

/** The environment can ask for another size. */
const size = {
  seeds: Number(process.env.HARNESS_SEEDS ?? long.seeds),
  commands: Number(process.env.HARNESS_COMMANDS ?? long.commands)
}

/** Prints the seed first, so that an aborted run can be repeated. */
const run = async ({ name, open }: Place): Promise<void> => {
  const seed = process.env.HARNESS_SEED ?? Math.floor(Math.random() * 2 ** 30)
  console.log(`${name}: from seed ${seed}`)
  const report = await checkPromise({ ...size, seed, ...(await open()) })
  if (report.sequences >= long.seeds) meetsEverything(report)
  console.log(`${name}: ${showReport(report)}`)
}

const runOnNode = async (): Promise<void> => {
  const node = await findNode()
  if ("missing" in node) {
    console.log(`SQLite on Node: left out, ${node.missing}`)
    return
  }
  const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]
  const { status } = spawnSync(node.path, [...flags, fileURLToPath(import.meta.url)], { stdio: "inherit" })
  if (status !== 0) process.exitCode = 1
}

for (const place of await places()) {
  try {
    await run(place)
  } catch (error) {
    console.error(`${place.name}:`, error instanceof HarnessFailure ? error.message : error)
    process.exitCode = 1
  }
}
if (onBun) await runOnNode()
