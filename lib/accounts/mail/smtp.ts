import { Effect, Either, Layer, Redacted } from "effect"
import type { Transporter } from "nodemailer"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { type Mail, MailDelayed, MailRefused, MailTransport } from "./Mail.ts"

export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://…`, with special characters percent-encoded. `smtp://` switches to TLS if the server
   * offers it. It requires TLS if the URL has credentials and a remote host. `?requireTLS=true` or `?requireTLS=false` overrides this
   * default. `?tls.rejectUnauthorized=false` accepts every certificate, even a self-signed one.
   */
  readonly url: Redacted.Redacted | string
  /** The sender, as `no-reply@shop.example` or `The Shop <no-reply@shop.example>`. */
  readonly from: string
  /** The largest number of open connections. Default: 4. */
  readonly maxConnections?: number
  /** Time limits in milliseconds. */
  readonly timeouts?: SmtpTimeouts
}

export interface SmtpTimeouts {
  /** The time limit for opening the connection. Default: 10 000. */
  readonly connect?: number
  /** How long the server's greeting may take. Default: 10 000. */
  readonly greeting?: number
  /** How long the server may stay silent. Default: 30 000. */
  readonly silence?: number
}

/** Delivers mails to an SMTP server. Idle connections stay open for 30 seconds. */
export const layer = (options: SmtpOptions): Layer.Layer<MailTransport, InvalidInput> =>
  Layer.scoped(MailTransport, make(options))

/** The server options of nodemailer. */
export interface Server {
  readonly host: string
  readonly port: number
  /** Use TLS from the first byte. */
  readonly secure: boolean
  /** Refuse to send without TLS. */
  readonly requireTLS: boolean
  readonly tls: { readonly rejectUnauthorized: boolean }
  readonly auth?: { readonly user: string; readonly pass: string }
}

const parameters = new Set(["requireTLS", "tls.rejectUnauthorized"])
const loopback = /^(localhost|127(\.\d+){3}|::1)$/

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses the URL of an SMTP server. Error messages never quote the URL, because it may contain a password. */
export const parseUrl = (text: string): Either.Either<Server, InvalidInput> => {
  const wrong = (problem: string) => Either.left(invalid("mail.url", problem))
  if (!/^smtps?:\/\//.test(text)) return wrong("must start with smtp:// or smtps://")
  if (!URL.canParse(text))
    return wrong("must be a valid URL: percent-encode special characters of its password")
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (host === "") return wrong("must name a host")
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === undefined || pass === undefined)
    return wrong("has an invalid percent-encoding in its user or password: write a percent sign as %25")
  const flags = new Map(url.searchParams)
  for (const [name, value] of flags) {
    if (!parameters.has(name))
      return wrong(`must have no other parameters than ${[...parameters].join(" and ")}`)
    if (value !== "true" && value !== "false") return wrong(`must have true or false for ${name}`)
  }
  const secure = url.protocol === "smtps:"
  const hasPassword = user !== "" || pass !== ""
  const requireTLS = flags.get("requireTLS") ?? String(hasPassword && !loopback.test(host))
  return Either.right({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: requireTLS === "true",
    tls: { rejectUnauthorized: flags.get("tls.rejectUnauthorized") !== "false" },
    ...(hasPassword ? { auth: { user, pass } } : {})
  })
}

export interface Sender {
  readonly name: string
  readonly address: string
}

const plain = /^[^\s@<>"]+@[^\s@<>"]+$/
const named = /^([^<>"\p{C}]*)<([^\s@<>"]+@[^\s@<>"]+)>$/u

/** Parses an address, or a name and an address. The name may contain commas. */
export const parseFrom = (text: string): Either.Either<Sender, InvalidInput> => {
  if (plain.test(text)) return Either.right({ name: "", address: text })
  const [, name, address] = named.exec(text) ?? []
  return name === undefined || address === undefined
    ? Either.left(
        invalid("mail.from", "must be an address, or a name and an address, as in Shop <post@shop.example>")
      )
    : Either.right({ name: name.trim(), address })
}

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** The codes of errors that are caused by the sender, the recipient or the content of the mail. */
const mailErrors = new Set(["EENVELOPE", "EMESSAGE"])

/**
 * Returns whether the mail can never be delivered: an address is invalid, the mail is too large, or the server refused it with a 5xx
 * status. An exception is 530 (authentication required), because the operator can fix it.
 */
const isFinal = (error: unknown): boolean => {
  if (!mailErrors.has(String(property(error, "code")))) return false
  const status = property(error, "responseCode")
  return status === undefined || (property(error, "permanent") === true && status !== 530)
}

/** Translates nodemailer's error for the outbox. Removes the password from the text of the error. */
const toFailure =
  (server: Server) =>
  (error: unknown): MailRefused | MailDelayed => {
    const words = error instanceof Error && error.message !== "" ? error.message : String(error)
    const secret = server.auth?.pass ?? ""
    const reason = secret === "" ? words : words.replaceAll(secret, "***")
    return isFinal(error) ? new MailRefused({ reason }) : new MailDelayed({ reason })
  }

const make = (options: SmtpOptions) =>
  Effect.gen(function* () {
    const server = yield* parseUrl(
      typeof options.url === "string" ? options.url : Redacted.value(options.url)
    )
    const from = yield* parseFrom(options.from)
    const host = from.address.slice(from.address.lastIndexOf("@") + 1)
    let pool: Promise<Transporter> | undefined

    // An interrupted delivery closes the whole pool, because a slow server could otherwise keep the connection open. The other
    // deliveries of the pool fail, and the outbox sends their mails again.
    const close = Effect.sync(() => {
      pool?.then(
        (transporter) => transporter.close({ force: true }),
        () => {}
      )
      pool = undefined
    })

    const deliver = (mail: Mail) =>
      Effect.tryPromise({
        try: async () => {
          pool ??= connect(server, options)
          const transporter = await pool
          await transporter.sendMail({
            from,
            to: { name: "", address: mail.to },
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            messageId: `<${mail.id}@${host}>`,
            // Asks mail servers not to send automatic replies (RFC 3834).
            headers: { "auto-submitted": "auto-generated" }
          })
        },
        catch: toFailure(server)
      })

    yield* Effect.addFinalizer(() => close)
    return MailTransport.of({ send: (mail) => Effect.onInterrupt(deliver(mail), () => close) })
  })

/** Loads nodemailer only when there is a mail to send. */
const connect = async (server: Server, options: SmtpOptions): Promise<Transporter> => {
  const { createTransport } = await import("nodemailer")
  const { connect = 10_000, greeting = 10_000, silence = 30_000 } = options.timeouts ?? {}
  return createTransport({
    pool: true,
    ...server,
    maxConnections: options.maxConnections ?? 4,
    // One retry, for an idle connection that the server has closed. The outbox does all other retries.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: greeting,
    socketTimeout: silence,
    disableFileAccess: true,
    disableUrlAccess: true
  })
}
