import { Either } from "effect"
import { docsPage, type Handler, openApi } from "../lib/http.ts"
import { openRewards, RewardsError } from "../lib/index.ts"
import { callerAddress } from "./address.ts"
import { makeLog } from "./log.ts"
import { planMail } from "./mail.ts"
import { makeMetrics } from "./metrics.ts"
import { readSettings, redacted, wordsOf } from "./settings.ts"
import { stopOnSignal } from "./stop.ts"

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const settings = Either.getOrElse(readSettings(process.env), (faults) =>
  fail(
    `The service cannot start with these settings:\n${faults.map(({ field, problem }) => `  ${field} ${problem}`).join("\n")}`
  )
)

const log = makeLog(settings.LOG_FORMAT)
const metrics = makeMetrics()
const started = performance.now()
const mail = planMail(settings, log)

const rewards = await openRewards({
  database: settings.DATABASE_URL,
  maxConnections: settings.DATABASE_CONNECTIONS,
  prepare: settings.DATABASE_PREPARE === "true",
  lockTimeout: settings.DATABASE_LOCK_TIMEOUT,
  onWarning: (message) => log.line(message),
  accounts: {
    mail: mail.options,
    allowLoopbackUserDetails: settings.USER_DETAILS_LOOPBACK === "true"
  }
}).catch((error: unknown) =>
  fail(`The service cannot start: ${error instanceof RewardsError ? error.message : String(error)}`)
)

const ecosystems = wordsOf(settings.ECOSYSTEMS)
const origins = settings.CORS_ORIGINS === "*" ? "*" : wordsOf(settings.CORS_ORIGINS)

/** Made once the port is known, since addresses of the service's own are built with it. */
const makeHandler = (publicUrl: string): Handler =>
  rewards.handler({
    publicUrl,
    ecosystems: ecosystems && new Set(ecosystems),
    cors: origins && { origins },
    timeout: settings.REQUEST_TIMEOUT * 1000,
    rateLimits: {
      public: settings.RATE_LIMIT_PUBLIC,
      failures: settings.RATE_LIMIT_FAILURES,
      partner: settings.RATE_LIMIT_PARTNER,
      store: settings.RATE_LIMIT_STORE
    },
    address: (request) => callerAddress(request, server.requestIP(request)?.address, settings.TRUST_PROXY),
    onAnswer: (summary) => {
      metrics.observe(summary)
      log.request(summary)
    }
  })

/** The database answers; a process that is stopping does not ask for more work. */
const readiness = async (): Promise<Response> => {
  const ready = !stopping() && (await rewards.ready())
  return Response.json({ ready }, { status: ready ? 200 : 503 })
}

// Made once, at the first request: both are the same for all callers and need no token.
let document: string | undefined
let page: string | undefined

const html = {
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"
  }
}

const listen = () =>
  Bun.serve({
    port: settings.PORT,
    hostname: settings.HOST,
    // Otherwise Bun answers a defect with a page of its own.
    development: false,
    // Outside of development Bun would share the port with another process that has it already, and split the
    // requests.
    reusePort: false,
    // The handler refuses large bodies in the envelope, before they are read; Bun alone would send a bare 413. Headers are
    // Bun's: past 16 KiB, or 200 of them, it answers a bare 431.
    maxRequestBodySize: 1024 ** 3,
    idleTimeout: settings.REQUEST_TIMEOUT + 5,
    routes: {
      "/": () => Response.redirect("/docs", 302),
      "/healthz": () => Response.json({ alive: true }),
      "/readyz": readiness,
      "/metrics": () =>
        new Response(metrics.print(), { headers: { "content-type": "text/plain; version=0.0.4" } }),
      "/openapi.json": () => {
        document ??= JSON.stringify(openApi())
        return new Response(document, { headers: { "content-type": "application/json; charset=utf-8" } })
      },
      "/docs": () => {
        page ??= docsPage()
        return new Response(page, html)
      }
    },
    fetch: (request) => handler.fetch(request)
  })

const server = await Promise.try(listen).catch(async () => {
  await rewards.close()
  return fail(`The service cannot start: PORT ${settings.PORT} on ${settings.HOST} is taken or not allowed`)
})

const url = settings.PUBLIC_URL ?? `http://localhost:${server.port}`
const handler = makeHandler(url)

const stopping = stopOnSignal({
  log,
  server,
  handler,
  close: rewards.close,
  delay: settings.STOP_DELAY * 1000,
  patience: settings.REQUEST_TIMEOUT * 1000 + 5000
})

log.line(`Laurel Rewards is ready after ${Math.round(performance.now() - started)} ms`, {
  api: `${url}/api/v1`,
  docs: `${url}/docs`,
  database: redacted(settings.DATABASE_URL),
  mail: mail.summary
})
