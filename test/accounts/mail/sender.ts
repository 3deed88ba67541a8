// A sender with a transport and a database that the test chooses.
import { type Context, Effect, Layer } from "effect"
import { type Mail, MailTransport } from "../../../lib/accounts/mail/Mail.ts"
import * as MailSender from "../../../lib/accounts/mail/MailSender.ts"
import type { Client } from "../../support/world.ts"
import { outboxOn } from "./outbox.ts"

export type Send = Context.Tag.Service<MailTransport>["send"]

/** Polls so often that a test does not have to wait. */
export const eager: MailSender.MailSenderOptions = { poll: "10 millis" }
/** Does not poll during a test: it sends only mails that it is notified about. */
export const deaf: MailSender.MailSenderOptions = { poll: "1 hour" }

export const senderOn = (client: Client, send: Send, options: MailSender.MailSenderOptions = eager) =>
  MailSender.layer(options).pipe(
    Layer.provideMerge(outboxOn(client)),
    Layer.provide(Layer.succeed(MailTransport, { send }))
  )

/** A transport that accepts every mail. */
export const sentOf =
  (received: Array<Mail>): Send =>
  (mail) =>
    Effect.sync(() => void received.push(mail))
