// OTLP, the protocol of OpenTelemetry: JSON over HTTP.

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }

/** An attribute in OTLP's JSON form, where integers are strings. */
export interface Attribute {
  readonly key: string
  readonly value: Value
}

const encode = (value: unknown): Value => {
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { stringValue: String(value) }
}

export const attributesOf = (entries: Iterable<readonly [string, unknown]>): ReadonlyArray<Attribute> =>
  Array.from(entries, ([key, value]) => ({ key, value: encode(value) }))

/** Where traces or metrics are sent. */
export interface Destination {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds that the receiver has to answer. */
  readonly timeout: number
}

/** Why the receiver did not accept a message, and whether sending it again may succeed. */
export interface Refusal {
  readonly reason: string
  readonly retryable: boolean
}

export interface Post {
  /** Sends JSON. Resolves to undefined if it was accepted, otherwise to the reason. Never rejects. */
  readonly send: (body: object) => Promise<Refusal | undefined>
  /** Aborts all requests in flight. */
  readonly abort: () => void
}

const retryable = new Set([429, 502, 503, 504])

/** Uses one controller per message: signals derived from a controller that lives as long as the process could leak memory. */
export const makePost = ({ headers, timeout, url }: Destination): Post => {
  const sending = new Set<AbortController>()
  return {
    send: async (body) => {
      const controller = new AbortController()
      sending.add(controller)
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        controller.abort()
      }, timeout)
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
          // The headers may contain a key that no other address may receive.
          redirect: "error",
          signal: controller.signal
        })
        await answer.body?.cancel()
        return answer.ok
          ? undefined
          : { reason: `it answers ${answer.status}`, retryable: retryable.has(answer.status) }
      } catch {
        return { reason: isLate ? `no answer within ${timeout} ms` : "it cannot be reached", retryable: true }
      } finally {
        clearTimeout(timer)
        sending.delete(controller)
      }
    },
    abort: () => {
      for (const controller of sending) controller.abort()
    }
  }
}
