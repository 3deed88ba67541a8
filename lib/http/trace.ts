import { type Cause, Context, Effect, Exit, Option, Runtime, Tracer } from "effect"

interface Answered {
  readonly status: number
  readonly partnerId: string | undefined
  readonly defect: Cause.Cause<never> | undefined
}

/** Starts the span of a request, and ends it with the answer. */
export interface Trace {
  readonly begin: (request: Request, route: string) => Tracer.Span
  readonly end: (span: Tracer.Span, answered: Answered) => void
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Returns the caller's span, from a W3C `traceparent` header. A malformed header is ignored, as the standard requires. */
export const parentOf = (header: string | null): Option.Option<Tracer.ExternalSpan> => {
  const [, traceId, spanId, flags = "", rest] = (header !== null && pattern.exec(header)) || []
  if (traceId === undefined || spanId === undefined) return Option.none()
  // Only versions after 00 may have more fields.
  if (rest !== undefined && header?.startsWith("00")) return Option.none()
  return Option.some(
    Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
  )
}

/** Creates the spans of requests with the runtime's tracer. A span contains the route, and not the path with its ids. */
export const makeTrace = <R>(runtime: Runtime.Runtime<R>): Trace => {
  const tracer = Runtime.runSync(runtime, Effect.tracer)
  const clock = Runtime.runSync(runtime, Effect.clock)
  return {
    begin: ({ headers, method }, route) => {
      const parent = parentOf(headers.get("traceparent"))
      const at = clock.unsafeCurrentTimeNanos()
      const span = tracer.span(`${method} ${route}`, parent, Context.empty(), [], at, "server")
      span.attribute("http.request.method", method)
      span.attribute("http.route", route)
      return span
    },
    end: (span, { defect, partnerId, status }) => {
      span.attribute("http.response.status_code", status)
      if (partnerId !== undefined) span.attribute("rewards.partner_id", partnerId)
      if (status >= 500) span.attribute("error.type", defect === undefined ? String(status) : "defect")
      // Only an error of the service is a failure of the span.
      const exit = status < 500 ? Exit.void : Exit.fail(`${status}`)
      span.end(clock.unsafeCurrentTimeNanos(), exit)
    }
  }
}
