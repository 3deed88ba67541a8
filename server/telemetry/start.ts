import { Effect, Layer, Metric } from "effect"
import manifest from "../../package.json" with { type: "json" }
import type { Log } from "../log.ts"
import type { MetricsPlan, Telemetry, TelemetryPlan, TracesPlan } from "../telemetry.ts"
import { attributesOf } from "./attributes.ts"
import { metricsIn } from "./metrics.ts"
import { makePost, type Refusal } from "./post.ts"
import { makeQueue } from "./queue.ts"
import { makeSampler } from "./sampler.ts"
import { makeTracer } from "./tracer.ts"

/** Milliseconds that what is left has to be received when the service stops. */
const lastWait = 3000

const droppedSpans = Metric.counter("rewards_spans_dropped_total", {
  description: "Spans that were not received, because the receiver was away or too slow"
})

/** Tells an outage once, and its end. */
const makeReport = (log: Log, what: string) => {
  let isAway = false
  return (refusal: Refusal | undefined): void => {
    if (refusal === undefined && isAway) log.info(`${what} are received again`)
    if (refusal !== undefined && !isAway)
      log.warn(
        `${what} are not received: ${refusal.reason}. The service goes on; this is not told again until they are`
      )
    isAway = refusal !== undefined
  }
}

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds)}000000`

const { name, version } = manifest
const scope = { name, version }

const sendTraces = (plan: TracesPlan, resource: object, log: Log) => {
  const { giveUp, send } = makePost(plan)
  const queue = makeQueue({
    ...plan,
    giveUp,
    send: (spans) => send({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    onSent: makeReport(log, "traces"),
    onDrop: (count) => Effect.runSync(Metric.incrementBy(droppedSpans, count))
  })
  return {
    layer: Layer.setTracer(makeTracer(makeSampler(plan), queue.push)),
    close: () => queue.close(lastWait)
  }
}

/** Metrics are sums since the start, so what was not received is in the next sending. */
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
      // The last sending has all that one on its way has.
      post.giveUp()
      await sending
      const late = setTimeout(post.giveUp, lastWait)
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
