import type { Log } from "./log.ts"
import { readPairs, redacted, type Settings } from "./settings.ts"
import type { MetricsPlan, Telemetry, TelemetryPlan, TracesPlan } from "./telemetry/start.ts"

export type { Telemetry } from "./telemetry/start.ts"

const resourceOf = (settings: Settings): TelemetryPlan["resource"] => {
  const given = readPairs(settings.OTEL_RESOURCE_ATTRIBUTES ?? "") ?? {}
  return {
    "service.name": "laurel-rewards",
    ...given,
    ...(settings.OTEL_SERVICE_NAME && { "service.name": settings.OTEL_SERVICE_NAME })
  }
}

/** The signal's own endpoint is used as it is; the signal's path is appended to the common endpoint. */
const endpointOf = (own: string | undefined, common: string | undefined, path: string): string =>
  own ?? `${(common ?? "http://localhost:4318").replace(/\/+$/, "")}${path}`

/**
 * Returns undefined if no telemetry is sent. OpenTelemetry sends by default; this service sends only if an endpoint or an exporter
 * is set.
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
        url: endpointOf(ownTraces, common, "/v1/traces"),
        sampler: settings.OTEL_TRACES_SAMPLER,
        ratio: settings.OTEL_TRACES_SAMPLER_ARG,
        delay: settings.OTEL_BSP_SCHEDULE_DELAY,
        capacity: settings.OTEL_BSP_MAX_QUEUE_SIZE
      }
    : undefined
  const metrics: MetricsPlan | undefined = asked(settings.OTEL_METRICS_EXPORTER, ownMetrics)
    ? {
        ...shared,
        url: endpointOf(ownMetrics, common, "/v1/metrics"),
        interval: settings.OTEL_METRIC_EXPORT_INTERVAL
      }
    : undefined
  return traces === undefined && metrics === undefined
    ? undefined
    : { resource: resourceOf(settings), traces, metrics }
}

/** One line for people: the endpoints of traces and metrics, without passwords. */
export const summaryOf = ({ metrics, traces }: TelemetryPlan): string =>
  [
    ...(traces === undefined ? [] : [`traces to ${redacted(traces.url)}`]),
    ...(metrics === undefined ? [] : [`metrics to ${redacted(metrics.url)}`])
  ].join(", ")

/** Starts to send telemetry. The code that sends is loaded only then. */
export const startTelemetry = async (plan: TelemetryPlan, log: Log): Promise<Telemetry> => {
  const { start } = await import("./telemetry/start.ts")
  return start(plan, log)
}
