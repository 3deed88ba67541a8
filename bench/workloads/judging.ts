import { maxData } from "../../lib/rewards/activities/Activity.ts"
import { type Facts, judge } from "../../lib/rewards/activities/judge.ts"
import { type Conditions, checkWhen, type Leaf } from "../../lib/rewards/activities/When.ts"
import { maxRulesOfActivity } from "../../lib/rewards/rules/activityLimit.ts"
import type { Workload } from "../bench.ts"
import { median } from "../measure.ts"
import { millis } from "../table.ts"

const leaves = 40
/** Slow conditions: each fails late, so that the whole text, list or path is read. */
const worstLeaves: Readonly<Record<string, (index: number) => Leaf>> = {
  "deep paths": (index) => ({
    field: `data.a.b.c.d.leaf${60 + index}`,
    is: "atLeast",
    value: 1_000_000
  }),
  "long texts": (index) => ({
    field: "data.a.b.c.d.text",
    is: "moreThan",
    value: `${"y".repeat(130)}😀${index}`
  }),
  "long lists": (index) => ({
    field: "data.a.b.c.d.text",
    is: "in",
    value: Array.from({ length: 26 }, (_, each) => `${index % 10}${each}`)
  }),
  "local times": (index) => ({
    field: index % 2 === 0 ? "local.date" : "local.hour",
    is: "atLeast",
    value: index % 2 === 0 ? "2999-01-01" : 23
  })
}

/** 40 leaves in 4 levels: groups of 10 that are nested in one another. */
const nested = (leaf: (index: number) => Leaf): Conditions => {
  const ten = (group: number) => Array.from({ length: 10 }, (_, index) => leaf(group * 10 + index))
  return { any: [...ten(0), ...ten(1), { all: [...ten(2), { any: ten(3) }] }] }
}

/** The largest data: 100 leaves, 5 levels and almost 8 KiB. */
const data: Facts["data"] = {
  a: {
    b: {
      c: {
        d: {
          text: `${"y".repeat(250)}😀`,
          ...Object.fromEntries(
            Array.from({ length: maxData.leaves - 1 }, (_, index) => [
              `leaf${index}`,
              index < 60 ? "x".repeat(105) : 1
            ])
          )
        }
      }
    }
  }
}

const zones = Intl.supportedValuesOf("timeZone").slice(0, maxRulesOfActivity)

/** The CPU time in milliseconds that it takes to judge all rules of a type once. */
const judgeAll = (conditions: ReadonlyArray<Conditions>, round: number): number => {
  const occurredAt = new Date(Date.now() - round * 60_000)
  const start = process.cpuUsage()
  const repeat = 20
  for (let time = 0; time < repeat; time++) {
    // Every activity has data of its own, so that nothing is remembered about it.
    const fresh = { ...data }
    conditions.forEach((each, index) => {
      const timeZone = zones[index % zones.length] ?? "UTC"
      judge(each, { data: fresh, attributes: {}, activities: 1, paid: 0, occurredAt, timeZone })
    })
  }
  const { system, user } = process.cpuUsage(start)
  return (user + system) / 1000 / repeat
}

/** The slowest rules that are allowed, on the largest data that is allowed. */
export const judging: Workload = {
  name: "judging: the slowest rules on the largest data",
  run: async (bench) =>
    Object.entries(worstLeaves).map(([words, leaf]) => {
      const conditions = Array.from({ length: maxRulesOfActivity }, () => nested(leaf))
      const faults = checkWhen({ activity: "order.placed", conditions: conditions[0] })
      if (faults.length > 0) throw new Error(JSON.stringify(faults))
      const rounds = bench.quick ? 3 : 30
      const taken = Array.from({ length: rounds + 1 }, (_, round) => judgeAll(conditions, round)).slice(1)
      const figure = median(taken)
      return {
        workload: `judging ${maxRulesOfActivity} rules of ${leaves} ${words}, CPU`,
        baseline: "",
        ours: millis(figure),
        ratio: `${Math.min(...taken).toFixed(2)}–${Math.max(...taken).toFixed(2)} ms`,
        target: "< 2 ms",
        reached: figure < 2
      }
    })
}
