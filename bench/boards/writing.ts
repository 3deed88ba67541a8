import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards } from "laurel-rewards/effect"
import * as Core from "../../lib/rewards/Core.ts"
import type { Bench, Workload } from "../bench.ts"
import { median, ratios } from "../measure.ts"
import { type Entrant, ours, race, type Store } from "../race.ts"
import { request } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const target = 0.7
const callers = 256

/** The core alone. */
const withoutBoards =
  (store: Store): Entrant =>
  async (place, scene) => {
    const engine: Layer.Layer<Core.Core, unknown> = Layer.provide(Core.layer(), store.client(place))
    const runtime = ManagedRuntime.make(engine)
    const awards = await runtime.runPromise(Awards)
    return {
      run: (from, count) => {
        let next = from
        const caller = Effect.gen(function* () {
          while (next < from + count) yield* awards.award(request(scene, next++))
        })
        const all = Array.from({ length: callers }, () => caller)
        return runtime.runPromise(Effect.all(all, { concurrency: "unbounded", discard: true }))
      },
      close: () => runtime.dispose()
    }
  }

const kept = (storeOf: (bench: Bench) => Store, label: string): Workload => ({
  name: `boards: award throughput, ${label}`,
  run: async (bench) => {
    const store = storeOf(bench)
    const rates = await race(bench, {
      title: `boards: award throughput, ${label}`,
      store,
      size: { members: 1000, rules: 1 },
      entrants: { kept: ours(store, callers), off: withoutBoards(store) },
      rounds: bench.quick ? 1 : 7,
      warmUp: bench.quick ? 100 : 2000,
      seconds: bench.quick ? 0.1 : 5
    })
    const ratio = ratios(rates.kept, rates.off)
    return [
      {
        workload: `256 callers, one hot rule, 1,000 members, ${label}, boards kept; against boards switched off`,
        baseline: perSecond(median(rates.off)),
        ours: perSecond(median(rates.kept)),
        ratio: times(ratio),
        target: `≥ ${target}×`,
        reached: ratio.median >= target
      }
    ]
  }
})

export const writingWorkloads: ReadonlyArray<Workload> = [
  kept(sqlite, "SQLite"),
  kept(postgres, "PostgreSQL")
]
