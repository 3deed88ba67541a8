import { Context, type Effect, Schema } from "effect"
import { goingBack } from "../../schema/Page.ts"

/** A mail as whoever delivers it gets it. */
export interface Mail {
  /** Stays the same however often it is tried, so that a second copy can be recognised. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Nobody will ever take this mail: it is not tried again. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", { reason: Schema.String }) {
  override get message(): string {
    return `the mail was refused: ${this.reason}`
  }
}

/** It did not work this time: it is tried again, until it has expired. */
export class MailDelayed extends Schema.TaggedError<MailDelayed>()("MailDelayed", { reason: Schema.String }) {
  override get message(): string {
    return `the mail could not be delivered yet: ${this.reason}`
  }
}

/**
 * Who delivers mails. It stands here, before everything, because drivers know the domain alone. A `send` that is
 * interrupted gives up its connection.
 */
export class MailTransport extends Context.Tag("rewards/MailTransport")<
  MailTransport,
  { readonly send: (mail: Mail) => Effect.Effect<void, MailRefused | MailDelayed> }
>() {}

/** A mail as the outbox shows it. One that was sent or given up has no text any more: it might hold a live code. */
export const OutboxMail = Schema.Struct({
  id: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  state: Schema.Literal("waiting", "sent", "given up"),
  attempts: Schema.Int,
  createdAt: Schema.Date,
  /** After this it is of no use, and not sent. */
  expiresAt: Schema.NullOr(Schema.Date),
  /** When it is tried next; while it is being sent, when it would be tried again had its sender died. */
  dueAt: Schema.NullOr(Schema.Date),
  sentAt: Schema.NullOr(Schema.Date),
  /** Why the last try failed, or why it was given up. */
  error: Schema.NullOr(Schema.String)
})
export type OutboxMail = typeof OutboxMail.Type

export const ListMails = Schema.Struct(goingBack("a mail"))
export type ListMailsInput = typeof ListMails.Encoded
