import { Either } from "effect"
import { readSettings, redacted, type Settings, warningsOf } from "../../settings.ts"
import { planTelemetry, summaryOf } from "../../telemetry.ts"
import type { Finding } from "./Finding.ts"

const telemetryOf = (settings: Settings): Finding => {
  const plan = planTelemetry(settings)
  const detail = plan === undefined ? "off: OTEL_EXPORTER_OTLP_ENDPOINT is not set" : summaryOf(plan)
  return { about: "telemetry", state: "ok", detail }
}

export const checkSettings = (
  environment: Readonly<Record<string, string | undefined>>
): ReadonlyArray<Finding> =>
  Either.match(readSettings(environment), {
    onLeft: (faults) =>
      faults.map(
        ({ field, problem }): Finding => ({
          about: "settings",
          state: "fault",
          detail: `${field} ${problem}`
        })
      ),
    onRight: (settings): ReadonlyArray<Finding> => [
      ...warningsOf(settings).map((detail): Finding => ({ about: "settings", state: "warning", detail })),
      { about: "settings", state: "ok", detail: `database ${redacted(settings.DATABASE_URL)}` },
      settings.SMTP_URL === undefined
        ? { about: "mail", state: "warning", detail: "SMTP_URL is not set: mails stay in the outbox" }
        : { about: "mail", state: "ok", detail: redacted(settings.SMTP_URL) },
      telemetryOf(settings)
    ]
  })
