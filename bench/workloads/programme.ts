import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards, Boards, Rewards } from "laurel-rewards/effect"
import type { Bench, Workload } from "../bench.ts"
import { interleave, latency, median, ratios, throughput } from "../measure.ts"
import { withOurs } from "../ours.ts"
import { ours, type Store } from "../race.ts"
import { request, type Scene } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis, perSecond, times } from "../table.ts"

const callers = 256
const stores = [
  ["sqlite", sqlite],
  ["postgres", postgres]
] as const

/** Far from being reached: what is measured is counting. */
const limits = [
  { per: "member", period: "day", awards: 1_000_000 },
  { per: "rule", period: "month", coins: 400_000_000_000 },
  { per: "rule", period: "ever", awards: 1_000_000_000 }
] as const

/** What three limits cost: one counter a member and two for the rule. */
const limited = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: a rule with three limits`,
  run: async (bench) => {
    const store = open(bench)
    const title = `${name}: a rule with three limits`
    const sizes = { plain: {}, limited: { limits } }
    const rates = await interleave(["limited", "plain"], bench.quick ? 1 : 5, async (which, round) => {
      const place = await store.place()
      const size = { members: 1000, rules: 1, ...sizes[which] }
      const scene = await withOurs(store.client(place), (library) => library.prepare(size))
      const contestant = await ours(store, callers)(place, scene)
      try {
        const rate = await throughput(contestant, 0, bench.quick ? 300 : 1000)
        const figure = await throughput(contestant, 1000, Math.ceil(rate * (bench.quick ? 0.1 : 5)))
        bench.progress(`${title}: ${which}, round ${round}: ${figure.toPrecision(4)}`)
        return figure
      } finally {
        await contestant.close()
        if (round === 0) await withOurs(store.client(place), (library) => library.verify())
      }
    })
    const ratio = ratios(rates.limited, rates.plain)
    return [
      {
        workload: `${callers} callers, a hot rule with three limits, ${store.name}; against the same without limits`,
        baseline: perSecond(median(rates.plain)),
        ours: perSecond(median(rates.limited)),
        ratio: times(ratio),
        target: "≥ 0.8×",
        reached: ratio.median >= 0.8
      }
    ]
  }
})

const openLibrary = async (store: Store, place: string, scene: Scene) => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), store.client(place))
  const runtime = ManagedRuntime.make(layer)
  const awards = await runtime.runPromise(Awards)
  const boards = await runtime.runPromise(Boards)
  const { partnerId } = scene
  /** Calls one after another from each caller, until the list is done. */
  const each = <A>(items: ReadonlyArray<A>, call: (item: A) => Effect.Effect<unknown, unknown>) => {
    let next = 0
    const caller = Effect.gen(function* () {
      for (let item = items[next++]; item !== undefined; item = items[next++]) yield* call(item)
    })
    const all = Array.from({ length: callers }, () => caller)
    return runtime.runPromise(Effect.all(all, { concurrency: "unbounded", discard: true }))
  }
  return {
    settle: () => runtime.runPromise(Effect.asVoid(boards.points({ partnerId }))),
    close: () => runtime.dispose(),
    award: async (from: number, count: number): Promise<ReadonlyArray<string>> => {
      const ids: Array<string> = []
      const indexes = Array.from({ length: count }, (_, index) => from + index)
      await each(indexes, (index) =>
        Effect.map(awards.award(request(scene, index)), ({ id }) => ids.push(id))
      )
      return ids
    },
    reverse: (ids: ReadonlyArray<string>) => each(ids, (awardId) => awards.reverse({ partnerId, awardId })),
    explain: async (from: number, count: number, taken?: Array<number>) => {
      for (let index = from; index < from + count; index++) {
        const start = performance.now()
        await runtime.runPromise(awards.explain(request(scene, index)))
        taken?.push(performance.now() - start)
      }
    },
    awardAlone: async (from: number, count: number, taken?: Array<number>) => {
      for (let index = from; index < from + count; index++) {
        const start = performance.now()
        await runtime.runPromise(awards.award(request(scene, index)))
        taken?.push(performance.now() - start)
      }
    }
  }
}

/** Reverses the awards that the same round has made: both take turns on one database. */
const reversed = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: reversals`,
  run: async (bench) => {
    const store = open(bench)
    const place = await store.place()
    const scene = await withOurs(store.client(place), (library) =>
      library.prepare({ members: 1000, rules: 1 })
    )
    const library = await openLibrary(store, place, scene)
    const [rounds, count] = bench.quick ? [1, 300] : [6, 20_000]
    const awardsRate: Array<number> = []
    const reversalsRate: Array<number> = []
    try {
      for (let round = 0; round <= rounds; round++) {
        let ids: ReadonlyArray<string> = []
        const made = await throughput(
          {
            run: async (from, many) => {
              ids = await library.award(from, many)
            },
            settle: library.settle
          },
          round * count,
          count
        )
        const undone = await throughput(
          { run: () => library.reverse(ids), settle: library.settle },
          0,
          ids.length
        )
        bench.progress(`${name}: reversals, round ${round}: ${made.toPrecision(4)}, ${undone.toPrecision(4)}`)
        if (round > 0) {
          awardsRate.push(made)
          reversalsRate.push(undone)
        }
      }
    } finally {
      await library.close()
    }
    await withOurs(store.client(place), (library) => library.verify())
    const ratio = ratios(reversalsRate, awardsRate)
    return [
      {
        workload: `${callers} callers reverse their awards, ${store.name}; against making them`,
        baseline: perSecond(median(awardsRate)),
        ours: perSecond(median(reversalsRate)),
        ratio: times(ratio),
        target: "≥ 0.7×",
        reached: ratio.median >= 0.7
      }
    ]
  }
})

/** Explaining an award of a rule with three limits, against making it, one caller. */
const explained = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: explain`,
  run: async (bench) => {
    const store = open(bench)
    const place = await store.place()
    const scene = await withOurs(store.client(place), (library) =>
      library.prepare({ members: 1000, rules: 1, limits })
    )
    const library = await openLibrary(store, place, scene)
    const [warmUp, count, rounds] = bench.quick ? [100, 20, 2] : [2000, 100, 20]
    try {
      const runs = { explain: library.explain, award: library.awardAlone }
      const p50 = await interleave(["explain", "award"], rounds, (which, round) =>
        round === 0 ? latency(runs[which], 0, warmUp) : latency(runs[which], warmUp + round * count, count)
      )
      const ratio = ratios(p50.explain, p50.award)
      return [
        {
          workload: `one caller explains an award under three limits, ${store.name}, p50; against making it`,
          baseline: millis(median(p50.award)),
          ours: millis(median(p50.explain)),
          ratio: times(ratio),
          target: "≤ 1×",
          reached: ratio.median <= 1
        }
      ]
    } finally {
      await library.close()
    }
  }
})

export const programmeWorkloads: ReadonlyArray<Workload> = stores.flatMap(([name, open]) => [
  limited(name, open),
  reversed(name, open),
  explained(name, open)
])
