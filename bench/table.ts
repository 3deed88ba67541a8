import type { Spread } from "./measure.ts"

export interface Row {
  readonly workload: string
  readonly baseline: string
  readonly ours: string
  readonly ratio: string
  readonly target: string
  readonly reached: boolean
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString("en")}/s`

export const millis = (duration: number): string => `${duration.toFixed(3)} ms`

export const times = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)}× (${min.toFixed(2)}–${max.toFixed(2)})`

const columns = ["workload", "baseline", "ours", "ratio (spread)", "target", "reached"]

export const table = (rows: ReadonlyArray<Row>): string =>
  [
    columns,
    columns.map(() => "---"),
    ...rows.map((row) => [
      row.workload,
      row.baseline,
      row.ours,
      row.ratio,
      row.target,
      row.reached ? "yes" : "no"
    ])
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
