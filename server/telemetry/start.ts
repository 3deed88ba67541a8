import { Effect, Layer, Metric } from "effect"
import manifest from "../../package.json" with { type: "json" }
import type { Log } from "../log.ts"
import { metricsIn } from "./metrics.ts"
import { attributesOf, type Destination, makePost, type Refusal } from "./otlp.ts"
import { makeQueue } from "./queue.ts"
import { makeSampler, makeTracer, type SamplerOptions } from "./tracer.ts"

export interface TracesPlan extends Destination, SamplerOptions {
  /** Milliseconds for which a span waits for others. */
  readonly delay: number
  /** How many spans may wait. Further spans are dropped. */
  readonly capacity: number
}

export interface MetricsPlan extends Destination {
  /** Milliseconds between two exports. */
  readonly interval: number
}

/** Where telemetry is sent, as set by OpenTelemetry's standard variables. */
export interface TelemetryPlan {
  readonly resource: Readonly<Record<string, string>>
  readonly traces: TracesPlan | undefined
  readonly metrics: MetricsPlan | undefined
}

export interface Telemetry {
  /** Sends the spans of the engine. */
  readonly layer: Layer.Layer<never>
  /** Sends the rest, and stops. Takes a few seconds at most. */
  readonly close: () => Promise<void>
}

/** Milliseconds for sending the rest when the service stops. */
const lastWait = 3000

const droppedSpans = Metric.counter("rewards_spans_dropped_total", {
  description: "Spans that were dropped because the receiver was unavailable or too slow"
})

/** Logs an outage once when it begins, and once when it ends. */
const makeReport = (log: Log, what: string) => {
  let isAway = false
  return (refusal: Refusal | undefined): void => {
    if (refusal === undefined && isAway) log.info(`${what} are received again`)
    if (refusal !== undefined && !isAway)
      log.warn(
        `${what} are not received: ${refusal.reason}. The service continues; this is logged once per outage`
      )
    isAway = refusal !== undefined
  }
}

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds)}000000`

const { name, version } = manifest
const scope = { name, version }

const sendTraces = (plan: TracesPlan, resource: object, log: Log) => {
  const { abort, send } = makePost(plan)
  const queue = makeQueue({
    ...plan,
    abort,
    send: (spans) => send({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    onSent: makeReport(log, "traces"),
    onDrop: (count) => Effect.runSync(Metric.incrementBy(droppedSpans, count))
  })
  return {
    layer: Layer.setTracer(makeTracer(makeSampler(plan), queue.push)),
    close: () => queue.close(lastWait)
  }
}

/** Metrics are sums from the start of the process, so the next export includes whatever a failed one would have sent. */
const sendMetrics = (plan: MetricsPlan, resource: object, log: Log) => {
  const post = makePost(plan)
  const report = makeReport(log, "metrics")
  const started = nanoseconds(performance.timeOrigin)
  let sending: Promise<void> | undefined
  const send = (): Promise<void> => {
    const metrics = metricsIn(started, nanoseconds(Date.now()))
    return post.send({ resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }).then(report)
  }
  const timer = setInterval(() => {
    sending ??= send().finally(() => {
      sending = undefined
    })
  }, plan.interval)
  return {
    close: async () => {
      clearInterval(timer)
      // The last export includes everything that the one in flight has.
      post.abort()
      await sending
      const late = setTimeout(post.abort, lastWait)
      await send()
      clearTimeout(late)
    }
  }
}

export const start = (plan: TelemetryPlan, log: Log): Telemetry => {
  const facts = { "service.version": version, ...plan.resource }
  const resource = { attributes: attributesOf(Object.entries(facts)) }
  const traces = plan.traces && sendTraces(plan.traces, resource, log)
  const metrics = plan.metrics && sendMetrics(plan.metrics, resource, log)
  return {
    layer: traces?.layer ?? Layer.empty,
    close: async () => {
      await Promise.all([traces?.close(), metrics?.close()])
    }
  }
}
