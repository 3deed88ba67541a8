import { Effect, Metric, MetricBoundaries, MetricKey, MetricLabel, MetricState } from "effect"
import type { Summary } from "../lib/entries/http.ts"

const seconds = MetricBoundaries.fromIterable([
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5
])

/** Other methods share one series: a caller can send any word, and each would become a series. */
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])

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

const requests = MetricKey.histogram("rewards_http_request_seconds", seconds, "Time to answer a request")

const headOf = (key: MetricKey.MetricKey.Untyped, type: string): Array<string> => {
  const { description, name } = key
  const help = description._tag === "Some" ? [`# HELP ${name} ${description.value.replace(/\n/g, " ")}`] : []
  return [...help, `# TYPE ${name} ${type}`]
}

/** All metrics of this process in Prometheus' text format, with the series of one metric grouped under its type. */
const print = (): string => {
  const byName = new Map([[requests.name, headOf(requests, "histogram")]])
  for (const { metricKey, metricState } of Effect.runSync(Metric.snapshot)) {
    const found = linesOf(metricKey, metricState)
    if (found === undefined) continue
    const lines = byName.get(metricKey.name) ?? headOf(metricKey, found.type)
    byName.set(metricKey.name, lines)
    lines.push(...found.lines)
  }
  return `${[...byName.values()].flat().join("\n")}\n`
}

/** Counts requests by route and status, in Effect's registry, which also has the engine's metrics. */
export const makeMetrics = () => {
  const series = new Map<string, (value: number) => void>()

  /** Uses one metric per series, because it resolves its key once; a metric with labels would do so at every update. */
  const seriesOf = (method: string, route: string, status: number): ((value: number) => void) => {
    const name = `${method} ${status} ${route}`
    const known = series.get(name)
    if (known !== undefined) return known
    const labels = Object.entries({ method, route, status: String(status) })
    const key = MetricKey.taggedWithLabels(
      requests,
      labels.map(([label, value]) => MetricLabel.make(label, value))
    )
    const metric = Metric.fromMetricKey(key)
    const update = (value: number) => metric.unsafeUpdate(value, [])
    series.set(name, update)
    return update
  }

  const observe = ({ method, route, status, milliseconds }: Summary): void =>
    seriesOf(methods.has(method) ? method : "other", route, status)(milliseconds / 1000)

  return { observe, print }
}
