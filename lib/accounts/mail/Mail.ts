import { Context, type Effect, Schema } from "effect"
import { explainedError } from "../../schema/Input.ts"
import { goingBack } from "../../schema/Page.ts"

/** A mail as a transport receives it. */
export interface Mail {
  /** The same for every attempt, so that the recipient's mail server can recognise a second copy. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail can never be delivered. It is not tried again. */
export class MailRefused extends explainedError<MailRefused>()("MailRefused", {
  fields: { reason: Schema.String },
  cause: "The mail transport reported that this mail can never be delivered.",
  fix: "The mail is given up, with this reason.",
  message: ({ reason }) => `the mail was refused: ${reason}`
}) {}

/** The attempt failed for now. The mail is tried again until it expires. */
export class MailDelayed extends explainedError<MailDelayed>()("MailDelayed", {
  fields: { reason: Schema.String },
  cause: "The mail transport reported that this mail could not be delivered now.",
  fix: "It is sent again later automatically.",
  message: ({ reason }) => `the mail could not be delivered yet: ${reason}`
}) {}

/** Delivers mails. If `send` is interrupted, it closes its connection. */
export class MailTransport extends Context.Tag("rewards/MailTransport")<
  MailTransport,
  { readonly send: (mail: Mail) => Effect.Effect<void, MailRefused | MailDelayed> }
>() {}

/**
 * A mail as the outbox lists it. After it was sent or given up its text is deleted, because it may contain a valid
 * code.
 */
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
  /** When the mail is tried next. During an attempt: when it would be tried again if the sending process died. */
  dueAt: Schema.NullOr(Schema.Date),
  sentAt: Schema.NullOr(Schema.Date),
  /** Why the last attempt failed, or why the mail was given up. */
  error: Schema.NullOr(Schema.String)
})
export type OutboxMail = typeof OutboxMail.Type

export const ListMails = Schema.Struct(goingBack("a mail"))
export type ListMailsInput = typeof ListMails.Encoded
