import { makeDashboard, makeDocs } from "../lib/entries/dashboard.ts"
import { type Handler, hostRoute, type Summary } from "../lib/entries/http.ts"
import type { AccountsClient } from "../lib/index.ts"
import type { Fetch, Platform, Server } from "./platform.ts"
import { type Settings, wordsOf } from "./settings.ts"

export interface ServiceOptions {
  readonly settings: Settings
  readonly rewards: AccountsClient
  readonly publicUrl: string
  readonly peer: Server["peer"]
  readonly pages: Pick<Platform, "dashboard" | "docs">
  readonly traced: boolean
  readonly onAnswer: (summary: Summary) => void
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
  const { onAnswer, pages, peer, publicUrl, rewards, settings, traced } = options
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
    onAnswer
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
