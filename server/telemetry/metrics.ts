import { Effect, Metric, type MetricKey, MetricKeyType, MetricState } from "effect"
import { attributesOf } from "./otlp.ts"

/** Sums are counted from the start of the process. */
const cumulative = 2

type Key = MetricKey.MetricKey.Untyped
type Point = Readonly<Record<string, unknown>>

/** A kind of metric: the name of its field in OTLP, and the properties of that field next to its points. */
interface Kind {
  readonly part: "sum" | "gauge" | "histogram"
  readonly facts: Readonly<Record<string, unknown>>
}

/** All points of one metric. */
interface Series {
  readonly head: Point
  readonly kind: Kind
  readonly points: Array<Point>
}

/** A counter is not always monotonic: Effect's counter of running fibers also decreases. */
const counterOf = ({ keyType, name }: Key): Kind => {
  const isMonotonic = name.endsWith("_total") || (MetricKeyType.isCounterKey(keyType) && keyType.incremental)
  return { part: "sum", facts: { aggregationTemporality: cumulative, isMonotonic } }
}
const gauge: Kind = { part: "gauge", facts: {} }
const histogram: Kind = { part: "histogram", facts: { aggregationTemporality: cumulative } }

/** Effect counts a value in every bucket whose bound it fits; OTLP only in the first of them. */
const bucketsOf = ({ buckets, count, max, min, sum }: MetricState.MetricState.Histogram): Point => {
  const bounded = buckets.filter(([bound]) => bound < 1e300)
  const counts = [...bounded.map(([, below]) => below), count]
  return {
    count: String(count),
    sum,
    ...(count > 0 && { min, max }),
    explicitBounds: bounded.map(([bound]) => bound),
    bucketCounts: counts.map((below, index) => String(below - (counts[index - 1] ?? 0)))
  }
}

const measured = (key: Key, state: MetricState.MetricState.Untyped): readonly [Kind, Point] | undefined => {
  if (MetricState.isCounterState(state)) return [counterOf(key), { asDouble: Number(state.count) }]
  if (MetricState.isGaugeState(state)) return [gauge, { asDouble: Number(state.value) }]
  if (MetricState.isHistogramState(state)) return [histogram, bucketsOf(state)]
  return undefined
}

const headOf = ({ description, name }: Key) => ({
  name,
  ...(description._tag === "Some" && { description: description.value }),
  ...(name.endsWith("_seconds") && { unit: "s" })
})

/** All metrics of Effect's registry, the same as `/metrics` prints, in OTLP's JSON form. Times are nanoseconds. */
export const metricsIn = (started: string, now: string): ReadonlyArray<Point> => {
  const byName = new Map<string, Series>()
  for (const { metricKey, metricState } of Effect.runSync(Metric.snapshot)) {
    const found = measured(metricKey, metricState)
    if (found === undefined) continue
    const [kind, point] = found
    const known: Series = byName.get(metricKey.name) ?? { head: headOf(metricKey), kind, points: [] }
    byName.set(metricKey.name, known)
    const attributes = attributesOf(metricKey.tags.map(({ key, value }) => [key, value]))
    known.points.push({ attributes, startTimeUnixNano: started, timeUnixNano: now, ...point })
  }
  return Array.from(byName.values(), ({ head, kind: { facts, part }, points }) => ({
    ...head,
    [part]: { ...facts, dataPoints: points }
  }))
}
