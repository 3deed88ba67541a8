import { Database } from "bun:sqlite"
import assert from "node:assert/strict"
import { join } from "node:path"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import { type Service, startService, tidyUp } from "../../server/service.ts"
import { openVolume, type Volume } from "../../support/volume.ts"
import type { Check, Run } from "../check.ts"
import { inject, missingStrace } from "../disk/inject.ts"
import type { ShopViolations } from "../shop/Book.ts"
import { newViolations, Shop, unlimited } from "../shop/Shop.ts"

const callers = 12
/** The size of the disk, and how many faults one of it sees: its history must fit. */
const [megabytes, perVolume] = [64, 25]
/** How many requests must have failed before a fault ends. */
const noticed = 5

interface Stage {
  readonly volume: Volume
  readonly shop: Shop
  readonly service: () => Service
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
}

type Fault = (stage: Stage) => Promise<void>

/** Callers work until some of their requests have failed. If none does, the audit shows what that was worth. */
const untilNoticed = async ({ service, shop }: Stage): Promise<void> => {
  const started = performance.now()
  let alive = true
  void service().ended.then(() => {
    alive = false
  })
  while (shop.failures < noticed && performance.now() - started < 30_000) {
    assert.ok(alive, "the service ended")
    await Bun.sleep(5)
  }
}

/** Gives the log back to the disk, which SQLite would write again and again: then the next commit needs space. */
const shrinkLog = ({ volume }: Stage): void => {
  const database = new Database(join(volume.folder, "rewards.db"))
  database.run("PRAGMA busy_timeout = 60000")
  database.query("PRAGMA wal_checkpoint(TRUNCATE)").get()
  database.close()
}

const full: Fault = async (stage) => {
  shrinkLog(stage)
  stage.volume.fill()
  await untilNoticed(stage)
  stage.volume.empty()
}

const fullAndKilled: Fault = async (stage) => {
  shrinkLog(stage)
  stage.volume.fill()
  await untilNoticed(stage)
  await stage.kill()
  stage.volume.empty()
  await stage.start()
}

const injected =
  (calls: string, error: string, killed: boolean): Fault =>
  async (stage) => {
    const injection = await inject(stage.service().pid, calls, error)
    await untilNoticed(stage)
    if (killed) await stage.kill()
    await injection.end()
    if (killed) await stage.start()
  }

/** A service that starts on a disk that is read-only serves reads, as on a replica, and writes again when the disk can be written. */
const readOnly: Fault = async (stage) => {
  await stage.kill()
  await stage.volume.setWritable(false)
  await stage.start()
  await untilNoticed(stage)
  await stage.volume.setWritable(true)
}

const onVolume = [
  { name: "full", fault: full },
  { name: "read-only", fault: readOnly },
  { name: "full and killed", fault: fullAndKilled }
]
const withStrace = [
  { name: "fsync fails", fault: injected("fsync,fdatasync", "EIO", false) },
  { name: "fsync fails and killed", fault: injected("fsync,fdatasync", "EIO", true) },
  { name: "writes fail", fault: injected("pwrite64,pwritev", "EROFS", false) }
]

const onStage = async (
  volume: Volume,
  faults: ReadonlyArray<{ readonly name: string; readonly fault: Fault }>,
  from: number,
  violations: ShopViolations,
  { progress, rounds, seed }: Run
) => {
  const random = makeRandom(seed + from)
  const database = `sqlite:${join(volume.folder, "rewards.db")}`
  const settings = { ...unlimited, DATABASE_URL: database }
  let service = await startService(settings)
  const shop = await Shop.open({ random, url: () => service.url, database, violations })
  const stage: Stage = {
    volume,
    shop,
    service: () => service,
    kill: async () => {
      service.signal("SIGKILL")
      await service.ended
    },
    start: async () => {
      service = await startService(settings)
    }
  }
  const sums: Record<string, number> = { failed: 0, unknown: 0, "unknown and written": 0 }
  for (let round = from; round < Math.min(rounds, from + perVolume); round++) {
    const { fault, name } = faults[round % faults.length] ?? { fault: full, name: "full" }
    await shop.work(callers, random.below(60), () => fault(stage))
    const claims = await shop.auditClaims()
    assert.ok(shop.failures > 0, `${name}: no request has failed`)
    sums.failed = (sums.failed ?? 0) + claims.failed
    sums.unknown = (sums.unknown ?? 0) + claims.unknown
    sums["unknown and written"] = (sums["unknown and written"] ?? 0) + claims.written
    sums[name] = (sums[name] ?? 0) + 1
    await shop.settle()
    await shop.audit()
    progress(round + 1)
  }
  await stage.kill()
  return { ...sums, acknowledged: shop.book.accepted }
}

const run = async (run: Run) => {
  const left = missingStrace()
  const faults = [...onVolume, ...(left === undefined ? withStrace : [])]
  const sums: Record<string, number> = {}
  const violations = newViolations()
  try {
    for (let from = 0; from < run.rounds; from += perVolume) {
      const volume = await openVolume(megabytes)
      if ("missing" in volume) return { "left out": volume.missing }
      const found = await onStage(volume, faults, from, violations, run)
      for (const [name, value] of Object.entries(found)) sums[name] = (sums[name] ?? 0) + value
      await volume.close()
    }
  } finally {
    tidyUp()
  }
  return { ...sums, ...violations.figures(), ...(left && { "left out": `failing calls: ${left}` }) }
}

export const disk: Check = {
  name: "disk",
  claim:
    "On a disk that is full, read-only or fails to sync, nothing is acknowledged and then lost, and the service goes on by itself when the fault ends",
  unit: "faults",
  rounds: { short: 6, full: 100 },
  databases: ["sqlite"],
  run
}
