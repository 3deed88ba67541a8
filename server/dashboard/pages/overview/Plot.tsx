import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { csvOf } from "../../../../lib/schema/csv.ts"
import { dayName } from "../../parts/days.ts"
import { rounded } from "../../parts/numbers.ts"
import { saveCsv } from "../../parts/save.ts"
import { overview } from "../../words/common.ts"
import { heightOn, type Scale } from "./figures.ts"

interface FigureProps {
  readonly title: string
  /** The period, and what else the heading says. */
  readonly when: string
  /** The file's name without its ending, and its rows. */
  readonly csv: { readonly name: string; readonly rows: () => ReadonlyArray<ReadonlyArray<string>> }
  /** The same numbers as a table. */
  readonly table?: () => ComponentChildren
  /** Further links of the heading. */
  readonly links?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of the overview: its heading with the period, a plot or a list, and the table and the CSV behind it. */
export const Figure = ({ children, csv, links, table, title, when }: FigureProps) => {
  const [asTable, setAsTable] = useState(false)
  return (
    <section>
      <div class="head">
        <h2>
          {title} <small>{when}</small>
        </h2>
        <span class="out">
          {links}
          {table && (
            <button type="button" class="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {overview.table}
            </button>
          )}
          <button type="button" class="link" onClick={() => saveCsv(`${csv.name}.csv`, csvOf(csv.rows()))}>
            CSV
          </button>
        </span>
      </div>
      {asTable && table ? table() : children}
    </section>
  )
}

interface PlotProps {
  /** What the plot shows, for readers who do not see it. */
  readonly label: string
  readonly days: ReadonlyArray<string>
  readonly scale: Scale
  readonly height: number
  /** The index of the chosen day. */
  readonly chosen: number
  readonly choose: (index: number) => void
  /** What the line under the plot says about the chosen day. */
  readonly words: string
  readonly children: ComponentChildren
}

/** The days with a label: the first, the last, and three between them. */
const labelled = (days: ReadonlyArray<string>): ReadonlyArray<number> =>
  Array.from(new Set([0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * (days.length - 1)))))

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 7,
  PageUp: (at) => at + 7,
  Home: () => 0,
  End: (_, last) => last
}

/** A plot over days. The arrow keys, a touch or the pointer choose the day that the line below reads out. */
export const Plot = ({ children, choose, chosen, days, height, label, scale, words }: PlotProps) => {
  const last = days.length - 1
  const chooseAt = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * days.length))))
  }
  return (
    <div class="dayplot">
      <div class="marks" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ top: `${heightOn(scale, tick)}%` }}>
            {rounded(Math.abs(tick))}
          </span>
        ))}
      </div>
      <div
        class="area"
        style={{ height: `${height}px` }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={words}
        onPointerMove={chooseAt}
        onPointerDown={chooseAt}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          choose(Math.min(last, Math.max(0, step(chosen, last))))
        }}
      >
        {scale.ticks.map((tick) => (
          <i
            key={tick}
            class={tick === 0 ? "rule zero" : "rule"}
            style={{ top: `${heightOn(scale, tick)}%` }}
          />
        ))}
        <i class="cursor" style={{ left: `${((chosen + 0.5) / days.length) * 100}%` }} />
        {children}
      </div>
      <div class="dates" aria-hidden="true">
        {labelled(days).map((index) => (
          <span
            key={index}
            class={index === last && index > 0 ? "last" : undefined}
            style={{ left: index === last ? "100%" : `${(index / days.length) * 100}%` }}
          >
            {dayName(days[index] ?? "")}
          </span>
        ))}
      </div>
    </div>
  )
}

interface LineProps {
  readonly values: ReadonlyArray<number>
  readonly scale: Scale
  readonly kind: "now" | "before"
}

/** A line over days. */
export const Line = ({ kind, scale, values }: LineProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    <path
      class={kind}
      d={values
        .map((value, index) => {
          const x = ((index + 0.5) / values.length) * 100
          return `${index === 0 ? "M" : "L"}${x.toFixed(2)} ${heightOn(scale, value).toFixed(2)}`
        })
        .join(" ")}
    />
  </svg>
)

/** The day that a reader has chosen, at first the last. It stays the last while days are added. */
export const useChosen = (days: ReadonlyArray<unknown>) => {
  const [fromEnd, setFromEnd] = useState(0)
  const last = days.length - 1
  const chosen = Math.max(0, last - fromEnd)
  return [chosen, (index: number) => setFromEnd(last - index)] as const
}
