import { Either, Layer } from "effect"
import { hostRoute, refusal } from "../lib/entries/http.ts"
import { type AccountsClient, type MailOptions, openRewards, RewardsError } from "../lib/index.ts"
import { type Log, makeLog } from "./log.ts"
import { makeMetrics } from "./metrics.ts"
import { makeReadiness, operationsPaths, operationsRoutes } from "./operations.ts"
import type { Platform, Server } from "./platform.ts"
import { makeRoutes, makeService } from "./service.ts"
import { databaseOptionsOf, readSettings, redacted, type Settings, warningsOf } from "./settings.ts"
import { stopOnSignal } from "./stop.ts"
import { planTelemetry, startTelemetry, summaryOf, type Telemetry } from "./telemetry.ts"

type Environment = Readonly<Record<string, string | undefined>>

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const settingsOf = (environment: Environment): Settings =>
  Either.getOrElse(readSettings(environment), (faults) =>
    fail(
      `The service cannot start with these settings:\n${faults.map(({ field, problem }) => `  ${field} ${problem}`).join("\n")}`
    )
  )

/** Node before 22 lacks functions that the service uses, and would fail at the first request. */
const refuseOldRuntime = (): void => {
  if (!("withResolvers" in Promise))
    fail(
      `The service cannot start: it needs Node 22.13 or newer, Deno or Bun, and this is ${process.version}`
    )
}

interface MailPlan {
  readonly options: MailOptions
  /** For the line that the service logs when it is ready. */
  readonly summary: string
}

/** With SMTP_URL mails are sent and never logged; without it they are only logged. */
const planMail = ({ MAIL_FROM: from, SMTP_URL: url }: Settings, log: Log): MailPlan =>
  url === undefined
    ? { options: { onMail: log.mail }, summary: "shown here, not sent: SMTP_URL is not set" }
    : { options: { url, from }, summary: redacted(url) }

interface Parts {
  readonly log: Log
  readonly mail: MailPlan
  readonly telemetry: Telemetry | undefined
}

const open = (settings: Settings, { log, mail, telemetry }: Parts): Promise<AccountsClient> =>
  openRewards({
    ...databaseOptionsOf(settings),
    database: settings.DATABASE_URL,
    onWarning: log.warn,
    telemetry: telemetry === undefined ? log.layer : Layer.merge(log.layer, telemetry.layer),
    accounts: {
      mail: mail.options,
      alertsUrl:
        settings.PUBLIC_URL === undefined
          ? undefined
          : `${settings.PUBLIC_URL.replace(/\/+$/, "")}/dashboard/alerts`,
      allowLoopback: settings.OUTBOUND_LOOPBACK === "true",
      secretsKey: settings.SECRETS_KEY
    }
  }).catch((error: unknown) =>
    fail(`The service cannot start: ${error instanceof RewardsError ? error.message : String(error)}`)
  )

const notFound = hostRoute((request) =>
  refusal({ _tag: "RouteNotFound", path: new URL(request.url).pathname })
)

/** Starts the service. Resolves when it is ready; ends the process if it cannot start, and on SIGTERM or SIGINT. */
export const start = async (environment: Environment, platform: Platform): Promise<void> => {
  refuseOldRuntime()
  const settings = settingsOf(environment)
  const log = makeLog({ format: settings.LOG_FORMAT, level: settings.LOG_LEVEL })
  const metrics = makeMetrics()
  const mail = planMail(settings, log)
  const plan = planTelemetry(settings)
  const telemetry = plan && (await startTelemetry(plan, log))
  const rewards = await open(settings, { log, mail, telemetry })

  /** Opens a port. If that fails, ends the process with an error that names the setting. */
  const listen = (name: string, port: number, hostname: string): Promise<Server> =>
    // A stream of events sends something every 15 seconds or more often.
    platform
      .listen({
        port,
        hostname,
        idleTimeout: Math.max(settings.REQUEST_TIMEOUT + 5, 20),
        exactPaths: operationsPaths
      })
      .catch(async () => {
        await rewards.close()
        return fail(`The service cannot start: ${name} ${port} on ${hostname} is taken or not allowed`)
      })
  const { METRICS_HOST: metricsHost = settings.HOST, METRICS_PORT: metricsPort } = settings
  const server = await listen("PORT", settings.PORT, settings.HOST)
  const aside = metricsPort === undefined ? undefined : await listen("METRICS_PORT", metricsPort, metricsHost)

  const url = settings.PUBLIC_URL ?? `http://localhost:${server.port}`
  const { handler, site } = makeService({
    settings,
    rewards,
    publicUrl: url,
    peer: server.peer,
    pages: platform,
    traced: plan?.traces !== undefined,
    log,
    metrics
  })
  const stopping = stopOnSignal({
    log,
    server,
    handler,
    close: rewards.close,
    telemetry,
    delay: settings.STOP_DELAY * 1000,
    patience: settings.REQUEST_TIMEOUT * 1000 + 5000
  })
  const isReady = makeReadiness({ check: rewards.ready })
  const operations = operationsRoutes({
    // A process that is stopping must get no more requests.
    isReady: async () => !stopping() && (await isReady()),
    metrics: metrics.print,
    token: settings.METRICS_TOKEN
  })
  server.serve({
    exact: aside === undefined ? operations : {},
    rest: makeRoutes(site, handler.fetch)
  })
  aside?.serve({ exact: operations, rest: notFound })

  log.info(`Laurel Rewards is ready after ${Math.round(process.uptime() * 1000)} ms`, {
    api: `${url}/api/v1`,
    dashboard: `${url}/dashboard`,
    docs: `${url}/docs`,
    ...(aside && { metrics: `http://localhost:${aside.port}/metrics` }),
    database: redacted(settings.DATABASE_URL),
    mail: mail.summary,
    ...(plan && { telemetry: summaryOf(plan) })
  })
  for (const warning of warningsOf(settings)) log.warn(warning)
}
