import { Either, ParseResult, Schema } from "effect"
import { isEcosystem, parseSecretsKey } from "../lib/entries/accounts.ts"
import { parseFrom, parseUrl } from "../lib/entries/smtp.ts"
import type { Fault } from "../lib/index.ts"
import {
  choice,
  DatabaseUrl,
  isOrigin,
  isWebAddress,
  list,
  mustBe,
  or,
  readableBy,
  whole,
  words
} from "./settings/fields.ts"
import { telemetryFields } from "./settings/telemetry.ts"

const Settings = Schema.Struct({
  PORT: or(whole(0, 65_535, "a port"), 3000),
  HOST: or(Schema.NonEmptyString, "0.0.0.0"),
  /** A separate port for /metrics, /healthz and /readyz, so that they can be limited to an internal network. */
  METRICS_PORT: Schema.optional(whole(0, 65_535, "a port")),
  METRICS_HOST: Schema.optional(Schema.NonEmptyString),
  /** The Bearer token that a request to /metrics must have. */
  METRICS_TOKEN: Schema.optional(
    Schema.String.pipe(
      Schema.pattern(/^[\x21-\x7e]{16,}$/),
      // The message does not quote the token.
      Schema.annotations({ message: () => "must be 16 or more printable characters without a space" })
    )
  ),
  DATABASE_URL: or(DatabaseUrl, "sqlite:./data/rewards.db"),
  DATABASE_CONNECTIONS: or(whole(1, 1000), 10),
  DATABASE_PREPARE: or(choice("true", "false"), "true"),
  /** Milliseconds. */
  DATABASE_LOCK_TIMEOUT: or(whole(1, 600_000), 3000),
  /** Milliseconds. By default 20 seconds, or five lock time-outs if that is more. */
  DATABASE_TIMEOUT: Schema.optional(whole(100, 6_000_000)),
  ECOSYSTEMS: Schema.optional(
    list(isEcosystem, "lower-case words of up to 32 letters, digits and dashes, separated by commas")
  ),
  PUBLIC_URL: Schema.optional(
    Schema.String.pipe(
      Schema.filter(isWebAddress),
      mustBe("an absolute http or https address, such as https://rewards.example.com")
    )
  ),
  /** The SMTP server. Without it mails stay in the outbox and are logged. */
  SMTP_URL: Schema.optional(readableBy(parseUrl)),
  MAIL_FROM: or(readableBy(parseFrom), "Laurel Rewards <no-reply@localhost>"),
  /** The keys that encrypt the secrets of second factors, separated by commas. The first one encrypts. */
  SECRETS_KEY: Schema.optional(readableBy(parseSecretsKey)),
  LOG_FORMAT: or(choice("pretty", "json"), "pretty"),
  /** The lowest level that is logged. Requests are logged with level info. */
  LOG_LEVEL: or(choice("debug", "info", "warn", "error", "none"), "info"),
  /** Per minute, 0 for no limit: requests of one address to public routes, failed logins of one account, requests of one partner. */
  RATE_LIMIT_PUBLIC: or(whole(0, 1_000_000_000), 300),
  RATE_LIMIT_FAILURES: or(whole(0, 1_000_000_000), 10),
  RATE_LIMIT_PARTNER: or(whole(0, 1_000_000_000), 60_000),
  RATE_LIMIT_STORE: or(choice("memory", "database"), "memory"),
  /** How many of the deployment's own proxies a request passes. Each appends to X-Forwarded-For. */
  TRUST_PROXY: or(whole(0, 10), 0),
  CORS_ORIGINS: Schema.optional(
    Schema.String.pipe(
      Schema.filter((text) => text === "*" || words(text).every(isOrigin)),
      mustBe('"*", or origins such as https://shop.example, separated by commas')
    )
  ),
  /** For development: a partner's userDetailsUrl and webhooks may point to this machine, even with plain HTTP. */
  OUTBOUND_LOOPBACK: or(choice("true", "false"), "false"),
  /** The maximum number of concurrent requests: in total, per partner, per address. */
  MAX_CONCURRENT: or(whole(1, 1_000_000), 2000),
  MAX_CONCURRENT_PARTNER: Schema.optional(whole(1, 1_000_000)),
  MAX_CONCURRENT_ADDRESS: Schema.optional(whole(1, 1_000_000)),
  /** Seconds that a body may take to arrive. */
  BODY_TIMEOUT: or(whole(1, 250), 5),
  /** Seconds. Bun closes connections that are idle for 255 seconds. */
  REQUEST_TIMEOUT: or(whole(1, 250), 30),
  /**
   * Seconds for which a stopping service still serves but reports that it is not ready, so that a load balancer stops sending requests
   * before the port closes.
   */
  STOP_DELAY: or(whole(0, 300), 0),
  ...telemetryFields
})
export type Settings = typeof Settings.Type
export { readPairs } from "./settings/telemetry.ts"

