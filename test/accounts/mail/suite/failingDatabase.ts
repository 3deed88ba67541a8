import assert from "node:assert/strict"
import { Deferred, Effect, Layer, Logger } from "effect"
import type { Mail } from "../../../../lib/accounts/mail/Mail.ts"
import { it } from "../../../support/effect.ts"
import { inTime } from "../../../support/wait.ts"
import { type MakeClient, raw } from "../../../support/world.ts"
import { eventually, write } from "../outbox.ts"
import { senderOn, sentOf } from "../sender.ts"

/** A table is renamed for a while, so the client must own it. */
export const failingDatabase = (makeClient: MakeClient): void => {
  const client = Effect.promise(makeClient)

  it.live("a database that fails delays mails, and does not end the sender", () =>
    Effect.gen(function* () {
      const database = yield* client
      const received: Array<Mail> = []
      const warned = yield* Deferred.make<void>()
      const logger = Logger.make(({ message }) => {
        if (String(message).includes("Mails cannot be sent")) Deferred.unsafeDone(warned, Effect.void)
      })
      const logged = Layer.provide(
        senderOn(database, sentOf(received)),
        Logger.replace(Logger.defaultLogger, logger)
      )
      const context = yield* Layer.build(logged)
      yield* Effect.gen(function* () {
        yield* raw("ALTER TABLE rewards_mail RENAME TO rewards_mail_away")
        yield* inTime("a warning of the sender")(Deferred.await(warned))
        yield* raw("ALTER TABLE rewards_mail_away RENAME TO rewards_mail")
        yield* write("ada@mail.example")
        yield* eventually((mails) => mails.every(({ state }) => state === "sent"))
      }).pipe(Effect.provide(context))
      assert.equal(received.length, 1)
    })
  )
}
