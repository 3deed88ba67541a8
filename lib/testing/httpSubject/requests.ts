import { Effect } from "effect"

/** An answer of the service. */
export interface Answer {
  readonly status: number
  /** The answer repeats that to an earlier request with the same idempotency key. */
  readonly replayed: boolean
  /** The body as it came, which a replay repeats. */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Sends requests under a base address, with an access token once there is one. */
export interface Requests {
  readonly get: (path: string) => Effect.Effect<Answer>
  readonly post: (path: string, body: unknown, key?: string) => Effect.Effect<Answer>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The `data` of an answer in the envelope. A list is under `list`. */
const dataOf = (text: string): Answer["data"] => {
  const body = parse(text)
  const data = isRecord(body) ? body.data : undefined
  if (Array.isArray(data)) return { list: data }
  return isRecord(data) ? data : {}
}

export const recordsIn = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(value) ? value.filter(isRecord) : []

const longestWait = 60

/** Waits as long as a rate limit says and sends the request again. A request that a limit refused wrote nothing. */
const send = (request: () => Request): Effect.Effect<Answer> =>
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
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    get: (path) => send(() => new Request(`${base}${path}`, { headers })),
    post: (path, body, key) =>
      send(
        () =>
          new Request(`${base}${path}`, {
            method: "POST",
            headers: {
              ...headers,
              "content-type": "application/json",
              ...(key === undefined ? {} : { "idempotency-key": key })
            },
            body: JSON.stringify(body)
          })
      )
  }
}
