// A sender with a transport of the test's own, on a database of the test's choosing.
import { type Context, Effect, Layer } from "effect"
import { type Mail, MailTransport } from "../../../lib/accounts/mail/Mail.ts"
import * as MailSender from "../../../lib/accounts/mail/MailSender.ts"
import type { Client } from "../../support/world.ts"
import { outboxOn } from "./outbox.ts"

export type Send = Context.Tag.Service<MailTransport>["send"]

/** Looks for what is due so often that no test waits for it. */
export const eager: MailSender.MailSenderOptions = { poll: "10 millis" }
/** Never looks by itself: what it sends, it was told of. */
export const deaf: MailSender.MailSenderOptions = { poll: "1 hour" }

export const senderOn = (client: Client, send: Send, options: MailSender.MailSenderOptions = eager) =>
  MailSender.layer(options).pipe(
    Layer.provideMerge(outboxOn(client)),
    Layer.provide(Layer.succeed(MailTransport, { send }))
  )

/** Takes every mail. */
export const sentOf =
  (received: Array<Mail>): Send =>
  (mail) =>
    Effect.sync(() => void received.push(mail))
