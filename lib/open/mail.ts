import { Effect, Layer, Runtime } from "effect"
import { type Mail, MailDelayed, MailTransport } from "../accounts/mail/Mail.ts"
import { Mails } from "../accounts/mail/Mails.ts"
import * as Smtp from "../accounts/mail/smtp.ts"
import type { InvalidInput } from "../schema/Input.ts"

/** By SMTP: `smtp://user:password@host:587` or `smtps://…`, from an address or a name and an address. */
export interface SmtpMail {
  readonly url: string
  readonly from: string
}

/** By a function of the host. A mail whose promise rejects is retried with growing pauses until it expires. */
export interface OwnMail {
  readonly send: (mail: Mail) => Promise<void>
}

/** Does not send mails: the host is called with each new mail, and the mail stays in the outbox. For development and tests. */
export interface ShownMail {
  readonly onMail: (mail: Mail) => void
}

export type MailOptions = SmtpMail | OwnMail | ShownMail

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The engine sends mails wherever there is a transport. */
export const transportOf = (mail: MailOptions | undefined): Layer.Layer<never, InvalidInput> => {
  if (mail === undefined || "onMail" in mail) return Layer.empty
  if ("url" in mail) return Smtp.layer(mail)
  return Layer.succeed(MailTransport, {
    send: (one) =>
      Effect.tryPromise({
        try: () => mail.send(one),
        catch: (error) => new MailDelayed({ reason: reasonOf(error) })
      })
  })
}

/** Calls the host with each mail after its commit. An error of the host must not affect the cause of the mail. */
export const listenerOf = (mail: MailOptions | undefined): Layer.Layer<never, never, Mails> => {
  if (mail === undefined || !("onMail" in mail)) return Layer.empty
  return Layer.scopedDiscard(
    Effect.gen(function* () {
      const fork = Runtime.runFork(yield* Effect.runtime<never>())
      const mails = yield* Mails
      yield* mails.watch((one) => {
        try {
          mail.onMail(one)
        } catch (error) {
          fork(Effect.logWarning(`onMail has failed: ${reasonOf(error)}`))
        }
      })
    })
  )
}
