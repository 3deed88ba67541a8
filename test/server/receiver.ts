// A receiver of OTLP over HTTP, as a collector is.
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"

interface Attributed {
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }>
}

export interface ReceivedSpan extends Attributed {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
}

interface Points {
  readonly dataPoints: ReadonlyArray<Attributed & Readonly<Record<string, unknown>>>
}

export interface ReceivedMetric {
  readonly name: string
  readonly sum?: Points
  readonly gauge?: Points
  readonly histogram?: Points
}

interface Payload {
  readonly resourceSpans?: ReadonlyArray<{
    readonly resource: Attributed
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<ReceivedSpan> }>
  }>
  readonly resourceMetrics?: ReadonlyArray<{
    readonly resource: Attributed
    readonly scopeMetrics: ReadonlyArray<{ readonly metrics: ReadonlyArray<ReceivedMetric> }>
  }>
}

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<Received>
  /** Answers those that wait, and all that come. */
  readonly recover: () => void
  readonly close: () => void
}

/** The attributes of a span, a resource or a point, as plain values. */
export const plain = ({ attributes }: Attributed): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const payloads = ({ received }: Receiver): ReadonlyArray<Payload> =>
  received.map(({ text }) => JSON.parse(text))

export const spansOf = (receiver: Receiver): ReadonlyArray<ReceivedSpan> =>
  payloads(receiver)
    .flatMap(({ resourceSpans = [] }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

export const resourcesOf = (receiver: Receiver): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  payloads(receiver)
    .flatMap(({ resourceMetrics = [], resourceSpans = [] }) => [...resourceSpans, ...resourceMetrics])
    .map(({ resource }) => plain(resource))

/** The metrics of the last message that has some. */
export const metricsOf = (receiver: Receiver): ReadonlyArray<ReceivedMetric> =>
  payloads(receiver)
    .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
    .at(-1)
    ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? []

/** Listens on a free port. One that is slow reads what it is sent, and does not answer before `recover`. */
export const openReceiver = async ({ slow = false } = {}): Promise<Receiver> => {
  const received: Array<Received> = []
  const waiting = new Set<ServerResponse>()
  let isSlow = slow
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    received.push({ path: request.url ?? "", headers: request.headers, text })
    if (!isSlow) return void response.end("{}")
    waiting.add(response)
    response.once("close", () => waiting.delete(response))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the receiver has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    recover: () => {
      isSlow = false
      for (const response of waiting) response.end("{}")
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
