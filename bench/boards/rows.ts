import { median, ratios } from "../measure.ts"
import { millis, type Row, times } from "../table.ts"

export const percentile = (values: ReadonlyArray<number>, part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

/** What one contestant took in each round, by a figure such as the median of its questions. */
export type Rounds = ReadonlyArray<number>

interface Comparison {
  readonly workload: string
  readonly baseline: Rounds
  readonly ours: Rounds
  readonly target: number
}

/** Ours may take so many times what the baseline takes. */
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

/** The baseline takes at least so many times what ours takes. */
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
