import type { Planted } from "../planted.ts"

export const planted: ReadonlyArray<Planted> = [
  {
    file: "server/settings.ts",
    mistake: "A part of a password with @ is printed.",
    code: '.replace(/(:\\/\\/[^:]*):.*@/s, "$1:***@")',
    to: '.replace(/(:\\/\\/[^:]*):[^@]*@/s, "$1:***@")'
  },
  {
    file: "server/settings.ts",
    mistake: "The query of a URL is printed, which may have a password.",
    code: '.replace(/(:\\/\\/[^?]*)\\?.*$/s, "$1")',
    to: ""
  },
  {
    file: "server/settings.ts",
    mistake: "An empty variable counts as set.",
    code: "name in Settings.fields && value)",
    to: "name in Settings.fields && value !== undefined)"
  },
  {
    file: "server/settings.ts",
    mistake: "Only the first wrong setting is reported.",
    code: 'Schema.decodeUnknownEither(Settings, { errors: "all" })',
    to: "Schema.decodeUnknownEither(Settings)"
  },
  {
    file: "server/settings.ts",
    mistake: "The second message of an optional setting is reported.",
    code: "if (!faults.has(field)) faults.set(field, { field, problem: message })",
    to: "faults.set(field, { field, problem: message })"
  },
  {
    file: "server/settings.ts",
    mistake: "Links in mails point to the recipient's machine.",
    code: "given.SMTP_URL !== undefined && given.PUBLIC_URL === undefined ?",
    to: "false ?"
  },
  {
    file: "server/settings.ts",
    mistake: "The database may be given up before a lock is.",
    code: "answer !== undefined && answer < 2 * lock",
    to: "answer !== undefined && answer < lock"
  },
  {
    file: "server/settings.ts",
    mistake: "A short token protects the metrics.",
    code: "/^[\\x21-\\x7e]{16,}$/",
    to: "/^[\\x21-\\x7e]{1,}$/"
  },
  {
    file: "server/settings.ts",
    mistake: "A wrong token is quoted.",
    code: 'Schema.annotations({ message: () => "must be 16 or more printable characters without a space" })',
    to: 'mustBe("16 or more printable characters without a space")'
  },
  {
    file: "server/settings.ts",
    mistake: "Every host with localhost in its name is this machine.",
    code: "/^(localhost|.*\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])$/",
    to: "/(localhost|.*\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\])/"
  },
  {
    file: "server/settings.ts",
    mistake: "Names below localhost are not this machine.",
    code: "/^(localhost|.*\\.localhost|",
    to: "/^(localhost|"
  },
  {
    file: "server/settings.ts",
    mistake: "Open metrics are not warned of when HOST is an IPv6 address.",
    code: `isThisMachine(HOST.includes(":") ? \`[\${HOST}]\` : HOST)`,
    to: 'isThisMachine(HOST.includes(":") ? "[::1]" : HOST)'
  },
  {
    file: "server/settings.ts",
    mistake: "Metrics with a token are warned of.",
    code: "METRICS_TOKEN === undefined && METRICS_PORT === undefined",
    to: "METRICS_PORT === undefined"
  },
  {
    file: "server/settings.ts",
    mistake: "Another protocol of telemetry is not warned of.",
    code: '...(protocol === "http/json" ? []',
    to: "...(protocol !== undefined ? []"
  },
  {
    file: "server/settings.ts",
    mistake: "The words of a list are not separated.",
    code: "setting === undefined ? undefined : words(setting)",
    to: "setting === undefined ? undefined : [setting]"
  },
  {
    file: "server/settings.ts",
    mistake: "A star among origins is accepted.",
    code: 'text === "*" || words(text).every(isOrigin)',
    to: 'text.includes("*") || words(text).every(isOrigin)'
  },
  {
    file: "server/settings.ts",
    mistake: "The port can be larger than any port.",
    code: 'PORT: or(whole(0, 65_535, "a port"), 3000)',
    to: 'PORT: or(whole(0, 655_350, "a port"), 3000)'
  },
  {
    file: "server/settings.ts",
    mistake: "Requests of a partner are not limited by default.",
    code: "RATE_LIMIT_PARTNER: or(whole(0, 1_000_000_000), 60_000)",
    to: "RATE_LIMIT_PARTNER: or(whole(0, 1_000_000_000), 0)"
  },
  {
    file: "server/settings.ts",
    mistake: "Failed logins are not limited by default.",
    code: "RATE_LIMIT_FAILURES: or(whole(0, 1_000_000_000), 10)",
    to: "RATE_LIMIT_FAILURES: or(whole(0, 1_000_000_000), 0)"
  },
  {
    file: "server/settings.ts",
    mistake: "A proxy is trusted by default.",
    code: "TRUST_PROXY: or(whole(0, 10), 0)",
    to: "TRUST_PROXY: or(whole(0, 10), 1)"
  },
  {
    file: "server/settings.ts",
    mistake: "This machine may be called by default.",
    code: 'OUTBOUND_LOOPBACK: or(choice("true", "false"), "false")',
    to: 'OUTBOUND_LOOPBACK: or(choice("true", "false"), "true")'
  },
  {
    file: "server/settings.ts",
    mistake: "The service listens to another port by default.",
    code: '"a port"), 3000)',
    to: '"a port"), 8080)'
  },
  {
    file: "server/settings/fields.ts",
    mistake: "A wrong DATABASE_URL is quoted with its password.",
    code: '|| "must start with sqlite: or postgres://"',
    to: `|| \`must start with sqlite: or postgres://, got \${url}\``
  },
  {
    file: "server/settings/fields.ts",
    mistake: "Any text with the name of a database in it is a URL.",
    code: "/^(sqlite:.+|postgres(ql)?:\\/\\/.+)$/",
    to: "/(sqlite:.+|postgres(ql)?:\\/\\/.+)/"
  },
  {
    file: "server/settings/fields.ts",
    mistake: "The scheme postgresql is refused.",
    code: "/^(sqlite:.+|postgres(ql)?:\\/\\/.+)$/",
    to: "/^(sqlite:.+|postgres:\\/\\/.+)$/"
  },
  {
    file: "server/settings/fields.ts",
    mistake: "A URL with a path counts as an origin, which no browser sends.",
    code: "URL.canParse(word) && new URL(word).origin === word",
    to: "URL.canParse(word)"
  },
  {
    file: "server/settings/fields.ts",
    mistake: "Any protocol is a web address.",
    code: "URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)",
    to: "URL.canParse(url)"
  },
  {
    file: "server/settings/fields.ts",
    mistake: "A fraction is a whole number.",
    code: "Schema.int(),",
    to: ""
  },
  {
    file: "server/settings/fields.ts",
    mistake: "One right word of a list is enough.",
    code: "Schema.filter((text) => words(text).every(isWord))",
    to: "Schema.filter((text) => words(text).some(isWord))"
  },
  {
    file: "server/settings/fields.ts",
    mistake: "Spaces around words of a list stay.",
    code: 'text.split(",").map((word) => word.trim())',
    to: 'text.split(",")'
  },
  {
    file: "server/settings/fields.ts",
    mistake: "What another parser refuses is accepted.",
    code: "faults[0]?.problem ?? false, onRight",
    to: "true, onRight"
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "A URL of telemetry with a password is accepted, and fetch refuses it.",
    code: '(username === "" && password === "") ||',
    to: "true ||"
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "A wrong URL of telemetry is quoted with its password.",
    code: 'return "must be an absolute http or https address, such as http://localhost:4318"',
    to: `return \`must be an absolute http or https address, got \${url}\``
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "Values are not decoded.",
    code: "raw === undefined ? undefined : decoded(raw)",
    to: "raw"
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "A malformed list is read up to its mistake.",
    code: "if (name === undefined || value === undefined) return undefined",
    to: "if (name === undefined || value === undefined) return pairs"
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "A trailing comma makes a list malformed.",
    code: 'if (each.trim() === "") continue',
    to: ""
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "A header can have a line break.",
    code: "&& /^[\\x20-\\x7e]*$/.test(value)",
    to: ""
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "Wrong headers are quoted.",
    code: 'isHeaders(text) || "must be headers such as api-key=value, separated by commas"',
    to: `isHeaders(text) || \`must be headers such as api-key=value, got \${text}\``
  },
  {
    file: "server/settings/telemetry.ts",
    mistake: "The ratio of traces can be more than 1.",
    code: "Schema.between(0, 1)",
    to: "Schema.between(0, 100)"
  },
  {
    file: "server/telemetry.ts",
    mistake: "Telemetry is sent although it is disabled.",
    code: 'if (settings.OTEL_SDK_DISABLED === "true") return undefined',
    to: ""
  },
  {
    file: "server/telemetry.ts",
    mistake: "The endpoint of a signal gets the path of the signal once more.",
    code: `own ?? \`\${(common`,
    to: `\`\${(own ?? common`
  },
  {
    file: "server/telemetry.ts",
    mistake: "An exporter that is none sends to the common endpoint.",
    code: 'exporter === undefined ? (own ?? common) !== undefined : exporter === "otlp"',
    to: "(own ?? common) !== undefined"
  },
  {
    file: "server/telemetry.ts",
    mistake: "The attributes win over the name of the service.",
    code: '"service.name": "laurel-rewards", ...given, ...(settings.OTEL_SERVICE_NAME && { "service.name": settings.OTEL_SERVICE_NAME })',
    to: '"service.name": "laurel-rewards", ...(settings.OTEL_SERVICE_NAME && { "service.name": settings.OTEL_SERVICE_NAME }), ...given'
  },
  {
    file: "server/telemetry.ts",
    mistake: "The headers of telemetry are not sent.",
    code: 'headers: readPairs(settings.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {}',
    to: "headers: {}"
  },
  {
    file: "server/telemetry.ts",
    mistake: "Metrics are sent at the interval of traces.",
    code: "interval: settings.OTEL_METRIC_EXPORT_INTERVAL",
    to: "interval: settings.OTEL_BSP_SCHEDULE_DELAY"
  },
  {
    file: "server/service.ts",
    mistake: "The caller chooses its address.",
    code: "forwarded.at(-proxies)?.trim()",
    to: "forwarded.at(0)?.trim()"
  },
  {
    file: "server/service.ts",
    mistake: "A header is trusted without a proxy.",
    code: "if (proxies === 0) return peer",
    to: ""
  },
  {
    file: "server/service.ts",
    mistake: "Time limits are in milliseconds instead of seconds.",
    code: "timeout: settings.REQUEST_TIMEOUT * 1000",
    to: "timeout: settings.REQUEST_TIMEOUT"
  },
  {
    file: "server/service.ts",
    mistake: "A body may take as long as a request.",
    code: "bodyTimeout: settings.BODY_TIMEOUT * 1000",
    to: "bodyTimeout: settings.REQUEST_TIMEOUT * 1000"
  },
  {
    file: "server/service.ts",
    mistake: "The limits of a partner and of an address are exchanged.",
    code: "maxConcurrentPerPartner: settings.MAX_CONCURRENT_PARTNER, maxConcurrentPerAddress: settings.MAX_CONCURRENT_ADDRESS",
    to: "maxConcurrentPerPartner: settings.MAX_CONCURRENT_ADDRESS, maxConcurrentPerAddress: settings.MAX_CONCURRENT_PARTNER"
  },
  {
    file: "server/service.ts",
    mistake: "Failed logins have the limit of public routes.",
    code: "failures: settings.RATE_LIMIT_FAILURES",
    to: "failures: settings.RATE_LIMIT_PUBLIC"
  },
  {
    file: "server/service.ts",
    mistake: "Each process counts for itself, although the database is to count.",
    code: "store: settings.RATE_LIMIT_STORE",
    to: 'store: "memory"'
  },
  {
    file: "server/service.ts",
    mistake: "Requests of the dashboard count for the service's own address.",
    code: "const original = originals.get(request) ?? request",
    to: "const original = request"
  },
  {
    file: "server/service.ts",
    mistake: "Every ecosystem is served.",
    code: "ecosystems: ecosystems && new Set(ecosystems), cors",
    to: "cors"
  },
  {
    file: "server/start.ts",
    mistake: "The service may always call this machine.",
    code: 'allowLoopback: settings.OUTBOUND_LOOPBACK === "true"',
    to: "allowLoopback: true"
  },
  {
    file: "server/start.ts",
    mistake: "Mails are logged although they are sent.",
    code: "{ options: { url, from }, summary: redacted(url) }",
    to: "{ options: { url, from, onMail: log.mail }, summary: redacted(url) }"
  },
  {
    file: "server/start.ts",
    mistake: "The password of the mail server is logged.",
    code: "{ options: { url, from }, summary: redacted(url) }",
    to: "{ options: { url, from }, summary: url }"
  },
  {
    file: "server/start.ts",
    mistake: "The password of the database is logged.",
    code: "database: redacted(settings.DATABASE_URL),",
    to: "database: settings.DATABASE_URL,"
  },
  {
    file: "server/start.ts",
    mistake: "Metrics with a token are open.",
    code: "token: settings.METRICS_TOKEN",
    to: "token: undefined"
  },
  {
    file: "server/start.ts",
    mistake: "Metrics stay on the public port although they have a port of their own.",
    code: "exact: aside === undefined ? operations : {}",
    to: "exact: operations"
  },
  {
    file: "server/settings.ts",
    mistake: "The time limits of locks and of answers are exchanged.",
    code: "lockTimeout: settings.DATABASE_LOCK_TIMEOUT, answerTimeout: settings.DATABASE_TIMEOUT",
    to: "lockTimeout: settings.DATABASE_TIMEOUT, answerTimeout: settings.DATABASE_LOCK_TIMEOUT"
  },
  {
    file: "server/settings.ts",
    mistake: "The number of connections is ignored.",
    code: "maxConnections: settings.DATABASE_CONNECTIONS,",
    to: ""
  },
  {
    file: "server/settings.ts",
    mistake: "Statements are prepared although a pooler does not allow it.",
    code: 'prepare: settings.DATABASE_PREPARE === "true"',
    to: "prepare: true"
  },
  {
    file: "server/start.ts",
    mistake: "A service that stops counts as ready.",
    code: "isReady: async () => !stopping() && (await isReady())",
    to: "isReady"
  },
  {
    file: "server/start.ts",
    mistake: "A stopping service closes its port at once.",
    code: "delay: settings.STOP_DELAY * 1000",
    to: "delay: 0"
  },
  {
    file: "server/start.ts",
    mistake: "Warnings about settings are not shown.",
    code: "for (const warning of warningsOf(settings)) log.warn(warning)",
    to: ""
  },
  {
    file: "server/cli/database.ts",
    mistake: "A command that does not serve fails because of other settings.",
    code: 'filter(([name]) => name.startsWith("DATABASE_"))',
    to: "filter(([name]) => name.length > 0)"
  },
  {
    file: "server/cli/database.ts",
    mistake: "A wrong option is reported by the variable.",
    code: `[\`--\${option} \${fault.problem}\`]`,
    to: `[\`\${setting} \${fault.problem}\`]`
  },
  {
    file: "server/cli/database.ts",
    mistake: "A command that reads creates an empty database.",
    code: "!mayBeNew && file !== undefined && !existsSync(file)",
    to: "false"
  }
]
