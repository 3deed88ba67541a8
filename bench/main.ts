import { availableParallelism, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { openBench, type Workload } from "./bench.ts"
import { besideWorkloads } from "./boards/beside.ts"
import { readingWorkloads } from "./boards/reading.ts"
import { writingWorkloads } from "./boards/writing.ts"
import { generator } from "./http/load.ts"
import { httpWorkloads } from "./http/workloads.ts"
import { type Row, table } from "./table.ts"
import { activityWorkloads } from "./workloads/activities.ts"
import { amountWorkloads } from "./workloads/amounts.ts"
import { citusLatency, citusPartners } from "./workloads/citus.ts"
import { growthPostgres, growthSqlite } from "./workloads/growth.ts"
import { importWorkloads } from "./workloads/importBalances.ts"
import { judging } from "./workloads/judging.ts"
import { latencySqlite } from "./workloads/latency.ts"
import { lotWorkloads } from "./workloads/lots.ts"
import { memorySqlite } from "./workloads/memory.ts"
import { partnersPostgres } from "./workloads/partners.ts"
import { programmeWorkloads } from "./workloads/programme.ts"
import { simulateWorkloads } from "./workloads/simulate.ts"
import {
  amountStoragePostgres,
  amountStorageSqlite,
  keyedStoragePostgres,
  keyedStorageSqlite,
  storagePostgres,
  storageSqlite
} from "./workloads/storage.ts"
import { sweepWorkloads } from "./workloads/sweep.ts"
import { hotRulePostgres, manyRulesPostgres } from "./workloads/throughput-postgres.ts"
import { throughputSqlite } from "./workloads/throughput-sqlite.ts"

const workloads: ReadonlyArray<Workload> = [
  throughputSqlite,
  hotRulePostgres,
  manyRulesPostgres,
  partnersPostgres,
  latencySqlite,
  ...programmeWorkloads,
  ...amountWorkloads,
  ...activityWorkloads,
  judging,
  ...simulateWorkloads,
  ...lotWorkloads,
  ...sweepWorkloads,
  ...importWorkloads,
  growthSqlite,
  growthPostgres,
  memorySqlite,
  storageSqlite,
  storagePostgres,
  keyedStorageSqlite,
  keyedStoragePostgres,
  amountStorageSqlite,
  amountStoragePostgres,
  ...readingWorkloads,
  ...writingWorkloads,
  ...besideWorkloads,
  ...httpWorkloads,
  citusPartners,
  citusLatency
]

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    only: { type: "string", default: "" }
  }
})

const wanted = ({ name, long = false }: Workload): boolean =>
  options.only === "" ? !long || options.long || options.quick : name.includes(options.only)

const chosen = workloads.filter(wanted)
if (chosen.length === 0) {
  console.error(`No workload has "${options.only}" in its name. There are:`)
  for (const { name } of workloads) console.error(`  ${name}`)
  process.exit(2)
}

const bench = await openBench(options.quick)
process.once("SIGINT", () => void bench.close().finally(() => process.exit(130)))
process.once("SIGTERM", () => void bench.close().finally(() => process.exit(143)))
try {
  const rows: Array<Row> = []
  for (const workload of chosen) rows.push(...(await workload.run(bench)))
  console.log(table(rows))
  // Other load on the disk slows all contestants' commits alike, which makes the slower contestant look better than
  // it is.
  if (chosen.some((workload) => httpWorkloads.includes(workload))) {
    bench.progress(`requests over HTTP came from ${generator}`)
  }
  bench.progress(
    `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores; above 1.5, measure again`
  )
} finally {
  await bench.close()
}
