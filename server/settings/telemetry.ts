import { Schema } from "effect"
import { choice, isWebAddress, mustBe, or, whole } from "./fields.ts"

/** Not quoted when it is wrong, because it may hold a password. `fetch` refuses addresses that do. */
const Address = Schema.String.pipe(
  Schema.filter((url) => {
    if (!isWebAddress(url)) return "must be an absolute http or https address, such as http://localhost:4318"
    const { password, username } = new URL(url)
    return (username === "" && password === "") || "must not hold a password: use OTEL_EXPORTER_OTLP_HEADERS"
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

/** A list `name=value,name=value`, in which values are percent-encoded. Undefined if it is none. */
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

/** Not quoted when they are wrong: they are there for secrets. */
const HeaderList = Schema.String.pipe(
  Schema.filter((text) => isHeaders(text) || "must be headers such as api-key=value, with commas between")
)

const exporter = Schema.optional(choice("otlp", "none"))

/** The standard variables of OpenTelemetry, as far as they are read. */
export const telemetryFields = {
  OTEL_SDK_DISABLED: or(choice("true", "false"), "false"),
  OTEL_SERVICE_NAME: Schema.optional(Schema.NonEmptyString),
  OTEL_RESOURCE_ATTRIBUTES: Schema.optional(
    Schema.String.pipe(
      Schema.filter((text) => readPairs(text) !== undefined),
      mustBe("attributes such as deployment.environment=production, with commas between")
    )
  ),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: Schema.optional(Address),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Schema.optional(Address),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: Schema.optional(Address),
  /** What is sent is JSON. The binary form is accepted, with a warning, because platforms set it for all their programs. */
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
