import { openSqliteBaseline } from "../baselines/sqlite.ts"
import type { Workload } from "../bench.ts"
import { median, ratios } from "../measure.ts"
import { ours, race } from "../race.ts"
import { sqlite } from "../stores.ts"
import { perSecond, times } from "../table.ts"

/** The baseline has no concurrent callers: its driver is synchronous, so callers would only wait for each other. */
export const throughputSqlite: Workload = {
  name: "sqlite: 256 callers, one hot rule",
  run: async (bench) => {
    const store = sqlite(bench)
    const rates = await race(bench, {
      title: throughputSqlite.name,
      store,
      size: { members: 1000, rules: 1 },
      entrants: {
        ours: ours(store, 256),
        each: (file, scene) => openSqliteBaseline(file, scene, 1),
        hundreds: (file, scene) => openSqliteBaseline(file, scene, 100)
      },
      rounds: bench.quick ? 1 : 5,
      warmUp: bench.quick ? 300 : 1000,
      seconds: bench.quick ? 0.1 : 5
    })
    const row = (baseline: "each" | "hundreds", words: string, target: number) => {
      const ratio = ratios(rates.ours, rates[baseline])
      return {
        workload: `256 callers, one hot rule, SQLite; against bun:sqlite by hand, ${words}`,
        baseline: perSecond(median(rates[baseline])),
        ours: perSecond(median(rates.ours)),
        ratio: times(ratio),
        target: `≥ ${target}×`,
        reached: ratio.median >= target
      }
    }
    return [row("each", "one transaction an award", 3), row("hundreds", "100 awards a transaction", 0.95)]
  }
}
