import type { Workload } from "../bench.ts"
import { awardsPostgres, awardsSqlite } from "./workloads/awards.ts"
import { bulkSqlite } from "./workloads/bulk.ts"
import { accepted, refused } from "./workloads/frameworks.ts"
import { loginsPostgres, loginsSqlite } from "./workloads/logins.ts"
import { startPostgres, startSqlite } from "./workloads/start.ts"

/** Workloads over HTTP. All names start with "http". */
export const httpWorkloads: ReadonlyArray<Workload> = [
  accepted,
  refused,
  awardsSqlite,
  awardsPostgres,
  bulkSqlite,
  loginsSqlite,
  loginsPostgres,
  startSqlite,
  startPostgres
]
