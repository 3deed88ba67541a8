import { Cause, type Context, type Exit, Option, type Tracer } from "effect"
import { attributesOf } from "./otlp.ts"

const kinds: Readonly<Record<Tracer.SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5
}

/**
 * Only these attributes are sent: an attribute that a library adds later may contain personal data. The text of a query has placeholders
 * instead of values.
 */
const allowed = new Set([
  "db.operation.name",
  "db.query.text",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "rewards.partner_id"
])

/** The tag of an error. Its message is not sent, because messages quote input of callers. */
const typeOf = (cause: Cause.Cause<unknown>): string | undefined => {
  if (Cause.isInterruptedOnly(cause)) return undefined
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure === undefined) return "defect"
  const isTagged = typeof failure === "object" && failure !== null && "_tag" in failure
  return isTagged ? String(failure._tag) : "failure"
}

export interface SpanOptions {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly links: ReadonlyArray<Tracer.SpanLink>
  readonly sampled: boolean
  readonly kind: Tracer.SpanKind
  readonly startTime: bigint
  /** Called with a sampled span, in OTLP's JSON form, when it ends. */
  readonly take: (span: object) => void
}

/** A span that is sent when it ends, if it is sampled. Events are dropped: those of Effect's loggers contain messages. */
export class Span implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly sampled: boolean
  readonly kind: Tracer.SpanKind
  readonly attributes = new Map<string, unknown>()
  links: ReadonlyArray<Tracer.SpanLink>
  status: Tracer.SpanStatus
  readonly #take: SpanOptions["take"]

  constructor(options: SpanOptions) {
    this.name = options.name
    this.traceId = options.traceId
    this.spanId = options.spanId
    this.parent = options.parent
    this.context = options.context
    this.sampled = options.sampled
    this.kind = options.kind
    this.links = options.links
    this.status = { _tag: "Started", startTime: options.startTime }
    this.#take = options.take
  }

  attribute(key: string, value: unknown): void {
    if (this.sampled && allowed.has(key)) this.attributes.set(key, value)
  }

  event(): void {}

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    if (this.sampled) this.links = [...this.links, ...links]
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const { startTime } = this.status
    this.status = { _tag: "Ended", startTime, endTime, exit }
    if (!this.sampled) return
    const type = exit._tag === "Failure" ? typeOf(exit.cause) : undefined
    if (type !== undefined && !this.attributes.has("error.type")) this.attributes.set("error.type", type)
    this.#take({
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: Option.match(this.parent, { onNone: () => undefined, onSome: ({ spanId }) => spanId }),
      name: this.name,
      kind: kinds[this.kind],
      startTimeUnixNano: String(startTime),
      endTimeUnixNano: String(endTime),
      attributes: attributesOf(this.attributes),
      links: this.links.map(({ span: { spanId, traceId } }) => ({ traceId, spanId })),
      // 2 means error. Otherwise the status stays unset, as OpenTelemetry requires of libraries.
      status: type === undefined ? {} : { code: 2 }
    })
  }
}
