// The engine's spans and the spans of requests, given to a tracer of your own: `bun examples/telemetry.ts`
// `Otlp.layerJson` of @effect/opentelemetry is such a layer, too: it sends them to a collector.
import { Layer, Option, Tracer } from "effect"
import { openRewards } from "laurel-rewards"

const newId = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/** Prints each span when it ends, under the name of the span that it is in. */
const tracer = Tracer.make({
  span: (name, parent, context, links, startTime, kind) => {
    const outer = Option.getOrUndefined(parent)
    const attributes = new Map<string, unknown>()
    const span: Tracer.Span = {
      _tag: "Span",
      name,
      kind,
      parent,
      context,
      links,
      attributes,
      spanId: newId(8),
      traceId: outer?.traceId ?? newId(16),
      sampled: true,
      status: { _tag: "Started", startTime },
      attribute: (key, value) => void attributes.set(key, value),
      event: () => {},
      addLinks: () => {},
      end: () => {
        if (span.traceId !== caller.traceId) return
        const place = outer?._tag === "Span" ? `in ${outer.name}` : `in the caller's span ${outer?.spanId}`
        const status = attributes.get("http.response.status_code")
        console.log(`${name} ${place}${status === undefined ? "" : `, answered with ${status}`}`)
      }
    }
    return span
  },
  context: (run) => run()
})

const caller = { traceId: newId(16), spanId: "b7ad6b7169203331" }

const rewards = await openRewards({
  database: "sqlite::memory:",
  accounts: true,
  telemetry: Layer.setTracer(tracer)
})
const { dispose, fetch } = rewards.handler({ traced: true })

const person = { fullname: "Ada Lovelace", email: "ada@example.org", phone: "5550123", countryCode: "+44" }
const password = "Sesame-123"
await fetch(
  new Request("http://localhost/api/v1/user", {
    method: "POST",
    headers: { "content-type": "application/json", traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
    body: JSON.stringify({ ...person, tag: "ada", password, confirmPassword: password })
  })
)
await dispose()
await rewards.close()
