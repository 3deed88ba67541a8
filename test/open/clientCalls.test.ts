import assert from "node:assert/strict"
import { ClientError, createClient, type PromiseClientOptions } from "../../lib/entries/client.ts"
import { afterAll, describe, it } from "../support/effect.ts"

type Answer = (request: Request) => Response | Promise<Response>

const stops: Array<() => Promise<void>> = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

/** A service that gives these answers, one after the other, and the last one again and again. */
const scripted = (...answers: ReadonlyArray<Answer>) => {
  const requests: Array<Headers> = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    fetch: (request) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? assert.fail("no answer")
      // Bun drops the headers of a request that was answered.
      requests.push(new Headers(request.headers))
      return answer(request)
    }
  })
  stops.push(() => server.stop(true))
  const clientWith = (options: Partial<PromiseClientOptions> = {}) =>
    createClient({ baseUrl: server.url, accessToken: "token", ...options })
  return { requests, clientWith, server }
}

const failed = (status: number, headers: Readonly<Record<string, string>> = {}) => {
  const data = { errorType: "unavailable", appErrorCode: "", error: `status ${status}` }
  return () => Response.json({ status: "failed", message: "No", data }, { status, headers })
}
const done = () => Response.json({ status: "success", message: "Done", data: {} })
const never = () => new Promise<Response>(() => {})

const rejection = async (promise: Promise<unknown>): Promise<ClientError> => {
  const error: unknown = await promise.then(
    () => assert.fail("expected a ClientError"),
    (error: unknown) => error
  )
  assert.ok(error instanceof ClientError, `expected a ClientError, got ${String(error)}`)
  return error
}

const payload = { userId: "ada", ruleName: "order" }
const keyOf = (headers: Headers) => headers.get("idempotency-key")

