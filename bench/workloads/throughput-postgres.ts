import { openPostgresBaseline } from "../baselines/postgres.ts"
import type { Workload } from "../bench.ts"
import { median, ratios } from "../measure.ts"
import { ours, race } from "../race.ts"
import { connections, postgres } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const throughputPostgres = (words: string, rules: number, target: number): Workload => {
  const name = `postgres: 256 callers, ${words}`
  return {
    name,
    run: async (bench) => {
      const store = postgres(bench)
      const rates = await race(bench, {
        title: name,
        store,
        size: { members: 1000, rules: bench.quick ? Math.min(rules, 100) : rules },
        entrants: {
          ours: ours(store, 256),
          each: (url, scene) => openPostgresBaseline(url, scene, { connections, callers: 256 })
        },
        rounds: bench.quick ? 1 : 5,
        warmUp: bench.quick ? 100 : 1000,
        seconds: bench.quick ? 0.1 : 5
      })
      const ratio = ratios(rates.ours, rates.each)
      return [
        {
          workload: `256 callers, ${words}, PostgreSQL; against pg by hand, ${connections} connections, one transaction an award`,
          baseline: perSecond(median(rates.each)),
          ours: perSecond(median(rates.ours)),
          ratio: times(ratio),
          target: `≥ ${target}×`,
          reached: ratio.median >= target
        }
      ]
    }
  }
}

export const hotRulePostgres = throughputPostgres("one hot rule", 1, 12)
export const manyRulesPostgres = throughputPostgres("1 000 rules", 1000, 5)
