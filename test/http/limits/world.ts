// Handlers in this process, on a clock that stands still until the test moves it: a minute never ends by surprise.
import type * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { type Handler, type HandlerOptions, makeHandler } from "../../../lib/http.ts"
import { Rewards } from "../../../lib/index.ts"

export interface Watch {
  now: number
}

const clockOf = (watch: Watch): Clock.Clock => {
  const real = Clock.make()
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => watch.now,
    unsafeCurrentTimeNanos: () => BigInt(watch.now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => watch.now),
    currentTimeNanos: Effect.sync(() => BigInt(watch.now) * 1_000_000n),
    sleep: (duration) => real.sleep(duration)
  }
}

/** 15 seconds into a minute. */
export const newWatch = (): Watch => ({ now: Date.UTC(2030, 0, 1, 12, 0, 15) })

export interface Engine {
  readonly handler: (options?: HandlerOptions) => Handler
  readonly close: () => Promise<void>
}

/** The engine on a database; whoever opens it closes it. */
export const openEngine = async (url = "sqlite::memory:", watch = newWatch()): Promise<Engine> => {
  const client: Layer.Layer<SqlClient.SqlClient, unknown> = layerFromUrl(url, { maxConnections: 4 })
  const runtime = ManagedRuntime.make(
    Rewards.layer().pipe(Layer.provide(client), Layer.provideMerge(Layer.setClock(clockOf(watch))))
  )
  const services = await runtime.runtime()
  return { handler: (options) => makeHandler(services, options), close: () => runtime.dispose() }
}

/** Tests say in a header of their own where a request comes from. */
export const address = (request: Request): string | undefined =>
  request.headers.get("x-test-address") ?? undefined

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly status: string
    readonly message: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

export const call = async (
  { fetch }: Handler,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {}
): Promise<Answer> => {
  const { body, headers = {} } = options
  const response = await fetch(
    new Request(`http://rewards.test/api/v1${path}`, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text)
  }
}

export const partnerBody = (email: string) => ({
  applicationName: "Corner Shop",
  partnerName: "Corner Shop Ltd",
  email,
  password: "Sesame-123",
  confirmPassword: "Sesame-123",
  redirectUrl: "https://shop.example/return",
  userDetailsUrl: "https://shop.example/users"
})

/** Onboards a partner and logs it in; gives the header that its requests carry. */
export const newPartner = async (handler: Handler, email: string) => {
  await call(handler, "POST", "/demo/partners", { body: partnerBody(email) })
  const { body } = await call(handler, "POST", "/demo/partners/login", {
    body: { email, password: "Sesame-123" }
  })
  return { authorization: `Bearer ${body.data.accessToken}` }
}

/** A request whose body is still to come, when the test says so. */
export const unfinished = (path: string) => {
  let send: (text: string) => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (text) => {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      }
    }
  })
  const request = new Request(`http://rewards.test/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body
  })
  return { request, finish: (value: unknown) => send(JSON.stringify(value)) }
}
