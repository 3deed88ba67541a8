import { createHash, timingSafeEqual } from "node:crypto"
import { Unauthorized } from "../lib/entries/accounts.ts"
import { hostRoute, refusal } from "../lib/entries/http.ts"
import type { Fetch } from "./platform.ts"

export interface OperationsOptions {
  readonly isReady: () => Promise<boolean>
  readonly metrics: () => string
  /** The Bearer token that a request for the metrics must have. If undefined, the metrics are public. */
  readonly token: string | undefined
}

const digest = (text: string) => createHash("sha256").update(text).digest()

export const operationsPaths = ["/healthz", "/readyz", "/metrics"] as const

/** Routes for those who run the service: a load balancer, an orchestrator, Prometheus. */
export const operationsRoutes = ({
  isReady,
  metrics,
  token
}: OperationsOptions): Readonly<Record<(typeof operationsPaths)[number], Fetch>> => {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  const mayRead = ({ headers }: Request): boolean =>
    expected === undefined || timingSafeEqual(digest(headers.get("authorization") ?? ""), expected)
  return {
    "/healthz": hostRoute(() => Response.json({ alive: true })),
    "/readyz": hostRoute(async () => {
      const ready = await isReady()
      return Response.json({ ready }, { status: ready ? 200 : 503 })
    }),
    "/metrics": hostRoute((request) =>
      mayRead(request)
        ? new Response(metrics(), { headers: { "content-type": "text/plain; version=0.0.4" } })
        : refusal(new Unauthorized({ reason: "the Authorization header must be Bearer and METRICS_TOKEN" }))
    )
  }
}

export interface ReadinessOptions {
  /** Whether the service is ready. Queries the database. */
  readonly check: () => Promise<boolean>
  /** Milliseconds for which a result is cached. */
  readonly keep?: number
  /** Milliseconds after which a check without a result counts as not ready. */
  readonly patience?: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Runs one check at a time and caches its result, so that the load on the database does not grow with the number of callers. */
export const makeReadiness = ({
  check,
  keep = 1000,
  patience = 2000,
  now = () => performance.now()
}: ReadinessOptions) => {
  let known = false
  let until = 0
  let asking: Promise<void> | undefined

  const learn = (ready: boolean): void => {
    known = ready
    until = now() + keep
  }

  const ask = (): Promise<void> => {
    asking ??= check()
      .then(learn, () => learn(false))
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return async (): Promise<boolean> => {
    if (now() < until) return known
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      learn(false)
      resolve()
    }, patience)
    await Promise.race([ask(), late])
    clearTimeout(timer)
    return known
  }
}
