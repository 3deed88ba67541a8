import { median, ratios } from "../measure.ts"
import { perSecond, type Row, times } from "../table.ts"
import type { Figures } from "./load.ts"

type Rounds = ReadonlyArray<Figures>

const ratesOf = (rounds: Rounds) => rounds.map(({ rate }) => rate)
const p99Of = (rounds: Rounds) => rounds.map(({ p99 }) => p99)

export const rateRow = (workload: string, ours: Rounds, baseline: Rounds, target: number): Row => {
  const ratio = ratios(ratesOf(ours), ratesOf(baseline))
  return {
    workload,
    baseline: perSecond(median(ratesOf(baseline))),
    ours: perSecond(median(ratesOf(ours))),
    ratio: times(ratio),
    target: `≥ ${target}×`,
    reached: ratio.median >= target
  }
}

const words = (rounds: Rounds) => `${median(p99Of(rounds)).toFixed(1)} ms`

export const p99Row = (workload: string, ours: Rounds, baseline: Rounds, target: number): Row => {
  const ratio = ratios(p99Of(ours), p99Of(baseline))
  return {
    workload: `${workload}: p99`,
    baseline: words(baseline),
    ours: words(ours),
    ratio: times(ratio),
    target: `≤ ${target}×`,
    reached: ratio.median <= target
  }
}

type Measured = Figures & { readonly cpu: number }

const withCpu = (rounds: ReadonlyArray<Measured>): string =>
  `${perSecond(median(ratesOf(rounds)))}, ${median(rounds.map(({ cpu }) => cpu)).toFixed(1)} µs of CPU`

/** A row with the CPU time of a request beside the rate. Without a target it is always reached. */
export const cpuRow = (
  workload: string,
  ours: ReadonlyArray<Measured>,
  baseline: ReadonlyArray<Measured>,
  target: number | undefined
): Row => ({
  ...rateRow(workload, ours, baseline, target ?? 0),
  baseline: withCpu(baseline),
  ours: withCpu(ours),
  ...(target === undefined && { target: "none" })
})
