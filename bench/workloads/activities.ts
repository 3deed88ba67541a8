import { Effect, Layer, ManagedRuntime } from "effect"
import {
  Activities,
  type ActivityInput,
  Boards,
  type CreateRuleInput,
  Rewards,
  Rules
} from "laurel-rewards/effect"
import type { Bench, Workload } from "../bench.ts"
import { type Contestant, interleave, median, ratios, throughput } from "../measure.ts"
import { withOurs } from "../ours.ts"
import { type Entrant, ours, type Store } from "../race.ts"
import { coinValue, request, type Scene } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const callers = 256

/** The data of every activity: an order, as a shop would send it. */
const data = { total: 62.5, currency: "EUR", store: "centre", items: 3, first: false }

/** A rule that pays for orders of at least `least` in the shop of the data. */
const orders = (least: number): CreateRuleInput["when"] => ({
  activity: "order.placed",
  conditions: {
    all: [
      { field: "data.total", is: "atLeast", value: least },
      { field: "data.store", is: "equals", value: "centre" }
    ]
  }
})

/** The rules of a scene by what they are for: each is one `when`. */
const scenes = {
  none: [orders(100)],
  one: [orders(50)],
  ten: [orders(50), ...Array.from({ length: 9 }, (_, index) => orders(100 + index))]
} as const
type Matching = keyof typeof scenes

const createRules = ({ partnerId }: Scene, whens: ReadonlyArray<CreateRuleInput["when"]>) =>
  Effect.gen(function* () {
    const { create } = yield* Rules
    for (const [index, when] of whens.entries()) {
      yield* create({
        partnerId,
        name: `order ${index}`,
        coinValue: String(coinValue),
        maxNumberOfParticipant: "1000000",
        condition: "orders",
        when
      })
    }
  })

/** 256 callers, each of which records one activity after another. */
const recorded =
  (store: Store, matching: Matching): Entrant =>
  async (place, scene) => {
    const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), store.client(place))
    const runtime = ManagedRuntime.make(layer)
    await runtime.runPromise(createRules(scene, scenes[matching]))
    const activities = await runtime.runPromise(Activities)
    const boards = await runtime.runPromise(Boards)
    const input = (index: number): ActivityInput => {
      const { partnerId, userId } = request(scene, index)
      return { partnerId, userId, type: "order.placed", data }
    }
    return {
      run: (from, count) => {
        let next = from
        const caller = Effect.gen(function* () {
          while (next < from + count) yield* activities.record(input(next++))
        })
        const all = Array.from({ length: callers }, () => caller)
        return runtime.runPromise(Effect.all(all, { concurrency: "unbounded", discard: true }))
      },
      settle: () => runtime.runPromise(Effect.asVoid(boards.points({ partnerId: scene.partnerId }))),
      close: () => runtime.dispose()
    }
  }

const rows = [
  ["none", "of which no rule is met", 0.9],
  ["one", "that meet one rule", 0.75],
  ["ten", "that meet one rule of ten", 0.6]
] as const

/** All contestants stay open and take turns, each on its own database, so that other load affects all of them. */
const activityThroughput = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: activities`,
  run: async (bench) => {
    const store = open(bench)
    const title = `${name}: activities`
    const places: Array<string> = []
    const enter = async (entrant: Entrant): Promise<Contestant> => {
      const place = await store.place()
      places.push(place)
      const scene = await withOurs(store.client(place), (library) =>
        library.prepare({ members: 1000, rules: 1 })
      )
      return entrant(place, scene)
    }
    const contestants: Readonly<Record<Matching | "award", Contestant>> = {
      award: await enter(ours(store, callers)),
      none: await enter(recorded(store, "none")),
      one: await enter(recorded(store, "one")),
      ten: await enter(recorded(store, "ten"))
    }
    const [count, rounds] = bench.quick ? [300, 1] : [4000, 20]
    try {
      const turns = await interleave(["award", "none", "one", "ten"], rounds, async (which, round) => {
        const before = process.cpuUsage()
        const rate = await throughput(contestants[which], round * count, count)
        const { system, user } = process.cpuUsage(before)
        bench.progress(`${title}: ${which}, turn ${round} of ${rounds}: ${rate.toPrecision(4)}`)
        return { rate, cpu: (system + user) / count }
      })
      const rates = (which: Matching | "award") => turns[which].map(({ rate }) => rate)
      const cpu = (which: Matching | "award") => median(turns[which].map((turn) => turn.cpu))
      return rows.map(([matching, words, target]) => {
        const ratio = ratios(rates(matching), rates("award"))
        // CPU time of this process, which on SQLite includes the database, changes little with other load.
        const cpuRatio = (cpu("award") / cpu(matching)).toFixed(2)
        bench.progress(`${title}: ${matching}: ${cpuRatio}× by CPU, ${cpu(matching).toFixed(0)} µs`)
        return {
          workload: `${callers} callers, activities ${words}, ${store.name}; against awards`,
          baseline: perSecond(median(rates("award"))),
          ours: perSecond(median(rates(matching))),
          ratio: times(ratio),
          target: `≥ ${target}×`,
          reached: ratio.median >= target
        }
      })
    } finally {
      for (const contestant of Object.values(contestants)) await contestant.close()
      for (const place of places) await withOurs(store.client(place), (library) => library.verify())
    }
  }
})

export const activityWorkloads: ReadonlyArray<Workload> = [
  activityThroughput("sqlite", sqlite),
  activityThroughput("postgres", postgres)
]
