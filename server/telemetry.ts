import type { Layer } from "effect"
import type { Log } from "./log.ts"
import { readPairs, redacted, type Settings } from "./settings.ts"

/** Where one kind of telemetry goes. */
export interface Destination {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds that the receiver has to answer. */
  readonly timeout: number
}

export interface TracesPlan extends Destination {
  readonly sampler: Settings["OTEL_TRACES_SAMPLER"]
  readonly ratio: number
  /** Milliseconds for which a span waits for others. */
  readonly delay: number
  /** Spans that may wait; more are dropped. */
  readonly capacity: number
}

export interface MetricsPlan extends Destination {
  /** Milliseconds from one sending to the next. */
  readonly interval: number
}

/** What is sent where, by the standard variables of OpenTelemetry. */
export interface TelemetryPlan {
  readonly resource: Readonly<Record<string, string>>
  readonly traces: TracesPlan | undefined
  readonly metrics: MetricsPlan | undefined
}

/** What sends telemetry. */
export interface Telemetry {
  /** Sends the spans of the engine. */
  readonly layer: Layer.Layer<never>
  /** Sends what is left, and ends. Takes no longer than a few seconds. */
  readonly close: () => Promise<void>
}

const resourceOf = (settings: Settings): TelemetryPlan["resource"] => {
  const given = readPairs(settings.OTEL_RESOURCE_ATTRIBUTES ?? "") ?? {}
  return {
    "service.name": "laurel-rewards",
    ...given,
    ...(settings.OTEL_SERVICE_NAME && { "service.name": settings.OTEL_SERVICE_NAME })
  }
}

/** An address of its own is used as it is; the common one is where both kinds have their paths. */
const addressOf = (own: string | undefined, common: string | undefined, path: string): string =>
  own ?? `${(common ?? "http://localhost:4318").replace(/\/+$/, "")}${path}`

/**
 * Undefined, where nothing is to be sent. OpenTelemetry would send by default; here an address asks for it, or an exporter that is
 * named.
 */
export const planTelemetry = (settings: Settings): TelemetryPlan | undefined => {
  if (settings.OTEL_SDK_DISABLED === "true") return undefined
  const common = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  const ownTraces = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const ownMetrics = settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT
  const asked = (exporter: "otlp" | "none" | undefined, own: string | undefined): boolean =>
    exporter === undefined ? (own ?? common) !== undefined : exporter === "otlp"
  const shared = {
    headers: readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    timeout: settings.OTEL_EXPORTER_OTLP_TIMEOUT
  }
  const traces: TracesPlan | undefined = asked(settings.OTEL_TRACES_EXPORTER, ownTraces)
    ? {
        ...shared,
        url: addressOf(ownTraces, common, "/v1/traces"),
        sampler: settings.OTEL_TRACES_SAMPLER,
        ratio: settings.OTEL_TRACES_SAMPLER_ARG,
        delay: settings.OTEL_BSP_SCHEDULE_DELAY,
        capacity: settings.OTEL_BSP_MAX_QUEUE_SIZE
      }
    : undefined
  const metrics: MetricsPlan | undefined = asked(settings.OTEL_METRICS_EXPORTER, ownMetrics)
    ? {
        ...shared,
        url: addressOf(ownMetrics, common, "/v1/metrics"),
        interval: settings.OTEL_METRIC_EXPORT_INTERVAL
      }
    : undefined
  return traces === undefined && metrics === undefined
    ? undefined
    : { resource: resourceOf(settings), traces, metrics }
}

/** For people: what is sent where, without passwords. */
export const summaryOf = ({ metrics, traces }: TelemetryPlan): string =>
  [
    ...(traces === undefined ? [] : [`traces to ${redacted(traces.url)}`]),
    ...(metrics === undefined ? [] : [`metrics to ${redacted(metrics.url)}`])
  ].join(", ")

/** Starts to send. Nothing of it is loaded before. */
export const startTelemetry = async (plan: TelemetryPlan, log: Log): Promise<Telemetry> => {
  const { start } = await import("./telemetry/start.ts")
  return start(plan, log)
}
