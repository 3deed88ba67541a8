import { Effect, Layer, Redacted } from "effect"
import type { Transporter } from "nodemailer"
import type { InvalidInput } from "../../schema/Input.ts"
import { type Mail, MailTransport } from "./Mail.ts"
import { parseFrom, parseUrl, type Server } from "./smtp/address.ts"

export { parseFrom, parseUrl, type Sender, type Server } from "./smtp/address.ts"

import { toFailure } from "./smtp/failure.ts"

export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://…`, with special characters percent-encoded. `smtp://` switches to
   * TLS if the server offers it; with a password and a remote host it requires TLS. `?requireTLS=true` or `false`
   * overrides that. `?tls.rejectUnauthorized=false` accepts a self-signed certificate.
   */
  readonly url: Redacted.Redacted | string
  /** `no-reply@shop.example` or `The Shop <no-reply@shop.example>`. */
  readonly from: string
  /** Default: 4. */
  readonly maxConnections?: number
  /** In milliseconds. */
  readonly timeouts?: SmtpTimeouts
}

export interface SmtpTimeouts {
  /** Until the connection is open. Default: 10 000. */
  readonly connect?: number
  /** Until the server's greeting. Default: 10 000. */
  readonly greeting?: number
  /** How long the server may stay silent. Default: 30 000. */
  readonly silence?: number
}

/** Delivers mails to an SMTP server. Idle connections are kept for 30 seconds. */
export const layer = (options: SmtpOptions): Layer.Layer<MailTransport, InvalidInput> =>
  Layer.scoped(MailTransport, make(options))

const make = (options: SmtpOptions) =>
  Effect.gen(function* () {
    const server = yield* parseUrl(
      typeof options.url === "string" ? options.url : Redacted.value(options.url)
    )
    const from = yield* parseFrom(options.from)
    const host = from.address.slice(from.address.lastIndexOf("@") + 1)
    let pool: Promise<Transporter> | undefined

    // An interrupted delivery closes the whole pool, because a server that answers slowly could hold the connection
    // forever. Other deliveries on the pool fail and are retried.
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
    // One retry, for a kept connection that the server has closed. The outbox does all other retries.
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
