import { createHash, timingSafeEqual } from "node:crypto"
import { Unauthorized } from "../lib/entries/accounts.ts"
import { hostRoute, refusal } from "../lib/entries/http.ts"

export interface OperationsOptions {
  readonly isReady: () => Promise<boolean>
  readonly metrics: () => string
  /** The Bearer token that a request for the metrics must have. If undefined, the metrics are public. */
  readonly token: string | undefined
}

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Routes for those who run the service: a load balancer, an orchestrator, Prometheus. */
export const operationsRoutes = ({ isReady, metrics, token }: OperationsOptions) => {
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
