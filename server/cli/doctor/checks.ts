import { statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { Either } from "effect"
import { type HistoryProtection, type OpenedMigrations, RewardsError } from "../../../lib/index.ts"
import manifest from "../../../package.json" with { type: "json" }
import { readSettings, redacted, type Settings, warningsOf } from "../../settings.ts"
import { planTelemetry, summaryOf } from "../../telemetry.ts"
import { databaseOf, fileOf } from "../database.ts"
import { openTables } from "../open.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** The result of one check. */
export interface Finding {
  readonly about: string
  readonly state: "ok" | "warning" | "fault"
  readonly detail: string
}

const partsOf = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

const isAtLeast = (version: string, oldest: string): boolean => {
  const [major = 0, minor = 0] = partsOf(version)
  const [oldestMajor = 0, oldestMinor = 0] = partsOf(oldest)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Bun and Deno also report a version of Node, so they are tested first. */
export const checkRuntime = (versions: NodeJS.ProcessVersions = process.versions): Finding => {
  const name = versions.bun !== undefined ? "bun" : versions.deno !== undefined ? "deno" : "node"
  const version = versions[name] ?? ""
  const needed = manifest.engines[name].replace(">=", "")
  const fits = isAtLeast(version, needed)
  const detail = `${name} ${version} on ${process.platform} ${process.arch}`
  return {
    about: "runtime",
    state: fits ? "ok" : "fault",
    detail: fits ? detail : `${detail}: use ${name} ${needed} or later`
  }
}

const telemetryOf = (settings: Settings): Finding => {
  const plan = planTelemetry(settings)
  const detail = plan === undefined ? "off: OTEL_EXPORTER_OTLP_ENDPOINT is not set" : summaryOf(plan)
  return { about: "telemetry", state: "ok", detail }
}

const secretsOf = ({ DATABASE_URL, SECRETS_KEY }: Settings): Finding => {
  const about = "secrets"
  if (SECRETS_KEY !== undefined) {
    return { about, state: "ok", detail: "SECRETS_KEY encrypts second factors: keep a copy of it" }
  }
  const file = fileOf(DATABASE_URL)
  const place = file === undefined ? "the database itself" : `${file}.key: keep a copy of it`
  return {
    about,
    state: "warning",
    detail: `SECRETS_KEY is not set: the key of second factors is in ${place}`
  }
}

export const checkSettings = (environment: Environment): ReadonlyArray<Finding> =>
  Either.match(readSettings(environment), {
    onLeft: (faults) =>
      faults.map(
        ({ field, problem }): Finding => ({
          about: "settings",
          state: "fault",
          detail: `${field} ${problem}`
        })
      ),
    onRight: (settings): ReadonlyArray<Finding> => [
      ...warningsOf(settings).map((detail): Finding => ({ about: "settings", state: "warning", detail })),
      { about: "settings", state: "ok", detail: `database ${redacted(settings.DATABASE_URL)}` },
      settings.SMTP_URL === undefined
        ? { about: "mail", state: "warning", detail: "SMTP_URL is not set: mails stay in the outbox" }
        : { about: "mail", state: "ok", detail: redacted(settings.SMTP_URL) },
      secretsOf(settings),
      telemetryOf(settings)
    ]
  })

/** Milliseconds of clock difference from which limit windows and token lifetimes become unreliable. */
const skewToWarn = 1000
const skewToFault = 60_000

const migrationsOf = (
  status: {
    readonly applied: ReadonlyArray<unknown>
    readonly pending: ReadonlyArray<unknown>
    readonly unknown: ReadonlyArray<unknown>
  },
  protection: HistoryProtection | undefined
): Finding => {
  const about = "migrations"
  if (status.unknown.length > 0) {
    return { about, state: "fault", detail: "the database was used by a newer version: use that version" }
  }
  if (status.pending.length === 0) {
    return { about, state: "ok", detail: `all ${status.applied.length} applied` }
  }
  const advice =
    protection?.mayRewrite === false
      ? 'run "laurel migrate up" as the owner of the tables, then "laurel roles"'
      : 'the service applies them when it starts, or run "laurel migrate up"'
  return { about, state: "warning", detail: `${status.pending.length} pending: ${advice}` }
}

/** Whether the connected role could change awards, transfers and reversals. An owner can remove triggers, so they are second best. */
export const historyFinding = (protection: HistoryProtection | undefined): ReadonlyArray<Finding> => {
  if (protection === undefined) return []
  const { mayRewrite, role, triggers } = protection
  const about = "history"
  if (!mayRewrite) return [{ about, state: "ok", detail: `${role} has no right to rewrite it` }]
  const advice = 'run "laurel roles", and start the service with that role'
  return triggers
    ? [{ about, state: "ok", detail: `triggers protect it; to protect it from ${role}, too, ${advice}` }]
    : [
        {
          about,
          state: "warning",
          detail: `${role} could change and delete awards, transfers and reversals, and no triggers protect them: ${advice}`
        }
      ]
}

export const clusterFinding = (
  cluster: Awaited<ReturnType<OpenedMigrations["cluster"]>>,
  role = "the role of DATABASE_URL"
): ReadonlyArray<Finding> => {
  if (cluster === undefined) return []
  const detail = `Citus ${cluster.citus}`
  if (cluster.unreachable.length > 0) {
    const nodes = cluster.unreachable.join(", ")
    const fix =
      "start the node, or let the role connect to it (pg_hba.conf there, .pgpass on the coordinator)"
    return [
      {
        about: "cluster",
        state: "fault",
        detail: `${detail}: the coordinator cannot connect to ${nodes} as ${role}: ${fix}`
      }
    ]
  }
  return cluster.distributed
    ? [{ about: "cluster", state: "ok", detail: `${detail}, the tables are distributed` }]
    : [{ about: "cluster", state: "warning", detail: `${detail}: run "laurel distribute" to use its nodes` }]
}

/** The lag in milliseconds from which events of coins in time are so late that no process seems to sweep. */
const lagToWarn = 10 * 60_000

/** How late pending awards that mature and coins that expire are written. */
export const sweepFinding = ({
  milliseconds,
  wallet
}: Awaited<ReturnType<OpenedMigrations["sweepLag"]>>): Finding => {
  const about = "sweep"
  if (milliseconds < lagToWarn) return { about, state: "ok", detail: "what is due in wallets is written" }
  const waited = `what is due in wallets has waited for ${Math.floor(milliseconds / 60_000)} minutes`
  const first =
    wallet === null ? "" : `, first in that of the member ${wallet.memberId} of ${wallet.partnerId}`
  const fix = 'Start a service; if one runs, its log says which wallets fail, and "laurel verify" finds why'
  return {
    about,
    state: "warning",
    detail: `${waited}${first}: balances are right, but events are late. ${fix}`
  }
}

/** The database read its clock at some time between `before` and `after`. */
export const clockFinding = (before: number, database: number, after: number): Finding => {
  const skew = database < before ? before - database : database > after ? database - after : 0
  const detail = `differs from the clock of the database by ${skew === 0 ? "less than the duration of the query" : `${skew} ms`}`
  if (skew < skewToWarn) return { about: "clock", state: "ok", detail }
  return {
    about: "clock",
    state: skew < skewToFault ? "warning" : "fault",
    detail: `${detail}: synchronise the clocks of both machines`
  }
}

export const checkDatabase = async (environment: Environment): Promise<ReadonlyArray<Finding>> => {
  try {
    const tables = await openTables(environment, databaseOf(environment), true)
    try {
      await tables.about()
      const before = Date.now()
      const { now, version } = await tables.about()
      const after = Date.now()
      const protection = await tables.protection()
      const status = await tables.status()
      const isCurrent = status.pending.length + status.unknown.length === 0
      const cluster = await tables.cluster()
      // The lag is that of all partners, so it cannot be read while a node of some of them is away.
      const isWhole = cluster === undefined || cluster.unreachable.length === 0
      return [
        { about: "database", state: "ok", detail: `${version}, answers in ${after - before} ms` },
        migrationsOf(status, protection),
        ...(isCurrent && isWhole ? [sweepFinding(await tables.sweepLag())] : []),
        ...clusterFinding(cluster, protection?.role),
        ...historyFinding(protection),
        clockFinding(before, now.getTime(), after)
      ]
    } finally {
      await tables.close()
    }
  } catch (error) {
    const detail = error instanceof RewardsError || error instanceof Error ? error.message : String(error)
    return [{ about: "database", state: "fault", detail }]
  }
}

const gigabyte = 1e9

/** Checks the free disk space beside a SQLite database. A database server monitors its own disk. */
export const checkDisk = async (environment: Environment): Promise<ReadonlyArray<Finding>> => {
  const url = Either.match(readSettings({ DATABASE_URL: environment.DATABASE_URL }), {
    onLeft: () => "",
    onRight: ({ DATABASE_URL }) => DATABASE_URL
  })
  const file = fileOf(url)
  if (file === undefined) return []
  try {
    const { bavail, bsize } = await statfs(dirname(file))
    const free = bavail * bsize
    const detail = `${(free / gigabyte).toFixed(1)} GB free beside the database`
    return [
      free < gigabyte / 10
        ? { about: "disk", state: "fault", detail: `${detail}: free some space, or writes will fail` }
        : { about: "disk", state: free < gigabyte ? "warning" : "ok", detail }
    ]
  } catch {
    return [{ about: "disk", state: "warning", detail: `the folder of ${file} cannot be read` }]
  }
}

/** Runs all checks, in the order in which they are shown. */
export const runChecks = async (environment: Environment): Promise<ReadonlyArray<Finding>> => [
  checkRuntime(),
  ...checkSettings(environment),
  ...(await checkDatabase(environment)),
  ...(await checkDisk(environment))
]
