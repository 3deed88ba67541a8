import { makeRandom } from "../../../server/cli/demo/random.ts"
import { type Service, startService, tidyUp } from "../../server/service.ts"
import type { Check, Run } from "../check.ts"
import { emptyDatabase } from "../shop/databases.ts"
import { newViolations, Shop, unlimited } from "../shop/Shop.ts"

/** Kills on one database. A full audit reads all of its history, so the history must not grow for ever. */
const perDatabase = 20
const callers = 24

const run = async ({ database, progress, rounds, seed }: Run) => {
  const random = makeRandom(seed)
  const sums = { acknowledged: 0, refused: 0, "cut off": 0, "of them written": 0, replays: 0 }
  const violations = newViolations()
  let [kills, service]: [number, Service | undefined] = [0, undefined]
  try {
    while (kills < rounds) {
      const url = await emptyDatabase(database)
      const start = () => startService({ ...unlimited, DATABASE_URL: url })
      service = await start()
      const shop = await Shop.open({ random, url: () => service?.url ?? "", database: url, violations })
      for (let left = Math.min(perDatabase, rounds - kills); left > 0; left--) {
        // Some kills hit a service that has just started, others one in full work.
        const after = random.chance(0.2) ? random.below(10) : random.below(400)
        await shop.work(callers, after, async () => {
          await Bun.sleep(random.below(12))
          service?.signal("SIGKILL")
          await service?.ended
        })
        service = await start()
        const { unknown, written } = await shop.auditClaims()
        await shop.settle()
        await shop.replay(20)
        await shop.audit()
        kills += 1
        sums["cut off"] += unknown
        sums["of them written"] += written
        progress(kills)
      }
      sums.acknowledged += shop.book.accepted
      sums.refused += shop.book.refused
      sums.replays += shop.book.replays
      service.signal("SIGKILL")
      await service.ended
    }
  } finally {
    tidyUp()
  }
  return { ...sums, ...violations.figures() }
}

export const crash: Check = {
  name: "crash",
  claim:
    "What the service has acknowledged survives its sudden death, once and whole, and a retry settles the rest",
  unit: "kills",
  rounds: { short: 10, full: 200 },
  databases: ["sqlite", "postgres", "citus"],
  run
}
