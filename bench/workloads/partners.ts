import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards, Boards, Rewards } from "laurel-rewards"
import type { Workload } from "../bench.ts"
import { interleave, median, ratios, throughput } from "../measure.ts"
import type { Client } from "../ours.ts"
import { prepare, request } from "../scene.ts"
import { postgres } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const partners = 16
const callers = 16
const target = 1.3
const name = `postgres: ${partners} partners, ${callers} callers each`

/** The library with so many writers, and partners that award at the same time. */
const open = async (client: Client, writers: number | undefined) => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(
    Rewards.layer({ groups: { writers } }),
    client
  )
  const runtime = ManagedRuntime.make(layer)
  const awards = await runtime.runPromise(Awards)
  const boards = await runtime.runPromise(Boards)
  const scenes = await runtime.runPromise(
    Effect.forEach(Array.from({ length: partners }), () => prepare({ members: 100, rules: 1 }))
  )
  return {
    run: (from: number, count: number) => {
      let next = from
      const callersOf = scenes.flatMap((scene) =>
        Array.from({ length: callers }, () =>
          Effect.gen(function* () {
            while (next < from + count) yield* awards.award(request(scene, next++))
          })
        )
      )
      return runtime.runPromise(Effect.all(callersOf, { concurrency: "unbounded", discard: true }))
    },
    settle: () =>
      runtime.runPromise(
        Effect.forEach(scenes, ({ partnerId }) => boards.points({ partnerId }), { discard: true })
      ),
    close: () => runtime.dispose()
  }
}

/** What writers beside each other are worth: with one writer, all partners wait for every group. */
export const partnersPostgres: Workload = {
  name,
  run: async (bench) => {
    const store = postgres(bench)
    const writers = { several: undefined, one: 1 }
    const rates = await interleave(["several", "one"] as const, bench.quick ? 1 : 5, async (which, round) => {
      const contestant = await open(store.client(await store.place()), writers[which])
      try {
        const rate = await throughput(contestant, 0, bench.quick ? 100 : 2000)
        const figure = await throughput(contestant, 2000, Math.ceil(rate * (bench.quick ? 0.1 : 5)))
        bench.progress(`${name}: ${which}, round ${round}: ${figure.toPrecision(4)}`)
        return figure
      } finally {
        await contestant.close()
      }
    })
    const ratio = ratios(rates.several, rates.one)
    return [
      {
        workload: `${partners} partners × ${callers} callers, PostgreSQL; against the library with one writer`,
        baseline: perSecond(median(rates.one)),
        ours: perSecond(median(rates.several)),
        ratio: times(ratio),
        target: `≥ ${target}×`,
        reached: ratio.median >= target
      }
    ]
  }
}
