import { Schema } from "effect"
import { choice, isWebAddress, mustBe, or, whole } from "./fields.ts"

/** The message does not quote the URL, because it may contain a password. `fetch` refuses a URL with a password. */
const Address = Schema.String.pipe(
  Schema.filter((url) => {
    if (!isWebAddress(url)) return "must be an absolute http or https address, such as http://localhost:4318"
    const { password, username } = new URL(url)
    return (
      (username === "" && password === "") || "must not contain a password: use OTEL_EXPORTER_OTLP_HEADERS"
    )
  })
)

const pair = /^\s*([^\s=,]+)\s*=\s*([^,]*?)\s*$/

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads a list `name=value,name=value` with percent-encoded values. Returns undefined if it is malformed. */
export const readPairs = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs: Record<string, string> = {}
  for (const each of text.split(",")) {
    if (each.trim() === "") continue
    const [, name, raw] = pair.exec(each) ?? []
    const value = raw === undefined ? undefined : decoded(raw)
    if (name === undefined || value === undefined) return undefined
    pairs[name] = value
  }
  return pairs
}

const isHeaders = (text: string): boolean => {
  const pairs = readPairs(text)
  return (
    pairs !== undefined &&
    Object.entries(pairs).every(
      ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)
    )
  )
}

/** The message does not quote the headers, because they may contain secrets. */
const HeaderList = Schema.String.pipe(
  Schema.filter((text) => isHeaders(text) || "must be headers such as api-key=value, separated by commas")
)

const exporter = Schema.optional(choice("otlp", "none"))

/** OpenTelemetry's standard variables, as far as the service uses them. */
export const telemetryFields = {
  OTEL_SDK_DISABLED: or(choice("true", "false"), "false"),
  OTEL_SERVICE_NAME: Schema.optional(Schema.NonEmptyString),
  OTEL_RESOURCE_ATTRIBUTES: Schema.optional(
    Schema.String.pipe(
      Schema.filter((text) => readPairs(text) !== undefined),
      mustBe("attributes such as deployment.environment=production, separated by commas")
    )
  ),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: Schema.optional(Address),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Schema.optional(Address),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: Schema.optional(Address),
  /** The service always sends JSON. `http/protobuf` is accepted with a warning, because platforms set it for all programs. */
  OTEL_EXPORTER_OTLP_PROTOCOL: or(choice("http/json", "http/protobuf"), "http/json"),
  OTEL_EXPORTER_OTLP_HEADERS: Schema.optional(HeaderList),
  /** Milliseconds. */
  OTEL_EXPORTER_OTLP_TIMEOUT: or(whole(1, 600_000), 10_000),
  OTEL_BSP_SCHEDULE_DELAY: or(whole(1, 3_600_000), 5000),
  OTEL_BSP_MAX_QUEUE_SIZE: or(whole(1, 1_000_000), 2048),
  OTEL_METRIC_EXPORT_INTERVAL: or(whole(1, 86_400_000), 60_000),
  OTEL_TRACES_SAMPLER: or(
    choice(
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio"
    ),
    "parentbased_always_on"
  ),
  OTEL_TRACES_SAMPLER_ARG: or(
    Schema.NumberFromString.pipe(Schema.between(0, 1), mustBe("a number from 0 to 1")),
    1
  )
}
