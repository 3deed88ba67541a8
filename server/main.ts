import { Either } from "effect"
import { docsPage, openApi } from "../lib/http.ts"
import { openRewards, RewardsError } from "../lib/index.ts"
import { makeLog } from "./log.ts"
import { makeMetrics } from "./metrics.ts"
import { readSettings, redacted } from "./settings.ts"

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const settings = Either.getOrElse(readSettings(process.env), (invalid) =>
  fail(
    `The service cannot start with these settings:\n${invalid.faults.map(({ field, problem }) => `  ${field} ${problem}`).join("\n")}`
  )
)

const log = makeLog(settings.LOG_FORMAT)
const metrics = makeMetrics()
const started = performance.now()

const rewards = await openRewards({
  database: settings.DATABASE_URL,
  maxConnections: settings.DATABASE_CONNECTIONS
}).catch((error: unknown) =>
  fail(
    error instanceof RewardsError
      ? `The service cannot start: ${error.message}`
      : `The service cannot start: ${String(error)}`
  )
)

const handler = rewards.handler({
  ecosystems: settings.ECOSYSTEMS && new Set(settings.ECOSYSTEMS),
  onAnswer: (summary) => {
    metrics.observe(summary)
    log.request(summary)
  }
})

let draining = false

/** The database answers; a process that is stopping does not ask for more work. */
const readiness = async (): Promise<Response> => {
  const ready = !draining && (await rewards.ready())
  return Response.json({ ready }, { status: ready ? 200 : 503 })
}

const html = {
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"
  }
}

const server = Bun.serve({
  port: settings.PORT,
  hostname: settings.HOST,
  // Otherwise Bun answers a defect with a page of its own.
  development: false,
  maxRequestBodySize: 2 * 1024 * 1024,
  idleTimeout: 30,
  routes: {
    "/": () => Response.redirect("/docs", 302),
    "/healthz": () => Response.json({ alive: true }),
    "/readyz": readiness,
    "/metrics": () =>
      new Response(metrics.print(), { headers: { "content-type": "text/plain; version=0.0.4" } }),
    "/openapi.json": () => Response.json(openApi()),
    "/docs": () => new Response(docsPage(), html)
  },
  fetch: handler.fetch
})

const url = settings.PUBLIC_URL ?? `http://localhost:${server.port}`
log.line(`Laurel Rewards is ready after ${Math.round(performance.now() - started)} ms`, {
  api: `${url}/api/v1`,
  docs: `${url}/docs`,
  database: redacted(settings.DATABASE_URL)
})

const stop = async (signal: string) => {
  if (draining) process.exit(1)
  draining = true
  log.line(`${signal}: finishing what is in flight`)
  await server.stop()
  await rewards.close()
  log.line("stopped")
  process.exit(0)
}
process.on("SIGTERM", () => void stop("SIGTERM"))
process.on("SIGINT", () => void stop("SIGINT"))
