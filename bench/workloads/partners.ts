import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards, Boards, Rewards } from "laurel-rewards/effect"
import { openPostgresBaseline } from "../baselines/postgres.ts"
import type { Workload } from "../bench.ts"
import { type Contestant, interleave, median, ratios, throughput } from "../measure.ts"
import { type Client, withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { prepare, request, type Scene } from "../scene.ts"
import { connections, postgres } from "../stores.ts"
import { perSecond, type Row, times } from "../table.ts"

export const partners = 16
export const callers = 16
const size = { members: 100, rules: 1 }
const name = `postgres: ${partners} partners, ${callers} callers each`

/** The library with so many writers, and partners that award at the same time. */
export const openPartners = async (client: Client, writers?: number): Promise<Contestant> => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(
    Rewards.layer({ groups: { writers } }),
    client
  )
  const runtime = ManagedRuntime.make(layer)
  const awards = await runtime.runPromise(Awards)
  const boards = await runtime.runPromise(Boards)
  const scenes = await runtime.runPromise(
    Effect.forEach(Array.from({ length: partners }), () => prepare(size))
  )
  return {
    run: (from, count) => {
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

/** The same partners by hand, with as many connections as in the other workloads. */
const openByHand = async (store: Store): Promise<Contestant> => {
  const url = await store.place()
  const scenes = await withOurs(store.client(url), async (library) => {
    const prepared: Array<Scene> = []
    for (let each = 0; each < partners; each++) prepared.push(await library.prepare(size))
    return prepared
  })
  const each = { connections: connections / partners, callers }
  const contestants = scenes.map((scene) => openPostgresBaseline(url, scene, each))
  return {
    run: async (from, count) => {
      await Promise.all(contestants.map(({ run }) => run(from, Math.ceil(count / partners))))
    },
    close: async () => {
      await Promise.all(contestants.map(({ close }) => close()))
    }
  }
}

const row = (
  against: string,
  ours: ReadonlyArray<number>,
  baseline: ReadonlyArray<number>,
  target: number
): Row => {
  const ratio = ratios(ours, baseline)
  return {
    workload: `${partners} partners × ${callers} callers, PostgreSQL; against ${against}`,
    baseline: perSecond(median(baseline)),
    ours: perSecond(median(ours)),
    ratio: times(ratio),
    target: `≥ ${target}×`,
    reached: ratio.median >= target
  }
}

/** Against code by hand, and what writers beside each other are worth: with one writer, all partners wait for every group. */
export const partnersPostgres: Workload = {
  name,
  run: async (bench) => {
    const store = postgres(bench)
    const open = {
      several: async () => openPartners(store.client(await store.place())),
      one: async () => openPartners(store.client(await store.place()), 1),
      byHand: () => openByHand(store)
    }
    const names = ["several", "one", "byHand"] as const
    const rates = await interleave(names, bench.quick ? 1 : 5, async (which, round) => {
      const contestant = await open[which]()
      try {
        const warmUp = bench.quick ? 160 : 1600
        const rate = await throughput(contestant, 0, warmUp)
        const figure = await throughput(contestant, warmUp, Math.ceil(rate * (bench.quick ? 0.1 : 5)))
        bench.progress(`${name}: ${which}, round ${round}: ${figure.toPrecision(4)}`)
        return figure
      } finally {
        await contestant.close()
      }
    })
    return [
      row(`pg by hand, ${connections} connections, one transaction an award`, rates.several, rates.byHand, 8),
      row("the library with one writer", rates.several, rates.one, 1.3)
    ]
  }
}
