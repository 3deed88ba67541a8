import { Either } from "effect"
import { makeDashboard } from "../lib/dashboard.ts"
import { type Handler, hostRoute, refusal } from "../lib/http.ts"
import { openRewards, RewardsError } from "../lib/index.ts"
import { callerAddress } from "./address.ts"
import { buildDashboard } from "./dashboard.ts"
import { makeLog } from "./log.ts"
import { planMail } from "./mail.ts"
import { makeMetrics } from "./metrics.ts"
import { operationsRoutes } from "./operations.ts"
import { makeReadiness } from "./readiness.ts"
import { readSettings, redacted, warningsOf, wordsOf } from "./settings.ts"
import { siteRoutes } from "./site.ts"
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
for (const warning of warningsOf(settings)) log.line(warning)
const metrics = makeMetrics()
const started = performance.now()
const mail = planMail(settings, log)

const rewards = await openRewards({
  database: settings.DATABASE_URL,
  maxConnections: settings.DATABASE_CONNECTIONS,
  prepare: settings.DATABASE_PREPARE === "true",
  lockTimeout: settings.DATABASE_LOCK_TIMEOUT,
  answerTimeout: settings.DATABASE_TIMEOUT,
  onWarning: (message) => log.line(message),
  accounts: {
    mail: mail.options,
    allowLoopback: settings.OUTBOUND_LOOPBACK === "true"
  }
}).catch((error: unknown) =>
  fail(`The service cannot start: ${error instanceof RewardsError ? error.message : String(error)}`)
)

const ecosystems = wordsOf(settings.ECOSYSTEMS)
const origins = settings.CORS_ORIGINS === "*" ? "*" : wordsOf(settings.CORS_ORIGINS)

/** The requests of the dashboard's page, by those to the API that stand for them: only they have a caller's address. */
const originals = new WeakMap<Request, Request>()

const addressOf = (request: Request): string | undefined => {
  const original = originals.get(request) ?? request
  return callerAddress(original, server.requestIP(original)?.address, settings.TRUST_PROXY)
}

/** Made once the port is known, since addresses of the service's own are built with it. */
const makeHandler = (publicUrl: string): Handler =>
  rewards.handler({
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
    address: addressOf,
    onAnswer: (summary) => {
      metrics.observe(summary)
      log.request(summary)
    }
  })

const isReady = makeReadiness({ check: rewards.ready })
const operations = operationsRoutes({
  // A process that is stopping does not ask for more work.
  isReady: async () => !stopping() && (await isReady()),
  metrics: metrics.print,
  token: settings.METRICS_TOKEN
})

const { METRICS_HOST: metricsHost = settings.HOST, METRICS_PORT: metricsPort } = settings

const serveDashboard = (request: Request): Promise<Response> => dashboard(request)
const publicRoutes = { ...siteRoutes, "/dashboard": serveDashboard, "/dashboard/*": serveDashboard }

const common = {
  // Otherwise Bun answers a defect with a page of its own.
  development: false,
  // Outside of development Bun would share the port with another process that has it already, and split the requests.
  reusePort: false
}

const listen = () =>
  Bun.serve({
    ...common,
    port: settings.PORT,
    hostname: settings.HOST,
    // The handler refuses large bodies in the envelope, before they are read; Bun alone would send a bare 413. Headers are
    // Bun's: past 16 KiB, or 200 of them, it answers a bare 431.
    maxRequestBodySize: 1024 ** 3,
    // A stream of events is silent for 15 seconds at most.
    idleTimeout: Math.max(settings.REQUEST_TIMEOUT + 5, 20),
    routes: metricsPort === undefined ? { ...publicRoutes, ...operations } : publicRoutes,
    fetch: (request) => handler.fetch(request)
  })

const listenForOperations = (port: number) =>
  Bun.serve({
    ...common,
    port,
    hostname: metricsHost,
    routes: operations,
    fetch: hostRoute((request) => refusal({ _tag: "RouteNotFound", path: new URL(request.url).pathname }))
  })

/** Opens a port, or ends the process with the name of the setting. */
const opened = <A>(open: () => A, name: string, port: number | undefined, host: string): Promise<A> =>
  Promise.try(open).catch(async () => {
    await rewards.close()
    return fail(`The service cannot start: ${name} ${port} on ${host} is taken or not allowed`)
  })

const server = await opened(listen, "PORT", settings.PORT, settings.HOST)
const aside =
  metricsPort === undefined
    ? undefined
    : await opened(() => listenForOperations(metricsPort), "METRICS_PORT", metricsPort, metricsHost)

const url = settings.PUBLIC_URL ?? `http://localhost:${server.port}`
const handler = makeHandler(url)
const dashboard = makeDashboard({
  api: handler.fetch,
  publicUrl: url,
  ecosystems,
  assets: buildDashboard,
  onForward: (request, original) => void originals.set(request, original)
})

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
  dashboard: `${url}/dashboard`,
  docs: `${url}/docs`,
  ...(aside && { metrics: `http://localhost:${aside.port}/metrics` }),
  database: redacted(settings.DATABASE_URL),
  mail: mail.summary
})
