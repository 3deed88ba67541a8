import { makeDashboard, makeDocs } from "../lib/entries/dashboard.ts"
import { type Handler, hostRoute } from "../lib/entries/http.ts"
import type { AccountsClient } from "../lib/index.ts"
import type { Log } from "./log.ts"
import type { Metrics } from "./metrics.ts"
import type { Fetch, Platform, Server } from "./platform.ts"
import { type Settings, wordsOf } from "./settings.ts"

export interface ServiceOptions {
  readonly settings: Settings
  readonly rewards: AccountsClient
  readonly publicUrl: string
  readonly peer: Server["peer"]
  readonly pages: Pick<Platform, "dashboard" | "docs">
  readonly traced: boolean
  /** Where each answer is logged and counted. */
  readonly log: Pick<Log, "request">
  readonly metrics: Pick<Metrics, "observe">
}

export interface Service {
  /** The API. */
  readonly handler: Handler
  /** The routes of the dashboard and of the API reference. */
  readonly site: Readonly<Record<string, Fetch>>
}

/**
 * The caller's address, for rate limits. Each proxy appends the address that it saw to X-Forwarded-For. Only the last `proxies` entries
 * are trusted; a caller can write anything before them.
 */
export const callerAddress = (
  request: Request,
  peer: string | undefined,
  proxies: number
): string | undefined => {
  if (proxies === 0) return peer
  const forwarded = request.headers.get("x-forwarded-for")?.split(",") ?? []
  return forwarded.at(-proxies)?.trim() || peer
}

/** Makes the API, the dashboard, which calls the API, and the API reference. */
export const makeService = (options: ServiceOptions): Service => {
  const { log, metrics, pages, peer, publicUrl, rewards, settings, traced } = options
  const ecosystems = wordsOf(settings.ECOSYSTEMS)
  const origins = settings.CORS_ORIGINS === "*" ? "*" : wordsOf(settings.CORS_ORIGINS)

  /** Maps the dashboard's API requests to the browser's requests, which have the caller's address. */
  const originals = new WeakMap<Request, Request>()

  const handler = rewards.handler({
    publicUrl,
    ecosystems: ecosystems && new Set(ecosystems),
    cors: origins && { origins },
    timeout: settings.REQUEST_TIMEOUT * 1000,
    bodyTimeout: settings.BODY_TIMEOUT * 1000,
    maxConcurrent: settings.MAX_CONCURRENT,
    maxConcurrentPerPartner: settings.MAX_CONCURRENT_PARTNER,
    maxConcurrentPerAddress: settings.MAX_CONCURRENT_ADDRESS,
    rateLimits: {
      public: settings.RATE_LIMIT_PUBLIC,
      failures: settings.RATE_LIMIT_FAILURES,
      partner: settings.RATE_LIMIT_PARTNER,
      store: settings.RATE_LIMIT_STORE
    },
    address: (request) => {
      const original = originals.get(request) ?? request
      return callerAddress(original, peer(original), settings.TRUST_PROXY)
    },
    traced,
    onAnswer: (summary) => {
      metrics.observe(summary)
      log.request(summary)
    }
  })
  const dashboard = makeDashboard({
    api: handler.fetch,
    publicUrl,
    ecosystems,
    assets: pages.dashboard,
    onForward: (request, original) => void originals.set(request, original)
  })
  const docs = makeDocs({ assets: pages.docs })
  const site = {
    "/": hostRoute(() => new Response(null, { status: 302, headers: { location: "/docs" } })),
    "/openapi.json": docs,
    "/docs": docs,
    "/docs/*": docs,
    "/dashboard": dashboard,
    "/dashboard/*": dashboard
  }
  return { handler, site }
}

/** Where the path begins in a request's URL. If the Host header is invalid, Bun's URL is only the path. */
const startOf = (url: string): number => (url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3))

const pathOf = (url: string, start: number): string => {
  const end = url.indexOf("?", start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/**
 * Serves `routes`, and passes all other requests to `rest`. A route is a path, or `/folder/*` for everything in a folder. Paths of the
 * API are compared first, because most requests are for the API.
 */
export const makeRoutes =
  (routes: Readonly<Record<string, Fetch>>, rest: Fetch): Fetch =>
  (request) => {
    const { url } = request
    const start = startOf(url)
    if (url.startsWith("/api/", start)) return rest(request)
    const path = pathOf(url, start)
    const folder = `${path.slice(0, path.indexOf("/", 1) + 1)}*`
    const route = Object.hasOwn(routes, path) ? routes[path] : routes[folder]
    return route === undefined ? rest(request) : route(request)
  }
