import { Context, type Effect, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { explainedError } from "../../schema/Input.ts"
import { goingBack } from "../../schema/Page.ts"

/** A mail that is passed to a `MailTransport`. */
export interface Mail {
  /** All attempts to send a mail use the same id, so that the recipient's mail server can recognise a second copy. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail can never be delivered. It is not sent again. */
export class MailRefused extends explainedError<MailRefused>()("MailRefused", {
  fields: { reason: Schema.String },
  cause: "The mail transport reported that this mail can never be delivered.",
  fix: "The mail is not sent again. The outbox shows the reason.",
  message: ({ reason }) => `the mail was refused: ${reason}`
}) {}

/** The attempt failed. The mail may be sent again later. */
export class MailDelayed extends explainedError<MailDelayed>()("MailDelayed", {
  fields: { reason: Schema.String },
  cause: "The mail transport could not deliver this mail yet.",
  fix: "Nothing to do: the mail is sent again later.",
  message: ({ reason }) => `the mail could not be delivered yet: ${reason}`
}) {}

/** Delivers mails. An interrupted `send` must close its connection. */
export class MailTransport extends Context.Tag("rewards/MailTransport")<
  MailTransport,
  { readonly send: (mail: Mail) => Effect.Effect<void, MailRefused | MailDelayed> }
>() {}

/** A mail in the outbox. When the mail is sent or given up, its text is deleted, because the text may contain a valid code. */
export const OutboxMail = Schema.Struct({
  id: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  state: Schema.Literal("waiting", "sent", "given up"),
  attempts: Schema.Int,
  createdAt: Schema.Date,
  /** The mail is not sent after this instant. */
  expiresAt: Schema.NullOr(Schema.Date),
  /** When the next attempt is due; null if there is none. During an attempt: when the mail is due again if the process dies. */
  dueAt: Schema.NullOr(Schema.Date),
  sentAt: Schema.NullOr(Schema.Date),
  /** Why the last attempt failed, or why the mail was given up. */
  error: Schema.NullOr(Schema.String)
})
export type OutboxMail = typeof OutboxMail.Type

export const ListMails = Schema.Struct(goingBack("a mail"))
export type ListMailsInput = Documented.Of<typeof ListMails, Documented.ListMailsInput>
