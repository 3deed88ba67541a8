import { Cause } from "effect"
import type { Mail } from "../lib/accounts.ts"
import type { Summary } from "../lib/http.ts"
import type { Settings } from "./settings.ts"

export interface Log {
  readonly line: (message: string, fields?: Readonly<Record<string, unknown>>) => void
  readonly request: (summary: Summary) => void
  /** The whole mail, code or link and all: only where mails are not sent. */
  readonly mail: (mail: Mail) => void
}

/**
 * Writes one line for each event; a mail in the pretty form takes several. The fields are fixed: never a header, a
 * body or an address with a password.
 */
export const makeLog = (format: Settings["LOG_FORMAT"], write: (line: string) => void = console.log): Log => {
  const line: Log["line"] = (message, fields = {}) => {
    const time = new Date().toISOString()
    if (format === "json") return write(JSON.stringify({ time, message, ...fields }))
    const rest = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)
    write([time, message, ...rest].join(" "))
  }
  return {
    line,
    request: ({ requestId, method, route, status, milliseconds, partnerId, defect }) =>
      line(`${method} ${route || "(no route)"} ${status}`, {
        milliseconds: Math.round(milliseconds * 10) / 10,
        requestId,
        ...(partnerId === undefined ? {} : { partnerId }),
        ...(defect === undefined ? {} : { defect: Cause.pretty(defect, { renderErrorCause: true }) })
      }),
    mail: ({ to, subject, text }) => {
      if (format === "json") return line("mail", { to, subject, text })
      line(`mail to ${to}: ${subject}`)
      write(text.trimEnd().replace(/^/gm, "  | "))
    }
  }
}
