import { Effect, Fiber, Layer, ManagedRuntime, Schedule } from "effect"
import { Awards, Boards, Rewards } from "laurel-rewards/effect"
import type { Bench, Workload } from "../bench.ts"
import type { Client } from "../ours.ts"
import type { Store } from "../race.ts"
import { coinUnits, prepare, request } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis } from "../table.ts"
import { percentile } from "./rows.ts"

const perSecond = 2000
const target = 50

/** Awards are started in batches of this many milliseconds. */
const beat = 10

const open = async (client: Client) => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), client)
  const runtime = ManagedRuntime.make(layer)
  const [awards, boards] = await runtime.runPromise(Effect.all([Awards, Boards]))
  const scene = await runtime.runPromise(prepare({ members: 1000, rules: 1 }))
  return { runtime, awards, boards, scene }
}

/** Boards that are read while awards are made: every award that was answered before a read is on it. */
const beside = (storeOf: (bench: Bench) => Store, label: string): Workload => ({
  name: `boards: reads beside awards, ${label}`,
  run: async (bench) => {
    const store = storeOf(bench)
    const { runtime, awards, boards, scene } = await open(store.client(await store.place()))
    const { partnerId } = scene
    const [userId = "", ruleName = ""] = [scene.members[0], scene.rules[0]]
    const seconds = bench.quick ? 0.5 : 20
    let made = 0
    let next = 0
    let own = 0

    const award = Effect.suspend(() => awards.award(request(scene, ++next))).pipe(
      Effect.tap((done) => {
        made += 1
        if (done.userId === userId) own += 1
      })
    )
    const load = Effect.all(
      Array.from({ length: (perSecond * beat) / 1000 }, () => Effect.fork(award)),
      { discard: true }
    ).pipe(Effect.repeat(Schedule.fixed(beat)))

    const [pages, positions]: [Array<number>, Array<number>] = [[], []]
    const timed = <A, E>(taken: Array<number>, read: Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const start = performance.now()
        const answer = yield* read
        taken.push(performance.now() - start)
        return answer
      })
    const look = Effect.gen(function* () {
      yield* awards.award({ partnerId, userId, ruleName })
      own += 1
      const least = own
      const position = yield* timed(positions, boards.position({ partnerId, userId }))
      const page = yield* timed(pages, boards.points({ partnerId, around: userId }))
      for (const amount of [position.amount, page.userPosition?.amount ?? 0]) {
        if (amount < least * coinUnits) return yield* Effect.dieMessage("an award is not on the board")
      }
    })

    try {
      const start = performance.now()
      const running = await runtime.runPromise(
        Effect.gen(function* () {
          const loading = yield* Effect.forkDaemon(load)
          while (performance.now() - start < seconds * 1000) yield* Effect.zipRight(look, Effect.sleep(5))
          const rate = (made / (performance.now() - start)) * 1000
          yield* Fiber.interrupt(loading)
          return rate
        })
      )
      const row = (what: string, taken: ReadonlyArray<number>) => {
        const p99 = percentile(taken, 0.99)
        return {
          workload: `${what}, ${label}, beside ${Math.round(running)} awards a second, p99 of ${taken.length}`,
          baseline: "",
          ours: millis(p99),
          ratio: `p50 ${millis(percentile(taken, 0.5))}`,
          target: `≤ ${target} ms`,
          reached: p99 <= target
        }
      }
      return [row("position", positions), row("page", pages)]
    } finally {
      await runtime.dispose()
    }
  }
})

export const besideWorkloads: ReadonlyArray<Workload> = [
  beside(sqlite, "SQLite"),
  beside(postgres, "PostgreSQL")
]
