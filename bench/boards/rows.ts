import { median, ratios } from "../measure.ts"
import { millis, type Row, times } from "../table.ts"

export const percentile = (values: ReadonlyArray<number>, part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

/** One contestant's figure for each round, such as the median latency. */
export type Rounds = ReadonlyArray<number>

interface Comparison {
  readonly workload: string
  readonly baseline: Rounds
  readonly ours: Rounds
  readonly target: number
}

/** The library may take at most `target` times as long as the baseline. */
export const atMost = ({ workload, baseline, ours, target }: Comparison): Row => {
  const ratio = ratios(ours, baseline)
  return {
    workload,
    baseline: millis(median(baseline)),
    ours: millis(median(ours)),
    ratio: times(ratio),
    target: `≤ ${target}×`,
    reached: ratio.median <= target
  }
}

/** The baseline takes at least `target` times as long as the library. */
export const faster = ({ workload, baseline, ours, target }: Comparison): Row => {
  const ratio = ratios(baseline, ours)
  return {
    workload,
    baseline: millis(median(baseline)),
    ours: millis(median(ours)),
    ratio: `${times(ratio)} as fast`,
    target: `≥ ${target}×`,
    reached: ratio.median >= target
  }
}
