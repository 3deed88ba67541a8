import { Array as Arrays, Cause, FiberId, FiberRefs, HashMap, Layer, List, Logger, LogLevel } from "effect"
import type { Mail } from "../lib/entries/accounts.ts"
import type { Summary } from "../lib/entries/http.ts"
import type { Settings } from "./settings.ts"

type Fields = Readonly<Record<string, unknown>>
type Line = (message: string, fields?: Fields) => void

export interface Log {
  readonly info: Line
  readonly warn: Line
  readonly error: Line
  readonly request: (summary: Summary) => void
  /** Logs the whole mail, including its code or link. Used only if mails are not sent. */
  readonly mail: (mail: Mail) => void
  /** Writes the engine's log lines in the same format. */
  readonly layer: Layer.Layer<never>
}

const levels: Readonly<Record<Settings["LOG_LEVEL"], LogLevel.LogLevel>> = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** The objects in a message are fields and everything else is text, as in Effect's own structured loggers. */
const partsOf = (message: unknown): { readonly text: string; readonly fields: Fields } => {
  const parts = Arrays.ensure(message)
  const isFields = (part: unknown): part is Fields => typeof part === "object" && part !== null
  return {
    text: parts.filter((part) => !isFields(part)).join(" "),
    fields: Object.assign({}, ...parts.filter(isFields))
  }
}

/** One line for each event, as JSON or for people. */
const makeLogger = (
  format: Settings["LOG_FORMAT"],
  write: (line: string) => void
): Logger.Logger<unknown, void> =>
  Logger.make(({ annotations, cause, date, logLevel, message }) => {
    const { fields, text } = partsOf(message)
    const all = {
      ...fields,
      ...Object.fromEntries(annotations),
      ...(Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause, { renderErrorCause: true }) })
    }
    const [time, level] = [date.toISOString(), logLevel.label]
    if (format === "json") return write(JSON.stringify({ time, level, message: text, ...all }))
    const rest = Object.entries(all).map(([name, value]) => `${name}=${String(value)}`)
    write([time, level, text, ...rest].join(" "))
  })

export interface LogOptions {
  readonly format: Settings["LOG_FORMAT"]
  readonly level: Settings["LOG_LEVEL"]
  readonly write?: ((line: string) => void) | undefined
}

/**
 * Writes one line per event; a mail in the pretty format takes several. The fields are fixed: no header, no body and no URL with a
 * password is ever logged.
 */
export const makeLog = ({ format, level, write = console.log }: LogOptions): Log => {
  const logger = makeLogger(format, write)
  const minimum = levels[level]

  /** Calls the logger directly: a fiber per request would cost more than the line. */
  const line =
    (logLevel: LogLevel.LogLevel): Line =>
    (message, fields = {}) => {
      if (LogLevel.lessThan(logLevel, minimum)) return
      logger.log({
        annotations: HashMap.empty(),
        cause: Cause.empty,
        context: FiberRefs.empty(),
        date: new Date(),
        fiberId: FiberId.none,
        logLevel,
        message: [message, fields],
        spans: List.empty()
      })
    }
  const [info, warn, error] = [line(LogLevel.Info), line(LogLevel.Warning), line(LogLevel.Error)]

  return {
    info,
    warn,
    error,
    request: ({ requestId, method, route, status, milliseconds, partnerId, defect, traceId }) => {
      const log = defect !== undefined ? error : status >= 500 ? warn : info
      log(`${method} ${route || "(no route)"} ${status}`, {
        milliseconds: Math.round(milliseconds * 10) / 10,
        requestId,
        ...(partnerId === undefined ? {} : { partnerId }),
        ...(traceId === undefined ? {} : { traceId }),
        ...(defect === undefined ? {} : { defect: Cause.pretty(defect, { renderErrorCause: true }) })
      })
    },
    mail: ({ to, subject, text }) => {
      if (format === "json") return info("mail", { to, subject, text })
      if (LogLevel.lessThan(LogLevel.Info, minimum)) return
      info(`mail to ${to}: ${subject}`)
      write(text.trimEnd().replace(/^/gm, "  | "))
    },
    layer: Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(minimum))
  }
}
