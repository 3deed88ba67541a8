import type { Bench, Workload } from "../bench.ts"
import { type Contestant, interleave, median, ratios, throughput } from "../measure.ts"
import { withOurs } from "../ours.ts"
import { ours, type Store } from "../race.ts"
import { byAmount } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const callers = 256

/** A hot rule with a unit, against one without. Both stay open and take turns, each on its own database. */
const amountThroughput = (name: string, open: (bench: Bench) => Store): Workload => ({
  name: `${name}: a rule with a unit`,
  run: async (bench) => {
    const store = open(bench)
    const title = `${name}: a rule with a unit`
    const places: Array<string> = []
    const enter = async (amount: boolean): Promise<Contestant> => {
      const place = await store.place()
      places.push(place)
      const size = { members: 1000, rules: 1 }
      const scene = await withOurs(store.client(place), (library) =>
        library.prepare(amount ? { ...size, unit: byAmount.unit } : size)
      )
      return ours(store, callers)(place, amount ? { ...scene, amount: byAmount.amount } : scene)
    }
    const contestants = { plain: await enter(false), amount: await enter(true) }
    const [count, rounds] = bench.quick ? [300, 1] : [6000, 20]
    try {
      const rates = await interleave(["plain", "amount"], rounds, async (which, round) => {
        const rate = await throughput(contestants[which], round * count, count)
        bench.progress(`${title}: ${which}, turn ${round} of ${rounds}: ${rate.toPrecision(4)}`)
        return rate
      })
      const ratio = ratios(rates.amount, rates.plain)
      return [
        {
          workload: `${callers} callers, a hot rule with a unit, ${store.name}; against the same without`,
          baseline: perSecond(median(rates.plain)),
          ours: perSecond(median(rates.amount)),
          ratio: times(ratio),
          target: "≥ 0.95×",
          reached: ratio.median >= 0.95
        }
      ]
    } finally {
      for (const contestant of Object.values(contestants)) await contestant.close()
      for (const place of places) await withOurs(store.client(place), (library) => library.verify())
    }
  }
})

export const amountWorkloads: ReadonlyArray<Workload> = [
  amountThroughput("sqlite", sqlite),
  amountThroughput("postgres", postgres)
]
