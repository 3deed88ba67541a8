import type { Bench, Workload } from "../bench.ts"
import { load } from "../load.ts"
import { interleave, latency, median, ratios } from "../measure.ts"
import { openOurs, withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis, times } from "../table.ts"

const target = 1.3
const callers = 1

/** An award writes two entries: one for the partner, one for the wallet. */
const entriesPerAward = 2

const growth = (name: string, storeOf: (bench: Bench) => Store): Workload => ({
  name,
  run: async (bench) => {
    const store = storeOf(bench)
    const large = bench.quick ? 4000 : 1_000_000
    const small = await grown(bench, name, store, 1000)
    const big = await grown(bench, name, store, large)
    try {
      const awards = bench.quick ? 10 : 100
      const p50 = await interleave(["small", "big"], bench.quick ? 3 : 12, async (which, round) => {
        const { run } = which === "small" ? small : big
        // The warm-up round is long, so that the runtime has compiled all code.
        return latency(run, round === 0 ? 0 : 10_000 + round * awards, round === 0 ? awards * 5 : awards)
      })
      const ratio = ratios(p50.big, p50.small)
      bench.progress(`${name}: ${times(ratio)}`)
      return [
        {
          workload: `one caller, ${store.name}, p50 latency at ${large.toLocaleString("en")} entries; against itself at 1,000`,
          baseline: millis(median(p50.small)),
          ours: millis(median(p50.big)),
          ratio: times(ratio),
          target: `≤ ${target}×`,
          reached: ratio.median <= target
        }
      ]
    } finally {
      await small.close()
      await big.close()
    }
  }
})

const grown = async (bench: Bench, name: string, store: Store, entries: number) => {
  const client = store.client(await store.place())
  const scene = await withOurs(client, (library) => library.prepare({ members: 1000, rules: 1 }))
  const report = (done: number) =>
    bench.progress(`${name}: loaded ${(done * entriesPerAward).toLocaleString("en")} entries`)
  await load(client, scene, entries / entriesPerAward, report)
  const library = await openOurs(client)
  if (entries <= 10_000) await library.verify()
  return { run: library.awards(scene, callers), close: library.close }
}

export const growthSqlite = growth("sqlite: growth", sqlite)
export const growthPostgres = growth("postgres: growth", postgres)
