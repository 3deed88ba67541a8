import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { parts } from "../words/common.ts"
import { exact, rounded } from "./numbers.ts"
import { Table } from "./Table.tsx"

export interface Bar {
  /** The label on the axis, such as "17 Oct". */
  readonly label: string
  readonly value: number
  /** True for the current day. */
  readonly current?: boolean
  /** The value of the day to compare with. */
  readonly other?: number
}

interface Props {
  /** What the bars show, such as "Coins awarded by day". */
  readonly caption: string
  readonly title: ComponentChildren
  readonly unit: string
  readonly bars: ReadonlyArray<Bar>
  /** What the labels are. */
  readonly column?: string
  /** The order of the rows in the table. By default the last bar comes first, as the newest day. */
  readonly order?: "ascending" | "descending"
  /** What `value` and `other` of the bars are, if they have both. */
  readonly series?: { readonly value: Series; readonly other: Series } | undefined
}

interface Series {
  readonly name: string
  /** What the values add up to, such as "20 coins". */
  readonly sum: string
}

/** The end of the axis: the next round number whose half is round too. */
const niceMax = (most: number): number => {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 1.6, 2, 3, 4, 5, 6, 8].find((step) => step * power >= most) ?? 10) * power
}

const height = 150

/** How high a value is drawn. A small value stays visible. */
const heightOf = (value: number, top: number): number => Math.max((value / top) * height, value > 0 ? 2 : 0)

/** What the bars and the dotted lines are, and their sums. */
const Key = ({ series }: { readonly series: NonNullable<Props["series"]> }) => (
  <p class="key">
    {(["value", "other"] as const).map((which) => (
      <span key={which}>
        <i class={which} aria-hidden="true" />
        {series[which].name}, {series[which].sum}
      </span>
    ))}
  </p>
)

const Plot = ({ bars, caption, series, unit }: Pick<Props, "bars" | "caption" | "series" | "unit">) => {
  const top = niceMax(Math.max(...bars.flatMap(({ other = 0, value }) => [value, other]), 0))
  const step = 100 / Math.max(1, bars.length)
  // Labels the first and the last bar, and three between them at equal distances.
  const labelled = new Set([0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * (bars.length - 1))))
  return (
    <div class="plot">
      <div class="scale" aria-hidden="true">
        <span>{rounded(top)}</span>
        <span>{rounded(top / 2)}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={parts.seeTable(caption)} height={height}>
        <line class="grid" x1="0" x2="100%" y1="0.5" y2="0.5" />
        <line class="grid" x1="0" x2="100%" y1="50%" y2="50%" />
        {bars.map(({ current, label, value }, index) => (
          <rect
            key={label}
            class={current ? "bar current" : "bar"}
            x={`${index * step + step * 0.1}%`}
            width={`${step * 0.8}%`}
            y={height - heightOf(value, top)}
            height={heightOf(value, top)}
            rx="2"
          >
            <title>{`${label}: ${exact(value)} ${unit}`}</title>
          </rect>
        ))}
        {bars.map(({ label, other }, index) =>
          other === undefined ? null : (
            <line
              key={label}
              class="other"
              x1={`${index * step}%`}
              x2={`${(index + 1) * step}%`}
              y1={height - heightOf(other, top)}
              y2={height - heightOf(other, top)}
            >
              <title>{`${label}: ${exact(other)} ${unit}, ${series?.other.name}`}</title>
            </line>
          )
        )}
        <line class="axis" x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <div class="days" aria-hidden="true">
        {bars
          .filter((_, index) => labelled.has(index))
          .map(({ label }) => (
            <span key={label}>{label}</span>
          ))}
      </div>
    </div>
  )
}

/** A bar chart that can be switched to a table of the same numbers. */
export const Bars = ({
  bars,
  caption,
  column = parts.day,
  order = "descending",
  series,
  title,
  unit
}: Props) => {
  const [asTable, setAsTable] = useState(false)
  return (
    <section>
      <div class="head">
        <h2>{title}</h2>
        <button type="button" class="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {parts.asTable}
        </button>
      </div>
      {asTable ? (
        <Table
          caption={caption}
          columns={[
            { title: column, cell: ({ label }) => label },
            { title: series?.value.name ?? unit, numeric: true, cell: ({ value }) => exact(value) },
            ...(series === undefined
              ? []
              : [{ title: series.other.name, numeric: true, cell: ({ other = 0 }: Bar) => exact(other) }])
          ]}
          rows={order === "ascending" ? bars : bars.toReversed()}
          keyOf={({ label }) => label}
        />
      ) : (
        <div class="panel">
          <Plot bars={bars} caption={caption} series={series} unit={unit} />
          {series && <Key series={series} />}
        </div>
      )}
    </section>
  )
}
