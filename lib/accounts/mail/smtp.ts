import { Effect, Layer, Redacted } from "effect"
import type { Transporter } from "nodemailer"
import type { InvalidInput } from "../../schema/Input.ts"
import { type Mail, MailTransport } from "./Mail.ts"
import { parseFrom, parseUrl, type Server } from "./smtp/address.ts"

export { parseFrom, parseUrl, type Sender, type Server } from "./smtp/address.ts"

import { toFailure } from "./smtp/failure.ts"

export interface SmtpOptions {
  /**
   * `smtp://user:password@host:587` or `smtps://…`, special characters percent-encoded. The first one goes over to TLS
   * where the server offers it, and insists on it before it tells a password to another machine; `?requireTLS=true` or
   * `false` says otherwise. `?tls.rejectUnauthorized=false` takes a certificate of the server's own making.
   */
  readonly url: Redacted.Redacted | string
  /** `no-reply@shop.example` or `The Shop <no-reply@shop.example>`. */
  readonly from: string
  /** 4 unless told. */
  readonly maxConnections?: number
  /** Milliseconds. */
  readonly timeouts?: SmtpTimeouts
}

export interface SmtpTimeouts {
  /** Until there is a connection; 10 000 unless told. */
  readonly connect?: number
  /** Until the server has said its first word; 10 000 unless told. */
  readonly greeting?: number
  /** In which the server says nothing; 30 000 unless told. */
  readonly silence?: number
}

/** Delivers mails to an SMTP server, over connections that are kept for half a minute. */
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

    // Also the way to end a delivery that nobody waits for any more: a server that trickles its answers would keep it
    // for ever. Its neighbours are cut off, too, and tried again.
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
            // Nobody's absence needs to be told to a machine (RFC 3834).
            headers: { "auto-submitted": "auto-generated" }
          })
        },
        catch: toFailure(server)
      })

    yield* Effect.addFinalizer(() => close)
    return MailTransport.of({ send: (mail) => Effect.onInterrupt(deliver(mail), () => close) })
  })

/** The library is loaded only when there is something to send. */
const connect = async (server: Server, options: SmtpOptions): Promise<Transporter> => {
  const { createTransport } = await import("nodemailer")
  const { connect = 10_000, greeting = 10_000, silence = 30_000 } = options.timeouts ?? {}
  return createTransport({
    pool: true,
    ...server,
    maxConnections: options.maxConnections ?? 4,
    // Once, for a kept connection that the server has closed meanwhile. The rest of the retries are the outbox's.
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
