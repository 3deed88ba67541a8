import { Effect, Fiber, Layer, ManagedRuntime } from "effect"
import { Awards, Members, Rewards, Rules } from "laurel-rewards/effect"
import { MemberId, PartnerId } from "../../lib/rewards/Id.ts"
import { activities, activityCounts, memberIds, texts } from "../../lib/rewards/tables.ts"
import { uuidv7 } from "../../lib/schema/Id.ts"
import * as Batch from "../../lib/sql/Batch.ts"
import { Database } from "../../lib/sql/Database.ts"
import { bar } from "../bar.ts"
import type { Bench, Workload } from "../bench.ts"
import { median } from "../measure.ts"
import type { Store } from "../race.ts"
import { prepare, request, type Scene } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis, perSecond } from "../table.ts"

const type = "order.placed"
const begin = Date.parse("2026-01-01T00:00:00.000Z")

/** The activities are spread over about two months. */
const interval = 25_000

const insertCounts = activityCounts.insert()
const insertActivities = activities.insert()
const insertTexts = texts.insert()
const findMember = memberIds.find("memberId")

/** Rows per transaction. */
const chunk = 1000

/** Writes the rows that recordings would write, without their awards. */
const load = (scene: Scene, count: number, progress: (text: string) => void) =>
  Effect.gen(function* () {
    const database = yield* Database
    const partnerId = PartnerId.make(scene.partnerId)
    const rows = yield* database.run(
      findMember,
      scene.members.map((userId) => ({ partnerId, userId }))
    )
    const ids = rows.map(({ memberId }) => MemberId.make(memberId))
    const each = count / ids.length
    yield* database.run(
      insertCounts,
      ids.map((memberId) => ({ partnerId, memberId, type, count: each }))
    )
    for (let from = 0; from < count; from += chunk) {
      const random = crypto.getRandomValues(new Uint8Array(8 * chunk))
      const made = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
        const at = new Date(begin + (from + index) * interval)
        return {
          partnerId,
          id: uuidv7(at.getTime(), 0, random, index * 8),
          memberId: ids[(from + index) % ids.length]!,
          type,
          number: Math.floor((from + index) / ids.length) + 1,
          occurredAt: at,
          createdAt: at,
          outcomes: null,
          orderedBy: null
        }
      })
      const data = made.map(({ id: recordId, number }, index) => ({
        partnerId,
        recordId,
        name: "",
        value: JSON.stringify({ total: (index * 7) % 100, items: number, channel: "web", coupon: "SPRING" })
      }))
      yield* database.transactionOn(Batch.succeed(undefined), () =>
        Effect.succeed(Batch.inOrder([Batch.of(insertActivities, made), Batch.of(insertTexts, data)]))
      )
      if (from % 20_000 === 0) progress(`loading activities ${bar(from, count)}`)
    }
  })

/** A rule that reads data, with limits per member and in all. */
const rule = {
  name: "large orders",
  coinValue: "2",
  maxNumberOfParticipant: "1000000",
  condition: "places a large order",
  limits: [
    { per: "member", period: "day", awards: 1 },
    { per: "rule", period: "month", coins: 400_000_000 }
  ],
  timeZone: "Europe/Berlin",
  when: { activity: type, conditions: { field: "data.total", is: "atLeast", value: 30 } }
} as const

const simulated = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: simulate`,
  run: async (bench) => {
    const store = open(bench)
    const client = store.client(await store.place())
    const layer = Layer.merge(Rewards.layer(), Database.layer).pipe(Layer.provide(client))
    const runtime = ManagedRuntime.make(layer)
    const [count, awards] = bench.quick ? [2000, 20] : [200_000, 500]
    const { award } = await runtime.runPromise(Awards)
    const { simulate } = await runtime.runPromise(Rules)
    await runtime.runPromise(Members)
    try {
      const scene = await runtime.runPromise(prepare({ members: 1000, rules: 1 }))
      const other = await runtime.runPromise(prepare({ members: 1000, rules: 1 }))
      await runtime.runPromise(load(scene, count, bench.progress))
      const from = new Date(begin).toISOString()
      const to = new Date(begin + count * interval).toISOString()
      const asked = { partnerId: scene.partnerId, rule, from, to }
      const start = performance.now()
      const found = await runtime.runPromise(simulate(asked))
      const seconds = (performance.now() - start) / 1000
      if (found.activities !== count) throw new Error(`simulated ${found.activities} of ${count} activities`)
      bench.progress(
        `${name}: ${seconds.toFixed(2)} s, ${JSON.stringify({ ...found, days: found.days.length })}`
      )

      let next = 0
      const timed = Effect.gen(function* () {
        const taken: Array<number> = []
        for (let index = 0; index < awards; index++) {
          const start = performance.now()
          yield* award(request(other, next++))
          taken.push(performance.now() - start)
        }
        return median(taken)
      })
      const [alone, beside] = await runtime.runPromise(
        Effect.gen(function* () {
          yield* timed
          const alone = yield* timed
          const running = yield* Effect.fork(Effect.forever(simulate(asked)))
          yield* Effect.sleep(100)
          const beside = yield* timed
          yield* Fiber.interrupt(running)
          return [alone, beside] as const
        })
      )
      const rate = count / seconds
      return [
        {
          workload: `simulate ${count.toLocaleString("en")} activities, ${store.name}`,
          baseline: "",
          ours: perSecond(rate),
          ratio: `${seconds.toFixed(1)} s`,
          target: "≤ 10 s",
          reached: rate >= 20_000
        },
        {
          workload: `another partner's award beside it, ${store.name}, p50; against alone`,
          baseline: millis(alone),
          ours: millis(beside),
          ratio: `${(beside / alone).toFixed(2)}×`,
          target: "≤ 2×",
          reached: beside <= 2 * alone
        }
      ]
    } finally {
      await runtime.dispose()
    }
  }
})

export const simulateWorkloads: ReadonlyArray<Workload> = [
  simulated("sqlite", sqlite),
  simulated("postgres", postgres)
]
