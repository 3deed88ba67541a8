// An outbox on a database that the test chooses.
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { tables } from "../../../lib/accounts/layer.ts"
import { passwordChanged } from "../../../lib/accounts/mail/letters.ts"
import type { OutboxMail } from "../../../lib/accounts/mail/Mail.ts"
import { Mails } from "../../../lib/accounts/mail/Mails.ts"
import { Ids } from "../../../lib/rewards/Ids.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { repeatUntil } from "../../support/wait.ts"
import { type Client, raw } from "../../support/world.ts"

export type Outbox = Mails | Database | SqlClient.SqlClient

export const outboxOn = (client: Client): Layer.Layer<Outbox, unknown> =>
  Mails.layer.pipe(
    Layer.provide([Ids.layer, tables]),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(client)
  )

export const letter = passwordChanged({ name: "Ada" })

export const write = (to: string, expiresAt: Date | null = null) =>
  Effect.flatMap(Mails, (mails) => mails.write({ to, letter, expiresAt }))

export const writeMany = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => `user-${index}@mail.example`),
    (to) => write(to)
  )

export const listAll = Effect.flatMap(Mails, (mails) => mails.list({ limit: 100 }))

export const clear = raw("DELETE FROM rewards_mail")

/** Makes every waiting mail due. */
export const makeDue = raw("UPDATE rewards_mail SET due_at = created_at WHERE due_at IS NOT NULL")

/** Waits until the outbox is in the expected state, since senders work in the background. */
export const eventually = (holds: (mails: ReadonlyArray<OutboxMail>) => boolean) =>
  repeatUntil("the outbox to be in the expected state", listAll, holds)

/** The only mail in the outbox, after this many finished attempts. */
export const triedTimes = (attempts: number) =>
  Effect.flatMap(
    eventually(([mail]) => mail?.attempts === attempts && (mail.sentAt !== null || mail.error !== null)),
    ([mail]) => (mail === undefined ? Effect.dieMessage("there is no mail") : Effect.succeed(mail))
  )

/** The only mail in the outbox, after it was sent or given up. */
export const ended = Effect.flatMap(
  eventually(([mail]) => mail !== undefined && mail.state !== "waiting"),
  ([mail]) => (mail === undefined ? Effect.dieMessage("there is no mail") : Effect.succeed(mail))
)
