import { ClientError } from "./ClientError.ts"
import { type CallOptions, type PromiseClient, type Route, routes } from "./contract.ts"
import { type Call, send } from "./send.ts"

export interface PromiseClientOptions {
  /** The address of the service without `/api/v1`, such as `https://rewards.example`. */
  readonly baseUrl: string | URL
  /** The access token from a login. */
  readonly accessToken?: string | undefined
  /**
   * The API key with which the client logs in before the first call. The client logs in again before a later call if the access token
   * has expired or was refused. The key is ignored if `accessToken` is given.
   */
  readonly apiKey?: { readonly apiKey: string; readonly apiSecret: string } | undefined
  /** How long one try may take, in milliseconds; 30 000 by default. `Infinity` turns the time-out off. */
  readonly timeout?: number | undefined
  /** Aborts all calls of the client. */
  readonly signal?: AbortSignal | undefined
  /** Headers that are sent with every call, such as `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The function that sends requests; the global `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * How many times a call is repeated after errors whose `retryable` is true; 0 by default. The client waits as long as `Retry-After`
   * says. Without this header, it waits 250 ms, and then twice as long before each further try, up to 10 seconds. A write without an
   * idempotency key gets one, so that it takes effect once. If the endpoint ignores such keys, a write is repeated only after status 429.
   */
  readonly retries?: number | undefined
}

/** The names of all options. The compiler reports a name that is missing here. */
const optionNames: Readonly<Record<keyof PromiseClientOptions, true>> = {
  baseUrl: true,
  accessToken: true,
  apiKey: true,
  timeout: true,
  signal: true,
  headers: true,
  fetch: true,
  retries: true
}

/** A web address, or a path on the origin of the page. `localhost:3000` is neither: its scheme would be `localhost`. */
const address = /^(https?:\/\/.|\/|$)/i

/** Throws if an option is unknown, because it would be ignored. Also throws if `baseUrl` is wrong, because every call would fail. */
const checkOptions = (options: PromiseClientOptions): void => {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(optionNames, name)) continue
    throw new TypeError(`${name} is not an option: the options are ${Object.keys(optionNames).join(", ")}`)
  }
  const given = String(options.baseUrl)
  if (!address.test(given))
    throw new TypeError(`baseUrl must be an address such as https://rewards.example, got ${given}`)
}

/** The fields that a request can have. `PromiseClient` has the exact types for each method. */
interface AnyRequest extends CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly urlParams?: Readonly<Record<string, string | undefined>>
  readonly payload?: object
}

interface Named extends Route {
  readonly name: string
}

type Authorize = (route: Named) => Promise<string | undefined>

/** The longest wait before a retry, in milliseconds, if the service sends no `Retry-After`. */
const longestWait = 10_000

const waitOf = ({ retryAfter }: ClientError, tries: number): number =>
  retryAfter === undefined ? Math.min(longestWait, 250 * 2 ** tries) : retryAfter * 1000

/** Waits. Resolves early if the signal is aborted. */
const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener("abort", end)
  })

const signalOf = (...signals: ReadonlyArray<AbortSignal | undefined>): AbortSignal | undefined => {
  const given = signals.filter((each) => each !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}

const urlOf = (baseUrl: string | URL, path: string, { path: values = {}, urlParams = {} }: AnyRequest) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(urlParams)) if (value !== undefined) query.append(name, value)
  return `${String(baseUrl).replace(/\/+$/, "")}${filled}${query.size === 0 ? "" : `?${query}`}`
}

const basic = ({ apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string }): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${apiKey}:${apiSecret}`)))}`

/** Returns whether a failed try can be repeated without a second effect. */
const isRepeatable = ({ repeat }: Route, { retryable, status }: ClientError): boolean =>
  retryable && (repeat !== "if refused" || status === 429)

const makeExecute =
  (options: PromiseClientOptions, authorize: Authorize) =>
  async (route: Named, request: AnyRequest = {}): Promise<unknown> => {
    const { retries = options.retries ?? 0, timeout = options.timeout ?? 30_000 } = request
    const signal = signalOf(options.signal, request.signal)
    const fetch = options.fetch ?? globalThis.fetch
    const key =
      request.idempotencyKey ?? (retries > 0 && route.repeat === "with key" ? crypto.randomUUID() : undefined)
    const url = urlOf(options.baseUrl, route.path, request)
    for (let tries = 0; ; tries++) {
      const authorization = await authorize(route)
      const call: Call = {
        method: route.method,
        url,
        headers: {
          ...options.headers,
          ...request.headers,
          ...(request.payload !== undefined && { "content-type": "application/json" }),
          ...(authorization !== undefined && { authorization }),
          ...(key !== undefined && { "idempotency-key": key })
        },
        body: request.payload === undefined ? undefined : JSON.stringify(request.payload)
      }
      try {
        return await send(call, { fetch, timeout, signal })
      } catch (error) {
        if (tries >= retries || !(error instanceof ClientError) || !isRepeatable(route, error)) throw error
        await wait(waitOf(error, tries), signal)
      }
    }
  }

type Execute = ReturnType<typeof makeExecute>

const clientOf = (execute: Execute): PromiseClient => {
  const groups = Object.entries(routes).map(([group, endpoints]) => {
    const methods = Object.entries<Route>(endpoints).map(([name, route]) => [
      name,
      (request?: AnyRequest) => execute({ ...route, name: `${group}.${name}` }, request)
    ])
    return [group, Object.fromEntries(methods)]
  })
  // `routes` and `PromiseClient` are generated from the same contract.
  return Object.fromEntries(groups) as PromiseClient
}

/** Logs in with an API key. Keeps the access token until it is about to expire or is refused. */
const keySession = (options: PromiseClientOptions, credentials: string) => {
  const { iam } = clientOf(makeExecute(options, async () => credentials))
  const login = async () => {
    const { accessToken, expiresIn } = (await iam.login()).data
    const early = Math.min(60, expiresIn / 2)
    return { until: Date.now() + (expiresIn - early) * 1000, authorization: `Bearer ${accessToken}` }
  }
  let session: ReturnType<typeof login> | undefined
  const forget = (): void => {
    session = undefined
  }
  const start = () => {
    const started = login()
    started.catch(forget)
    return started
  }
  const authorize: Authorize = async ({ name }) => {
    if (name === "iam.login") return credentials
    session ??= start()
    const { authorization, until } = await session
    if (until > Date.now()) return authorization
    session = start()
    return (await session).authorization
  }
  return { authorize, forget }
}

const keyClient = (options: PromiseClientOptions, credentials: string): PromiseClient => {
  const { authorize, forget } = keySession(options, credentials)
  const execute = makeExecute(options, authorize)
  return clientOf(async (route, request) => {
    try {
      return await execute(route, request)
    } catch (error) {
      // The next call logs in again.
      if (error instanceof ClientError && error.status === 401) forget()
      throw error
    }
  })
}

/**
 * Creates a client for programs without Effect, and for browsers. Its methods resolve with the answer, or reject with a `ClientError`.
 * Do not put an API key into a page: use the access token of a login there. Throws a `TypeError` for unknown options and a wrong `baseUrl`.
 */
export const createClient = (options: PromiseClientOptions): PromiseClient => {
  checkOptions(options)
  const { accessToken, apiKey } = options
  if (accessToken === undefined && apiKey !== undefined) return keyClient(options, basic(apiKey))
  const authorization = accessToken === undefined ? undefined : `Bearer ${accessToken}`
  return clientOf(makeExecute(options, async () => authorization))
}
