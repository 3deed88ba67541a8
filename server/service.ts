import { makeDashboard } from "../lib/dashboard.ts"
import type { Handler, Summary } from "../lib/http.ts"
import type { AccountsClient } from "../lib/index.ts"
import { callerAddress } from "./address.ts"
import type { Fetch, Platform, Server } from "./platform.ts"
import { type Settings, wordsOf } from "./settings.ts"

export interface ServiceOptions {
  readonly settings: Settings
  readonly rewards: AccountsClient
  readonly publicUrl: string
  readonly peer: Server["peer"]
  readonly assets: Platform["dashboard"]
  readonly traced: boolean
  readonly onAnswer: (summary: Summary) => void
}

/** The API, and the dashboard that is a caller of it. */
export const makeService = (options: ServiceOptions): { handler: Handler; dashboard: Fetch } => {
  const { assets, onAnswer, peer, publicUrl, rewards, settings, traced } = options
  const ecosystems = wordsOf(settings.ECOSYSTEMS)
  const origins = settings.CORS_ORIGINS === "*" ? "*" : wordsOf(settings.CORS_ORIGINS)

  /** The requests of the dashboard's page, by those to the API that stand for them: only they have a caller's address. */
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
    assets,
    onForward: (request, original) => void originals.set(request, original)
  })
  return { handler, dashboard }
}
