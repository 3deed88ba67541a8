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

/** By the host's own means. A mail whose promise is rejected is tried again, later and later, until it has expired. */
export interface OwnMail {
  readonly send: (mail: Mail) => Promise<void>
}

/** Not at all: the host sees each mail that is written here, and it stays in the outbox. For development and tests. */
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

/** Shows mails as they are committed. A host that throws must not undo, or fail, what caused the mail. */
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
