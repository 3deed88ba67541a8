import { openSqliteBaseline } from "../baselines/sqlite.ts"
import type { Workload } from "../bench.ts"
import { type Contestant, interleave, latency, median, ratios } from "../measure.ts"
import { withOurs } from "../ours.ts"
import { type Entrant, ours } from "../race.ts"
import { sqlite } from "../stores.ts"
import { millis, times } from "../table.ts"

const target = 2.5

/** Both contestants stay open and take turns of a few awards, so that other load on the disk affects both. */
export const latencySqlite: Workload = {
  name: "sqlite: one caller, latency",
  run: async (bench) => {
    const store = sqlite(bench)
    const enter = async (entrant: Entrant): Promise<Contestant> => {
      const file = await store.place()
      const scene = await withOurs(store.client(file), (library) =>
        library.prepare({ members: 1000, rules: 1 })
      )
      return entrant(file, scene)
    }
    const contestants = {
      ours: await enter(ours(store, 1)),
      each: await enter((file, scene) => openSqliteBaseline(file, scene, 1))
    }
    const [warmUp, count, rounds] = bench.quick ? [300, 50, 4] : [3000, 100, 40]
    try {
      const p50 = await interleave(["ours", "each"], rounds, (name, round) => {
        const { run } = contestants[name]
        return round === 0 ? latency(run, 0, warmUp) : latency(run, warmUp + round * count, count)
      })
      const ratio = ratios(p50.ours, p50.each)
      // Other load on the disk slows both alike, which favours the slower one. The fastest turns show the ratio
      // without it.
      const quiet = Math.min(...p50.ours) / Math.min(...p50.each)
      const words = `${times(ratio)}, best turns ${quiet.toFixed(2)}×`
      bench.progress(`${latencySqlite.name}: ${words}`)
      return [
        {
          workload: "one caller, SQLite, p50 latency; against bun:sqlite by hand, one transaction an award",
          baseline: millis(median(p50.each)),
          ours: millis(median(p50.ours)),
          ratio: words,
          target: `≤ ${target}×`,
          reached: Math.max(ratio.median, quiet) <= target
        }
      ]
    } finally {
      await contestants.ours.close()
      await contestants.each.close()
    }
  }
}