const decode = Schema.decodeUnknownEither(Settings, { errors: "all" })

/** An optional setting fails twice: by its own schema, and as undefined. The first message is the useful one. */
const faultsOf = (error: ParseResult.ParseError): ReadonlyArray<Fault> => {
  const faults = new Map<string, Fault>()
  for (const { path, message } of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const field = path.join(".")
    if (!faults.has(field)) faults.set(field, { field, problem: message })
  }
  return Array.from(faults.values())
}

/** Links in mails start with PUBLIC_URL; its default would point to the recipient's own machine. */
const missing = (given: Readonly<Record<string, unknown>>): ReadonlyArray<Fault> =>
  given.SMTP_URL !== undefined && given.PUBLIC_URL === undefined
    ? [{ field: "PUBLIC_URL", problem: "is required with SMTP_URL, because mailed links start with it" }]
    : []

const tooShort = ({
  DATABASE_LOCK_TIMEOUT: lock,
  DATABASE_TIMEOUT: answer
}: Settings): ReadonlyArray<Fault> =>
  answer !== undefined && answer < 2 * lock
    ? [
        {
          field: "DATABASE_TIMEOUT",
          problem: `must be at least twice DATABASE_LOCK_TIMEOUT, which is ${lock}`
        }
      ]
    : []

/** Reads the settings from the environment. Reports all wrong settings by name. An empty variable counts as not set. */
export const readSettings = (
  environment: Readonly<Record<string, string | undefined>>
): Either.Either<Settings, ReadonlyArray<Fault>> => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in Settings.fields && value)
  )
  const settings = Either.mapLeft(decode(given), faultsOf)
  const faults = [
    ...missing(given),
    ...Either.match(settings, { onLeft: (wrong) => wrong, onRight: tooShort })
  ]
  return faults.length === 0 ? settings : Either.left(faults)
}

const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Warnings about valid settings that should be changed, one line each. */
export const warningsOf = ({
  HOST,
  METRICS_PORT,
  METRICS_TOKEN,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  PUBLIC_URL
}: Settings): ReadonlyArray<string> => {
  const url = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
  const isOpen = METRICS_TOKEN === undefined && METRICS_PORT === undefined
  return [
    ...(isOpen && !isThisMachine(HOST.includes(":") ? `[${HOST}]` : HOST)
      ? ["/metrics is open to everyone who reaches the port: set METRICS_TOKEN or METRICS_PORT"]
      : []),
    ...(url === undefined || url.protocol === "https:" || isThisMachine(url.hostname)
      ? []
      : ["PUBLIC_URL should be https: passwords, tokens and mailed links travel unencrypted"]),
    ...(protocol === "http/json"
      ? []
      : [
          `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, but telemetry is sent as http/json, to the same address`
        ])
  ]
}

/** The options with which the service and its commands open the database. */
export const databaseOptionsOf = (settings: Settings) => ({
  maxConnections: settings.DATABASE_CONNECTIONS,
  prepare: settings.DATABASE_PREPARE === "true",
  lockTimeout: settings.DATABASE_LOCK_TIMEOUT,
  answerTimeout: settings.DATABASE_TIMEOUT
})

/** The words of a list; undefined if the setting is not set. */
export const wordsOf = (setting: string | undefined): ReadonlyArray<string> | undefined =>
  setting === undefined ? undefined : words(setting)

/**
 * A URL that may be printed: without its password and its query. A password may contain an @, so everything from the first colon to the
 * last @ is replaced.
 */
export const redacted = (url: string): string =>
  url.replace(/(:\/\/[^:]*):.*@/s, "$1:***@").replace(/(:\/\/[^?]*)\?.*$/s, "$1")
