import { Effect, Fiber, Layer, ManagedRuntime, Option } from "effect"
import { Awards, Events, Members, Rewards, Rules, Sweeper } from "laurel-rewards/effect"
import { bar } from "../bar.ts"
import type { Bench, Workload } from "../bench.ts"
import { median, ratios } from "../measure.ts"
import type { Store } from "../race.ts"
import { prepare, request, type Scene } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis, perSecond, times } from "../table.ts"

const day = 86_400_000
const chunk = 1000

/** Gives each of `count` new members coins of one lot, which all expire on the same day. */
const earn = (partnerId: string, count: number, progress: (text: string) => void) =>
  Effect.gen(function* () {
    const { onboardMany } = yield* Members
    const { awardMany } = yield* Awards
    const { create } = yield* Rules
    yield* create({
      partnerId,
      name: "expires",
      coinValue: "5",
      maxNumberOfParticipant: "100000000",
      condition: "earns coins that expire",
      coinsExpire: "P10D"
    })
    for (let from = 0; from < count; from += chunk) {
      const users = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => ({
        partnerId,
        userId: `due-${from + index}`
      }))
      yield* onboardMany(users)
      yield* awardMany(users.map((user) => ({ ...user, ruleName: "expires" })))
      if (from % 20_000 === 0) progress(`loading wallets ${bar(from, count)}`)
    }
  })

/** The sweep of a day on which the coins of many wallets expire, and awards of one caller beside it. */
const swept = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: sweep`,
  run: async (bench) => {
    const store = open(bench)
    let ahead = 0
    const layer = Rewards.layer({ sweep: false }).pipe(
      Layer.provide(store.client(await store.place())),
      Layer.provideMerge(Rewards.layerClock({ now: () => Date.now() + ahead }))
    )
    const runtime = ManagedRuntime.make(layer)
    const wallets = Number(process.env.BENCH_DUE ?? (bench.quick ? 2000 : 200_000))
    const awards = bench.quick ? 50 : 200
    const { award } = await runtime.runPromise(Awards)
    const { sweep } = await runtime.runPromise(Sweeper)
    const { list } = await runtime.runPromise(Events)
    let next = 0
    const timed = (scene: Scene) =>
      Effect.gen(function* () {
        const taken: Array<number> = []
        for (let index = 0; index < awards; index++) {
          const start = performance.now()
          yield* award(request(scene, next++))
          taken.push(performance.now() - start)
        }
        return taken
      })
    try {
      const same = await runtime.runPromise(prepare({ members: 1000, rules: 1 }))
      const other = await runtime.runPromise(prepare({ members: 1000, rules: 1 }))
      const { partnerId } = same
      await runtime.runPromise(earn(partnerId, wallets, bench.progress))
      ahead = 12 * day
      // The list makes the partner a subscriber, so that the sweep writes events.
      await runtime.runPromise(list({ partnerId }))
      const taken: Record<"same" | "other", Record<"alone" | "beside", Array<ReadonlyArray<number>>>> = {
        same: { alone: [], beside: [] },
        other: { alone: [], beside: [] }
      }
      // In turns, so that other load on the machine affects both.
      const round = Effect.gen(function* () {
        taken.same.alone.push(yield* timed(same))
        taken.other.alone.push(yield* timed(other))
        const running = yield* Effect.fork(sweep())
        yield* Effect.sleep(100)
        taken.same.beside.push(yield* timed(same))
        taken.other.beside.push(yield* timed(other))
        const ended = yield* Fiber.poll(running)
        if (Option.isSome(ended) && !bench.quick) throw new Error(`the sweep ended too early: ${ended.value}`)
        yield* Fiber.interrupt(running)
      })
      await runtime.runPromise(Effect.zipRight(timed(same), timed(other)))
      for (let index = 0; index < (bench.quick ? 1 : 5); index++) await runtime.runPromise(round)
      const start = performance.now()
      const left = await runtime.runPromise(sweep())
      const seconds = (performance.now() - start) / 1000
      const row = (who: string, { alone, beside }: (typeof taken)["same"]) => {
        const [before, after] = [alone.flat(), beside.flat()]
        const ratio = ratios(beside.map(median), alone.map(median))
        const slow = (taken: ReadonlyArray<number>) =>
          taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)]!
        bench.progress(
          `${name}, ${who}: p99 ${slow(before).toFixed(2)} ms alone, ${slow(after).toFixed(2)} ms beside`
        )
        return {
          workload: `an award of ${who} beside a sweep, ${store.name}, p50; against alone`,
          baseline: millis(median(before)),
          ours: millis(median(after)),
          ratio: times(ratio),
          target: "≤ 1.5×",
          reached: ratio.median <= 1.5
        }
      }
      return [
        {
          workload: `sweep ${left.toLocaleString("en")} wallets, ${store.name}`,
          baseline: "",
          ours: perSecond(left / seconds),
          ratio: `${seconds.toFixed(1)} s`,
          target: "",
          reached: true
        },
        row("the same partner", taken.same),
        row("another partner", taken.other)
      ]
    } finally {
      await runtime.dispose()
    }
  }
})

export const sweepWorkloads: ReadonlyArray<Workload> = [swept("sqlite", sqlite), swept("postgres", postgres)]