describe("a call of the client", () => {
  it("is repeated by choice alone, with the same key, after the time that the service asks for", async () => {
    const busy = failed(503, { "retry-after": "0" })
    const { clientWith, requests } = scripted(busy, busy, done)
    assert.equal((await clientWith({ retries: 2 }).rules.award({ payload })).status, "success")
    const keys = requests.map(keyOf)
    assert.equal(keys.length, 3)
    assert.ok(keys[0], "a repeated write needs a key")
    assert.deepEqual(new Set(keys).size, 1)

    const once = scripted(busy)
    const refused = await rejection(once.clientWith().rules.award({ payload }))
    assert.deepEqual([refused.retryable, refused.retryAfter, refused.status], [true, 0, 503])
    assert.deepEqual(once.requests.map(keyOf), [null])

    const own = scripted(busy, done)
    await own.clientWith().rules.award({ payload, idempotencyKey: "order-7", retries: 1 })
    assert.deepEqual(own.requests.map(keyOf), ["order-7", "order-7"])
  })

  it("is not repeated if that could have a second effect, or cannot help", async () => {
    const keyPayload = { name: "till", scopes: ["read" as const] }
    const unknown = scripted(failed(503, { "retry-after": "0" }))
    await rejection(unknown.clientWith({ retries: 5 }).iam.createApiKey({ payload: keyPayload }))
    assert.equal(unknown.requests.length, 1)

    const refused = scripted(failed(429, { "retry-after": "0" }), done)
    await refused.clientWith({ retries: 5 }).iam.createApiKey({ payload: keyPayload })
    assert.equal(refused.requests.length, 2)

    const invalid = scripted(failed(400))
    const error = await rejection(invalid.clientWith({ retries: 5 }).rules.list())
    assert.deepEqual([invalid.requests.length, error.retryable, error.retryAfter], [1, false, undefined])
  })

  it("ends with its time-out or its signal, also while it waits for the next try", async () => {
    const silent = scripted(never)
    const late = await rejection(silent.clientWith({ timeout: 5 }).rules.list())
    assert.deepEqual([late.errorType, late.status, late.retryable], ["timeout", 0, true])
    assert.match(
      late.message,
      /^GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/laas\/rules had no answer within 5 ms$/
    )

    const stop = new AbortController()
    const aborted = rejection(silent.clientWith().rules.list({ signal: stop.signal }))
    stop.abort()
    assert.deepEqual([(await aborted).errorType, (await aborted).retryable], ["aborted", false])

    const whole = new AbortController()
    const busy = scripted(() => {
      queueMicrotask(() => setImmediate(() => whole.abort()))
      return failed(503, { "retry-after": "3600" })()
    })
    const waiting = await rejection(busy.clientWith({ retries: 1, signal: whole.signal }).rules.list())
    assert.equal(waiting.errorType, "aborted")
    assert.ok(busy.requests.length <= 1)
  })

  it("that ends while its answer arrives has the status and the id of that answer", async () => {
    let begun = () => {}
    const first = new Promise<void>((resolve) => {
      begun = resolve
    })
    const half = scripted(() => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"status":"success",'))
      })
      return new Response(body, { headers: { "x-request-id": "r-2" } })
    })
    const stop = new AbortController()
    const fetched: typeof fetch = Object.assign(
      async (...args: Parameters<typeof fetch>) => {
        const response = await fetch(...args)
        begun()
        return response
      },
      { preconnect: fetch.preconnect }
    )
    const aborted = rejection(half.clientWith({ fetch: fetched, signal: stop.signal }).rules.list())
    await first
    stop.abort()
    const { errorType, requestId, retryable, status } = await aborted
    assert.deepEqual([errorType, status, requestId, retryable], ["aborted", 200, "r-2", false])

    const late = await rejection(half.clientWith({ timeout: 500 }).rules.list())
    assert.deepEqual([late.errorType, late.retryable], ["timeout", true])
    // On a busy machine the time may be over before the answer begins.
    assert.ok(late.status === 0 || late.requestId === "r-2", String(late.status))
  })

  it("sends the headers of the client and its own, and uses the given fetch", async () => {
    const { clientWith, requests } = scripted(done)
    const urls: Array<string> = []
    const client = clientWith({
      headers: { "x-app": "till", "x-both": "client" },
      fetch: (url, init) => {
        urls.push(url)
        return fetch(url, init)
      }
    })
    await client.rules.get({ path: { id: "a/b" }, headers: { "x-both": "call" } })
    await client.boards.coins({ urlParams: { month: "3", year: undefined } })
    const [first] = requests
    const sent = ["x-app", "x-both", "authorization"].map((name) => first?.get(name))
    assert.deepEqual(sent, ["till", "call", "Bearer token"])
    assert.deepEqual(
      urls.map((url) => url.replace(/^.*\/laas/, "")),
      ["/rules/a%2Fb", "/coins/partner/ep-leaderboard?month=3"]
    )
  })

  it("says why there is no answer, and what an answer of another server was", async () => {
    const { clientWith, server } = scripted(() => new Response("<p>Not here</p>", { status: 502 }))
    const client = clientWith()
    const proxy = await rejection(client.rules.list())
    assert.deepEqual([proxy.errorType, proxy.status, proxy.retryable], ["unexpected", 502, true])
    assert.match(proxy.message, /status 502 .*<p>Not here<\/p>$/)
    await server.stop(true)
    const away = await rejection(client.rules.list())
    assert.deepEqual([away.errorType, away.retryable], ["unreachable", true])
    assert.match(away.message, /^GET http.* failed: .*(ECONNREFUSED|ConnectionRefused)/)
  })

  it("reads Retry-After as a date, and whether an answer is a stored one", async () => {
    const at = new Date(Date.now() + 3_600_000).toUTCString()
    const { clientWith } = scripted(
      failed(429, { "retry-after": at, "idempotency-replayed": "true", "x-request-id": "r-1" })
    )
    const error = await rejection(clientWith().rules.award({ payload }))
    assert.ok((error.retryAfter ?? 0) > 3000, String(error.retryAfter))
    assert.deepEqual([error.replayed, error.requestId], [true, "r-1"])
  })
})
