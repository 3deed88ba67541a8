import { Effect } from "effect"

export type JsonFields = Readonly<Record<string, unknown>>

export interface ServiceResponse {
  readonly status: number
  /** True if this is the stored response to an earlier request with the same idempotency key. */
  readonly replayed: boolean
  /** The body of the response. */
  readonly text: string
  /** The field `data` of the body; empty if there is none. If this field is an array, it becomes the field `list` of an object. */
  readonly data: JsonFields
}

/** Sends requests to paths below a base URL. `key` is the idempotency key. */
export interface Requests {
  readonly get: (path: string) => Effect.Effect<ServiceResponse>
  readonly post: (path: string, body: unknown, key?: string) => Effect.Effect<ServiceResponse>
}

const isRecord = (value: unknown): value is JsonFields => typeof value === "object" && value !== null

export const recordsIn = (value: unknown): ReadonlyArray<JsonFields> =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const recordIn = (value: unknown): JsonFields => (isRecord(value) ? value : {})

/** Returns the value if it is one of the words, and otherwise the first word. */
export const oneOf = <const A extends string>(words: readonly [A, ...ReadonlyArray<A>], value: unknown): A =>
  words.find((word) => word === value) ?? words[0]

const dataOf = (text: string): JsonFields => {
  try {
    const { data } = recordIn(JSON.parse(text))
    return Array.isArray(data) ? { list: data } : recordIn(data)
  } catch {
    return {}
  }
}

/** The longest wait before a request is sent again, in seconds. */
const longestWait = 60

/** Sends a request. If a rate limit refuses it, waits as the response says, up to `longestWait`, and sends it again. */
const send = (request: () => Request): Effect.Effect<ServiceResponse> =>
  Effect.gen(function* () {
    const response = yield* Effect.promise((signal) => fetch(request(), { signal }))
    const text = yield* Effect.promise(() => response.text())
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after") ?? 1)
      yield* Effect.sleep(Math.min(longestWait, Math.max(1, seconds)) * 1000)
      return yield* send(request)
    }
    const replayed = response.headers.get("idempotency-replayed") === "true"
    return { status: response.status, replayed, text, data: dataOf(text) }
  })

export const requestsTo = (base: string, token?: string): Requests => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    get: (path) => send(() => new Request(`${base}${path}`, { headers: authorization })),
    post: (path, body, key) => {
      const headers = {
        ...authorization,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key })
      }
      return send(
        () => new Request(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      )
    }
  }
}
