import { Effect, Metric, type MetricKey, MetricState } from "effect"
import type { Summary } from "../lib/http.ts"

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Series {
  readonly labels: string
  count: number
  sum: number
  readonly buckets: Array<number>
}

const quote = (value: string): string =>
  value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`))

const tagsOf = (key: MetricKey.MetricKey.Untyped): string =>
  key.tags.map((tag) => `${tag.key}="${quote(tag.value)}"`).join(",")

const linesOf = (key: MetricKey.MetricKey.Untyped, state: MetricState.MetricState.Untyped) => {
  const tags = tagsOf(key)
  const labels = tags === "" ? "" : `{${tags}}`
  if (MetricState.isCounterState(state))
    return { type: "counter", lines: [`${key.name}${labels} ${state.count}`] }
  if (MetricState.isGaugeState(state))
    return { type: "gauge", lines: [`${key.name}${labels} ${state.value}`] }
  if (!MetricState.isHistogramState(state)) return undefined
  const buckets = state.buckets.map(([bound, count]) => {
    const le = bound > 1e300 ? "+Inf" : bound
    return `${key.name}_bucket{${tags}${tags && ","}le="${le}"} ${count}`
  })
  const totals = [`${key.name}_sum${labels} ${state.sum}`, `${key.name}_count${labels} ${state.count}`]
  return { type: "histogram", lines: [...buckets, ...totals] }
}

/** The library's own metrics, as its fibers keep them; all series of one name stand together under its type. */
const engineLines = (): ReadonlyArray<string> => {
  const byName = new Map<string, Array<string>>()
  for (const { metricKey, metricState } of Effect.runSync(Metric.snapshot)) {
    const found = linesOf(metricKey, metricState)
    if (found === undefined) continue
    const known = byName.get(metricKey.name) ?? [`# TYPE ${metricKey.name} ${found.type}`]
    byName.set(metricKey.name, [...known, ...found.lines])
  }
  return [...byName.values()].flat()
}

/** Requests by route and status with a latency histogram, and the engine's metrics, in Prometheus' text format. */
export const makeMetrics = () => {
  const series = new Map<string, Series>()

  const observe = ({ method, route, status, milliseconds }: Summary): void => {
    const labels = `method="${quote(method)}",route="${quote(route)}",status="${status}"`
    const found = series.get(labels) ?? { labels, count: 0, sum: 0, buckets: seconds.map(() => 0) }
    series.set(labels, found)
    found.count += 1
    found.sum += milliseconds / 1000
    for (const [index, bound] of seconds.entries()) {
      if (milliseconds / 1000 <= bound) found.buckets[index] = (found.buckets[index] ?? 0) + 1
    }
  }

  const print = (): string => {
    const lines = ["# TYPE rewards_http_request_seconds histogram"]
    for (const { labels, count, sum, buckets } of series.values()) {
      for (const [index, bound] of seconds.entries()) {
        lines.push(`rewards_http_request_seconds_bucket{${labels},le="${bound}"} ${buckets[index]}`)
      }
      lines.push(`rewards_http_request_seconds_bucket{${labels},le="+Inf"} ${count}`)
      lines.push(`rewards_http_request_seconds_sum{${labels}} ${sum}`)
      lines.push(`rewards_http_request_seconds_count{${labels}} ${count}`)
    }
    return `${[...lines, ...engineLines()].join("\n")}\n`
  }

  return { observe, print }
}
