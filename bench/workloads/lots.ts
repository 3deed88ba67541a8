import { Effect, Layer, ManagedRuntime } from "effect"
import { Adjustments, Awards, Members, Partners, Rewards, Rules, Transfers } from "laurel-rewards/effect"
import type { Bench, Workload } from "../bench.ts"
import { type Contestant, interleave, latency, median, ratios, throughput } from "../measure.ts"
import { withOurs } from "../ours.ts"
import { ours, type Store } from "../race.ts"
import { coinValue, type SceneSize } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { millis, perSecond, times } from "../table.ts"

const callers = 256
const chunk = 1000

/** Hot rules with and without the fields of coins in time. All stay open and take turns, each on its own database. */
const lotThroughput = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: lots, awards`,
  run: async (bench) => {
    const store = open(bench)
    const title = `${name}: lots, awards`
    const places: Array<string> = []
    const enter = async (fields: Partial<SceneSize>): Promise<Contestant> => {
      const place = await store.place()
      places.push(place)
      const scene = await withOurs(store.client(place), (library) =>
        library.prepare({ members: 1000, rules: 1, ...fields })
      )
      return ours(store, callers)(place, scene)
    }
    const contestants = {
      plain: await enter({}),
      expiring: await enter({ coinsExpire: "P1Y" }),
      pending: await enter({ pendingDays: 30 })
    }
    const [count, rounds] = bench.quick ? [300, 1] : [6000, 20]
    try {
      const names = ["plain", "expiring", "pending"] as const
      const figures = await interleave(names, rounds, async (which, round) => {
        const before = process.cpuUsage()
        const rate = await throughput(contestants[which], round * count, count)
        const { system, user } = process.cpuUsage(before)
        const cpu = (user + system) / count
        bench.progress(
          `${title}: ${which}, turn ${round} of ${rounds}: ${rate.toPrecision(4)}, ${cpu.toFixed(1)} µs of a core`
        )
        return { rate, cpu }
      })
      const rates = (which: (typeof names)[number]) => figures[which].map(({ rate }) => rate)
      const cpus = (which: (typeof names)[number]) => figures[which].map(({ cpu }) => cpu)
      const row = (which: "expiring" | "pending", field: string, least: number) => {
        const ratio = ratios(rates(which), rates("plain"))
        // Other load on the machine does not change the time that a process uses. On PostgreSQL, the server's is missing.
        const byCpu = ratios(cpus("plain"), cpus(which)).median
        return {
          workload: `${callers} callers, a hot rule with ${field}, ${store.name}; against the same without`,
          baseline: perSecond(median(rates("plain"))),
          ours: perSecond(median(rates(which))),
          ratio: `${times(ratio)}, by CPU time ${byCpu.toFixed(2)}×`,
          target: `≥ ${least}×`,
          reached: ratio.median >= least
        }
      }
      return [row("expiring", "coinsExpire", 0.8), row("pending", "pendingDays", 0.7)]
    } finally {
      for (const contestant of Object.values(contestants)) await contestant.close()
      for (const place of places) await withOurs(store.client(place), (library) => library.verify())
    }
  }
})

/** Runs `use` on the services of a partner with a rule whose coins expire and one whose coins do not. */
const withPartner = async <A>(
  store: Store,
  use: (partner: Awaited<ReturnType<typeof openPartner>>) => Promise<A>
): Promise<A> => {
  const partner = await openPartner(store)
  try {
    return await use(partner)
  } finally {
    await partner.close()
  }
}

const openPartner = async (store: Store) => {
  const place = await store.place()
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), store.client(place))
  const runtime = ManagedRuntime.make(layer)
  const services = Effect.all({
    adjustments: Adjustments,
    awards: Awards,
    members: Members,
    transfers: Transfers,
    partners: Partners,
    rules: Rules
  })
  const { adjustments, awards, members, partners, rules, transfers } = await runtime.runPromise(services)
  const { id: partnerId } = await runtime.runPromise(partners.register({ name: "bench" }))
  const condition = { condition: "does what is measured", maxNumberOfParticipant: "1000000" }
  const rule = { partnerId, name: "expires", coinValue: String(coinValue), coinsExpire: "P1Y", ...condition }
  await runtime.runPromise(rules.create(rule))
  const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => runtime.runPromise(effect)
  return {
    onboard: (userIds: ReadonlyArray<string>) =>
      run(members.onboardMany(userIds.map((userId) => ({ partnerId, userId })))),
    /** Credits coins that expire after so many days; null for coins that do not expire. */
    credit: async (credits: ReadonlyArray<{ userId: string; coins: number; days: number | null }>) => {
      for (let from = 0; from < credits.length; from += chunk) {
        const some = credits.slice(from, from + chunk).map(({ coins, days, userId }) => ({
          partnerId,
          userId,
          coins,
          debitOrCredit: "CR" as const,
          reason: "bench",
          ...(days === null ? {} : { coinsExpire: `P${days}D` })
        }))
        const refused = (await run(adjustments.adjustMany(some))).find(({ _tag }) => _tag === "Left")
        if (refused !== undefined) throw new Error(`a credit was refused: ${JSON.stringify(refused)}`)
      }
    },
    award: (userId: string) => run(awards.award({ partnerId, userId, ruleName: "expires" })),
    spend: (userId: string, coins: number) => run(transfers.transfer({ partnerId, userId, coins })),
    wallet: (userId: string) => run(members.wallet({ partnerId, userId })),
    list: (userId: string) => run(transfers.list({ partnerId, userId, limit: 10 })),
    close: async () => {
      await runtime.dispose()
      await withOurs(store.client(place), (library) => library.verify())
    }
  }
}

const lotsOfSpend = 12
const spent = lotsOfSpend * coinValue

/** One caller spends all coins of one member after another: those of twelve lots, or those that do not expire. */
const lotSpending = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: lots, spending`,
  run: async (bench) => {
    const store = open(bench)
    const [count, rounds] = bench.quick ? [20, 2] : [100, 20]
    const numbers = Array.from({ length: count * (rounds + 1) }, (_, index) => index)
    return withPartner(store, async ({ credit, onboard, spend }) => {
      for (let from = 0; from < numbers.length; from += chunk) {
        const some = numbers.slice(from, from + chunk)
        await onboard(some.flatMap((n) => [`lots-${n}`, `plain-${n}`]).slice(0, chunk))
        await onboard(some.flatMap((n) => [`lots-${n}`, `plain-${n}`]).slice(chunk))
        await credit(some.map((n) => ({ userId: `plain-${n}`, coins: spent, days: null })))
        for (let day = 1; day <= lotsOfSpend; day++) {
          await credit(some.map((n) => ({ userId: `lots-${n}`, coins: coinValue, days: day })))
        }
        bench.progress(`${name}: lots, spending: ${from + some.length} wallets`)
      }
      const taken = await interleave(["lots", "plain"], rounds, (which, round) =>
        latency(
          async (from, many, taken) => {
            for (let index = from; index < from + many; index++) {
              const start = performance.now()
              await spend(`${which}-${index}`, spent)
              taken?.push(performance.now() - start)
            }
          },
          round * count,
          count
        )
      )
      const ratio = ratios(taken.lots, taken.plain)
      return [
        {
          workload: `one caller spends coins of ${lotsOfSpend} lots, ${store.name}, p50; against coins without lots`,
          baseline: millis(median(taken.plain)),
          ours: millis(median(taken.lots)),
          ratio: times(ratio),
          target: "≤ 1.5×",
          reached: ratio.median <= 1.5
        }
      ]
    })
  }
})

