import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import pg from "pg"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import { type Cut, proxyTo } from "../../server/proxy.ts"
import { startService, tidyUp } from "../../server/service.ts"
import { type OwnServer, startOwnPostgres } from "../../support/postgres.ts"
import type { Check, Run } from "../check.ts"
import type { ShopViolations } from "../shop/Book.ts"
import { newViolations, Shop, unlimited } from "../shop/Shop.ts"

const callers = 24
/** Faults between two audits of everything, and on one database. */
const [perAudit, perDatabase] = [5, 100]

/** COMMIT as it is sent: as a text, or by the name under which it is prepared. */
const commit = ["COMMIT", `rewards_${createHash("sha256").update("COMMIT").digest("hex").slice(0, 32)}`]

const kinds = ["terminate", "before COMMIT", "halt", "during COMMIT", "cut", "after COMMIT"] as const

/** Ends all sessions of the service, as an administrator or a failover does. */
const terminate = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
  )
  await admin.end()
}

const onDatabase = async (
  server: OwnServer,
  from: number,
  violations: ShopViolations,
  { progress, rounds, seed }: Run
) => {
  const random = makeRandom(seed + from)
  const url = await server.freshDatabase()
  const proxy = await proxyTo(url)
  const service = await startService({ ...unlimited, DATABASE_URL: proxy.url })
  const shop = await Shop.open({ random, url: () => service.url, database: url, violations })

  const sever = async (moment: Cut["moment"]) => {
    for (let cuts = 0; cuts < 3; cuts++) await proxy.sever({ at: commit, moment })
  }
  const faults: Record<(typeof kinds)[number], () => Promise<void>> = {
    terminate: () => terminate(url),
    halt: async () => {
      await server.halt()
      await Bun.sleep(random.below(50))
      await server.resume()
    },
    cut: async () => {
      await proxy.cut()
      await Bun.sleep(random.below(50))
      await proxy.mend()
    },
    "before COMMIT": () => sever("before"),
    "during COMMIT": () => sever("during"),
    "after COMMIT": () => sever("after")
  }

  const sums = { failed: 0, unknown: 0, "unknown and written": 0 }
  const last = Math.min(rounds, from + perDatabase)
  for (let round = from; round < last; round++) {
    const kind = kinds[round % kinds.length] ?? "terminate"
    await shop.work(callers, random.below(200), faults[kind])
    const claims = await shop.auditClaims()
    sums.failed += claims.failed
    sums.unknown += claims.unknown
    sums["unknown and written"] += claims.written
    await shop.settle()
    if ((round + 1) % perAudit === 0 || round + 1 === last) await shop.audit()
    progress(round + 1)
  }
  service.signal("SIGKILL")
  await service.ended
  await proxy.cut()
  return { ...sums, acknowledged: shop.book.accepted, replays: shop.book.replays }
}

const run = async (run: Run) => {
  // Its commits must reach the disk before they are answered: it is stopped without warning.
  const server = await startOwnPostgres({ durable: true })
  const sums = { acknowledged: 0, failed: 0, unknown: 0, "unknown and written": 0, replays: 0 }
  const violations = newViolations()
  try {
    for (let from = 0; from < run.rounds; from += perDatabase) {
      const found = await onDatabase(server, from, violations, run)
      for (const name of Object.keys(sums) as Array<keyof typeof sums>) sums[name] += found[name]
    }
  } finally {
    tidyUp()
    await server.stop()
  }
  if (run.rounds >= kinds.length) {
    assert.ok(sums["unknown and written"] > 0, "no connection was lost between a COMMIT and its answer")
    assert.ok(sums.unknown > sums["unknown and written"], "no COMMIT was lost on its way")
  }
  return { ...sums, ...violations.figures() }
}

export const faults: Check = {
  name: "faults",
  claim:
    "When PostgreSQL ends sessions, stops, or is cut off around COMMIT, nothing is lost or doubled: answers say what is known, and a retry settles the rest",
  unit: "faults",
  rounds: { short: 20, full: 500 },
  databases: ["postgres"],
  run
}
