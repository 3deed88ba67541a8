import { Effect, Layer, Runtime } from "effect"
import { type Mail, MailDelayed, MailTransport } from "../accounts/mail/Mail.ts"
import { Mails } from "../accounts/mail/Mails.ts"
import * as Smtp from "../accounts/mail/smtp.ts"
import type { InvalidInput } from "../schema/Input.ts"

/** Sends mails by SMTP. */
export interface SmtpMail {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** `no-reply@shop.example` or `The Shop <no-reply@shop.example>`. */
  readonly from: string
}

/** Sends mails with a function of the host. If its promise rejects, sending is retried for about a day, or until the mail expires. */
export interface OwnMail {
  readonly send: (mail: Mail) => Promise<void>
}

/** For development and tests: calls the host with each new mail of this process. The mail stays in the outbox and is not sent. */
export interface ShownMail {
  readonly onMail: (mail: Mail) => void
}

export type MailOptions = SmtpMail | OwnMail | ShownMail

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the mail transport of the options. Without a transport, no mail is sent. */
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

/** Calls `onMail` with each new mail of this process, after COMMIT. Logs an error of `onMail`. */
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