const decade = 3650
const most = 2

/** What one caller does with a wallet that has a lot on each day of ten years, against a wallet without lots. */
const lotWallet = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: lots of ten years`,
  run: async (bench) => {
    const store = open(bench)
    const [count, rounds] = bench.quick ? [10, 2] : [50, 20]
    return withPartner(store, async ({ award, credit, list, onboard, spend, wallet }) => {
      await onboard(["lots", "plain"])
      const days = Array.from({ length: bench.quick ? 365 : decade }, (_, index) => index + 1)
      await credit(days.map((day) => ({ userId: "lots", coins: coinValue, days: day })))
      await credit(days.map(() => ({ userId: "plain", coins: coinValue, days: null })))
      const calls = {
        "is read": wallet,
        "lists its transactions": list,
        "spends a coin": (userId: string) => spend(userId, 1),
        "gets an award": award
      }
      const rows = []
      for (const [what, call] of Object.entries(calls)) {
        const taken = await interleave(["lots", "plain"], rounds, (which) =>
          latency(
            async (_, many, taken) => {
              for (let index = 0; index < many; index++) {
                const start = performance.now()
                await call(which)
                taken?.push(performance.now() - start)
              }
            },
            0,
            count
          )
        )
        rows.push({
          workload: `a wallet with ${days.length} lots ${what}, ${store.name}, p50; against one without`,
          baseline: millis(median(taken.plain)),
          ours: millis(median(taken.lots)),
          ratio: times(ratios(taken.lots, taken.plain)),
          target: `< ${most} ms`,
          reached: median(taken.lots) < most
        })
      }
      return rows
    })
  }
})

const stores = [
  ["sqlite", sqlite],
  ["postgres", postgres]
] as const

export const lotWorkloads: ReadonlyArray<Workload> = stores.flatMap(([name, open]) => [
  lotThroughput(name, open),
  lotSpending(name, open),
  lotWallet(name, open)
])
