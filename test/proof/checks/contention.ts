import assert from "node:assert/strict"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import { startService, tidyUp } from "../../server/service.ts"
import type { Check, Figures, Run } from "../check.ts"
import { postgresRival } from "../contention/postgres.ts"
import { sqliteRival } from "../contention/sqlite.ts"
import type { ShopViolations } from "../shop/Book.ts"
import { emptyDatabase } from "../shop/databases.ts"
import { newViolations, Shop, unlimited } from "../shop/Shop.ts"

/** Another user of the database, which makes the service meet conflicts. */
export interface Rival {
  /** Makes one conflict; resolves when it is over. */
  readonly conflict: (round: number) => Promise<void>
  readonly figures: () => Promise<Figures>
  readonly close: () => Promise<void>
}

const callers = 12
/** Conflicts between two looks at the claims, and between two databases. */
const [perAudit, perDatabase] = [25, 1000]

const onDatabase = async (
  from: number,
  violations: ShopViolations,
  { database, progress, rounds, seed }: Run
) => {
  const random = makeRandom(seed + from)
  const url = await emptyDatabase(database)
  const settings = { ...unlimited, DATABASE_URL: url, DATABASE_LOCK_TIMEOUT: "300" }
  // The first one makes the tables; the processes are rivals of each other as well.
  const services = [await startService(settings), await startService(settings)]
  let turn = 0
  const shop = await Shop.open({
    random,
    url: () => services[turn++ % 2]?.url ?? "",
    database: url,
    violations
  })
  const rival =
    database === "sqlite"
      ? await sqliteRival(url.slice("sqlite:".length), random)
      : await postgresRival(url, random)
  let failed = 0
  const last = Math.min(rounds, from + perDatabase)
  try {
    for (let round = from; round < last; round += perAudit) {
      const end = Math.min(last, round + perAudit)
      await shop.work(callers, 20, async () => {
        for (let each = round; each < end; each++) {
          await rival.conflict(each)
          progress(each + 1)
        }
      })
      failed += (await shop.auditClaims()).failed
      await shop.settle()
    }
    await shop.audit()
    for (const service of services) {
      service.signal("SIGKILL")
      await service.ended
    }
    return { failed, accepted: shop.book.accepted, figures: await rival.figures() }
  } finally {
    await rival.close()
  }
}

const run = async (run: Run) => {
  const sums: Record<string, number> = { acknowledged: 0, "answered 503": 0 }
  const add = (name: string, value: number) => {
    sums[name] = (sums[name] ?? 0) + value
  }
  const violations = newViolations()
  try {
    for (let from = 0; from < run.rounds; from += perDatabase) {
      const { accepted, failed, figures } = await onDatabase(from, violations, run)
      add("acknowledged", accepted)
      add("answered 503", failed)
      for (const [name, value] of Object.entries(figures)) add(name, Number(value))
    }
  } finally {
    tidyUp()
  }
  assert.ok((sums.acknowledged ?? 0) > 0)
  return { ...sums, ...violations.figures() }
}

export const contention: Check = {
  name: "contention",
  claim:
    "Deadlocks, serialization failures, held rows and locked files are waited for or retried, or answered as retryable; never as an internal error",
  unit: "conflicts",
  rounds: { short: 200, full: 5000 },
  // Some fifteen minutes on PostgreSQL, and two cores.
  most: 2500,
  databases: ["sqlite", "postgres"],
  run
}
